import type { ProductId } from '#stock/contract/product-id.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { maxQuantity, type Thousandths } from '#stock/thousandths.ts';

/** Identifies a line within its order: a positive integer that is never reused. */
export type LineKey = number;

/** One line of an order: the text as typed or pasted, and its parsed values. */
export interface OrderLine {
  key: LineKey;
  /** Product ID, SKU or name, as typed or pasted. */
  product: string;
  quantityText: string;
  /** Null if the text is empty or can't be read. */
  quantity: Thousandths | null;
  shipBy: CalendarDate | null;
  note: string;
}

/** A request to the service: when this quantity of the product can ship (§4.3). */
export interface StockQuery {
  productId: ProductId;
  quantity: Thousandths;
}

/** A line with a known product and quantity. */
export interface CountedLine extends StockQuery {
  key: LineKey;
}

/** The request for a line: its quantity plus those of earlier lines of its product. */
export interface LineQuery extends CountedLine {
  /** The line's own quantity. */
  own: Thousandths;
  /** All lines of the product in list order, and the index of this one among them. */
  lines: readonly LineKey[];
  place: number;
}

/** Returns the requests of lines in list order. Lines of one product share its stock: earlier lines come first. */
export function lineQueries(lines: Iterable<CountedLine>): LineQuery[] {
  const groups = new Map<ProductId, { lines: LineKey[]; quantity: Thousandths }>();
  const queries: LineQuery[] = [];
  for (const { key, productId, quantity: own } of lines) {
    let group = groups.get(productId);
    if (group === undefined) groups.set(productId, (group = { lines: [], quantity: 0 }));
    group.quantity += own;
    queries.push({ key, productId, quantity: group.quantity, own, lines: group.lines, place: group.lines.length });
    group.lines.push(key);
  }
  return queries;
}

/** Returns the total quantity of earlier lines of the product. */
export function quantityAbove({ quantity, own }: Pick<LineQuery, 'quantity' | 'own'>): Thousandths {
  return quantity - own;
}

/** Whether the line has neither product nor quantity, so there is nothing to check. */
export function isBlank({ product, quantityText }: Pick<OrderLine, 'product' | 'quantityText'>): boolean {
  return product.trim() === '' && quantityText.trim() === '';
}

/** Whether the quantity is above 0 and at most 1,000,000,000 units (§8 doesn't specify a limit). */
export function isValidQuantity(quantity: Thousandths | null): quantity is Thousandths {
  return quantity !== null && quantity > 0 && quantity <= maxQuantity;
}

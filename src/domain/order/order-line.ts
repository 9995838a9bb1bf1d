import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { largestQuantity, type Thousandths } from '#lib/thousandths.ts';

/** A positive integer that names a line for as long as its order lives; never used again within it. */
export type LineKey = number;

/** One line of an order, as typed or pasted, with what was read from it. */
export interface OrderLine {
  key: LineKey;
  /** As typed or pasted: an id, a SKU or a name. */
  product: string;
  quantityText: string;
  /** Null where the text is empty or can't be read. */
  quantity: Thousandths | null;
  neededBy: CalendarDate | null;
  note: string;
}

/** What the service is asked: when this quantity of the product can ship (§4.3). */
export interface StockQuestion {
  productId: ProductId;
  quantity: Thousandths;
}

/** A line whose product and quantity are known. */
export interface CountedLine extends StockQuestion {
  key: LineKey;
}

/** What is asked for a line (rules, *Order summary*): its quantity plus those of its product in the lines above. */
export interface LineQuestion extends CountedLine {
  /** The line's own part of the quantity. */
  own: Thousandths;
  /** All lines of the product, in list order, and the place of this one among them, from 0. */
  lines: readonly LineKey[];
  place: number;
}

/** The questions of lines, in list order: lines of one product draw on one stock, whoever comes first. */
export function lineQuestions(lines: Iterable<CountedLine>): LineQuestion[] {
  const groups = new Map<ProductId, { lines: LineKey[]; quantity: Thousandths }>();
  const questions: LineQuestion[] = [];
  for (const { key, productId, quantity: own } of lines) {
    let group = groups.get(productId);
    if (group === undefined) groups.set(productId, (group = { lines: [], quantity: 0 }));
    group.quantity += own;
    questions.push({ key, productId, quantity: group.quantity, own, lines: group.lines, place: group.lines.length });
    group.lines.push(key);
  }
  return questions;
}

/** The quantities of the product in the lines above. */
export function quantityAbove({ quantity, own }: LineQuestion): Thousandths {
  return quantity - own;
}

/** Whether nothing that a result could be for is in the line. */
export function isBlank({ product, quantityText }: Pick<OrderLine, 'product' | 'quantityText'>): boolean {
  return product.trim() === '' && quantityText.trim() === '';
}

/** Whether the quantity is above 0 and at most 1,000,000,000 units (§8, left open there). */
export function isAskableQuantity(quantity: Thousandths | null): quantity is Thousandths {
  return quantity !== null && quantity > 0 && quantity <= largestQuantity;
}

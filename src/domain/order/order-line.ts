import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { largestQuantity, type Thousandths } from '#lib/thousandths.ts';

import type { NotAnswered } from './line-state.ts';

/** A positive integer that names a line for as long as its order lives; never used again within it. */
export type LineKey = number;

/** One line of an order, as typed or pasted, with what was read from it. */
export interface OrderLine {
  key: LineKey;
  /** As typed or pasted: an id, a SKU or a name. */
  product: string;
  /** Once looked up; null before, and where the lookup found nothing. */
  productId: ProductId | null;
  /** Whether the lookup is done and found nothing, so that there is no id to ask the service for. */
  notFound?: boolean;
  /** Why the lookup got no answer; null or missing where it did, or is still to come. */
  lookupFailure?: NotAnswered | null;
  quantityText: string;
  /** Null where the text is empty or can't be read. */
  quantity: Thousandths | null;
  neededBy: CalendarDate | null;
  note: string;
}

/** What the service is asked for a line: when this quantity of the product can leave (§4.3). */
export interface StockQuestion {
  productId: ProductId;
  quantity: Thousandths;
}

/** Whether nothing that an answer could be for stands in the line. */
export function isBlank({ product, quantityText }: Pick<OrderLine, 'product' | 'quantityText'>): boolean {
  return product.trim() === '' && quantityText.trim() === '';
}

/** A line of which the service can be asked. */
export type AskableLine = OrderLine & StockQuestion;

/** Whether the line says which product and how much, above 0 and within what can be asked for (§8). */
export function isAskable(line: OrderLine): line is AskableLine {
  return line.productId !== null && isAskableQuantity(line.quantity);
}

/** Whether the quantity is above 0 and at most 1,000,000,000 units (§8, left open there). */
export function isAskableQuantity(quantity: Thousandths | null): quantity is Thousandths {
  return quantity !== null && quantity > 0 && quantity <= largestQuantity;
}

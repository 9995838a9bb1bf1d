import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { fromThousandths, toThousandths, type Thousandths } from '#lib/thousandths.ts';

/** What is asked: how much of which product, and by when it is needed. */
export interface Question {
  productId: ProductId;
  quantity: Thousandths;
  neededBy: CalendarDate | null;
}

/** The question's part of the address, quantities in units. */
export interface QuestionSearch {
  product?: ProductId | string;
  quantity?: number;
  neededBy?: CalendarDate;
}

/**
 * The question that an address asks; null where product id or quantity is missing. A day needed by that has
 * passed is no part of it: the field says so, and the rest is still answered.
 */
export function questionOf({ product, quantity, neededBy }: QuestionSearch, today: CalendarDate): Question | null {
  if (typeof product !== 'number' || quantity === undefined) return null;
  return {
    productId: product,
    quantity: toThousandths(quantity),
    neededBy: neededBy !== undefined && neededBy >= today ? neededBy : null,
  };
}

/** The address's part for a question, the inverse of {@link questionOf}. */
export function searchOf({ productId, quantity, neededBy }: Question): QuestionSearch {
  return { product: productId, quantity: fromThousandths(quantity), neededBy: neededBy ?? undefined };
}

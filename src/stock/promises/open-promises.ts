import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import type { PromiseState } from './promise-status.ts';

/**
 * Whether a promise still counts: it isn't closed, and its date isn't past.
 * @param today the service's date
 */
export function isOpenPromise({ closed, promised }: Pick<PromiseState, 'closed' | 'promised'>, today: CalendarDate) {
  return closed === null && later(promised.date, promised.day) >= today;
}

/** What is promised of a product: the quantity of all of its open promises, and how many they are. */
export interface OpenPromises {
  quantity: Thousandths;
  count: number;
}

/** Sums up the open promises of a product. */
export function openPromisesOf(
  promises: readonly Pick<KeptPromise, 'productId' | 'quantity' | 'closed' | 'promised'>[],
  productId: ProductId,
  today: CalendarDate,
): OpenPromises {
  const open = promises.filter((promise) => promise.productId === productId && isOpenPromise(promise, today));
  return { quantity: open.reduce((sum, { quantity }) => sum + quantity, 0), count: open.length };
}

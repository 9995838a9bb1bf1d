import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { isMissed, type PromiseState } from './promise-status.ts';

/**
 * Whether a promise still counts: it isn't closed, and its date isn't past or was missed.
 * @param today the service's date
 */
export function isOpenPromise(
  promise: Pick<PromiseState, 'closed' | 'promised' | 'now'>,
  today: CalendarDate,
): boolean {
  const { closed, promised } = promise;
  return closed === null && (later(promised.date, promised.day) >= today || isMissed(promise));
}

/** What is promised of a product by open promises. */
export interface OpenPromises {
  quantity: Thousandths;
  count: number;
}

/**
 * Sums up the open promises of a product.
 * @param today the service's date
 */
export function openPromisesOf(
  promises: readonly Pick<KeptPromise, 'productId' | 'quantity' | 'closed' | 'promised' | 'now'>[],
  productId: ProductId,
  today: CalendarDate,
): OpenPromises {
  const open = promises.filter((promise) => promise.productId === productId && isOpenPromise(promise, today));
  return { quantity: open.reduce((sum, { quantity }) => sum + quantity, 0), count: open.length };
}

import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { maxQuantityBy } from '#stock/quantity-breaks.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import type { PromiseState } from './promise-status.ts';

/**
 * Whether a promise still counts: it isn't closed, and its date isn't past.
 * @param today the service's date
 */
export function isOpenPromise({ closed, promised }: Pick<PromiseState, 'closed' | 'promised'>, today: CalendarDate) {
  return closed === null && later(promised.date, promised.day) >= today;
}

/** What is promised of a product by open promises, and by those whose date is past and that nobody closed. */
export interface OpenPromises {
  quantity: Thousandths;
  count: number;
  /** Quantity of the open ones that are promised for a day, or an earlier one. */
  byDay: Thousandths;
  past: { quantity: Thousandths; count: number };
}

/**
 * Sums up the promises of a product that aren't closed.
 * @param today the service's date
 * @param day a ship date; null counts none by a day
 */
export function openPromisesOf(
  promises: readonly Pick<KeptPromise, 'productId' | 'quantity' | 'closed' | 'promised'>[],
  productId: ProductId,
  today: CalendarDate,
  day: CalendarDate | null,
): OpenPromises {
  const unclosed = promises.filter((promise) => promise.productId === productId && promise.closed === null);
  const open = unclosed.filter((promise) => isOpenPromise(promise, today));
  const past = unclosed.filter((promise) => !isOpenPromise(promise, today));
  const soon = day === null ? [] : open.filter(({ promised }) => later(promised.date, promised.day) <= day);
  return {
    quantity: total(open),
    count: open.length,
    byDay: total(soon),
    past: { quantity: total(past), count: past.length },
  };
}

function total(promises: readonly Pick<KeptPromise, 'quantity'>[]): Thousandths {
  return promises.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The user's promises apart from those of an order, and the service's date. */
export type OtherPromises = Pick<KeptPromises, 'promises' | 'today'>;

/**
 * The quantity that is missing on a day if `asked` ships beside what is promised by then; 0 or less if nothing is, and if
 * nothing is promised by then.
 */
export function shortWithPromises(
  { byDay }: Pick<OpenPromises, 'byDay'>,
  asked: Thousandths,
  timeline: StockTimeline,
  day: CalendarDate,
): Thousandths {
  return byDay === 0 ? 0 : byDay + asked - maxQuantityBy(timeline, day);
}

import type { KeptPromise } from '#stock/contract/promises.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';

import { isOpenPromise } from './open-promises.ts';
import { asCompared, type ResultOfDay, hasShipDate, isSameResult, promisesAtRisk } from './promise-status.ts';

type ShipDateOfDay = Extract<ResultOfDay, { date: CalendarDate }>;

/** What a customer was told last about an order, and what became of it. */
export interface ToldOrder {
  /** Its open promises. */
  promises: readonly KeptPromise[];
  /** Those whose date doesn't hold, so that the customer should be told. */
  moved: readonly KeptPromise[];
  /** How many got worse. */
  worse: number;
  /** The service's date when the customer was told last. */
  toldOn: CalendarDate;
  /** Complete ship date as told, with its basis. */
  from: ShipDateOfDay;
  /** The same now; null if a promised line has no reliable date. */
  to: ShipDateOfDay | null;
  /** Days by which it moved, without those by which a max lead time date moves on; null if there is no date now. */
  days: number | null;
}

/**
 * Returns what customers were told, by order. Promises that are closed or past don't count.
 * @param today the service's date
 * @param at Unix milliseconds
 */
export function toldOrders(
  promises: readonly KeptPromise[],
  today: CalendarDate,
  at: number,
): ReadonlyMap<string, ToldOrder> {
  const open = new Map<string, KeptPromise[]>();
  for (const promise of promises) {
    if (promise.orderId === undefined || !isOpenPromise(promise, today)) continue;
    const ofOrder = open.get(promise.orderId);
    if (ofOrder) ofOrder.push(promise);
    else open.set(promise.orderId, [promise]);
  }
  return new Map([...open].map(([orderId, ofOrder]) => [orderId, toldOrder(ofOrder, today, at)]));
}

function toldOrder(promises: readonly KeptPromise[], today: CalendarDate, at: number): ToldOrder {
  const results = promises.map(({ now }) => now);
  const from = latestOf(promises.map(({ promised }) => promised));
  const compared = promises.map(({ promised, now }) => asCompared(promised, now)).filter(hasShipDate);
  const to = results.every(hasShipDate) ? latestOf(results) : null;
  return {
    promises,
    moved: promises.filter(({ promised, now }) => now.kind !== 'not-reliable' && !isSameResult(promised, now)),
    worse: promisesAtRisk(promises, today, at).length,
    toldOn: promises.map(({ promised }) => promised.day).reduce(later),
    from,
    to,
    days: to && daysBetween(latestOf(compared).date, to.date),
  };
}

/** The ship date of the line that ships last: at max lead time if one of several does. */
function latestOf(results: readonly ShipDateOfDay[]): ShipDateOfDay {
  return results
    .map((result) => ({ ...result, date: later(result.date, result.day) }))
    .reduce((latest, each) =>
      each.date > latest.date || (each.date === latest.date && each.kind === 'max-lead-time') ? each : latest,
    );
}

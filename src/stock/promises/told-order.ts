import type { KeptPromise } from '#stock/contract/promises.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';

import { isOpenPromise } from './open-promises.ts';
import { asCompared, type ResultOfDay, hasShipDate, isSameResult, promisesAtRisk } from './promise-status.ts';

type ShipDateOfDay = Extract<ResultOfDay, { date: CalendarDate }>;

/** What a customer was told last about an order, and what became of it. */
export interface ToldOrder {
  /** Its open promises; if it has none, those whose date is past and that nobody closed. */
  promises: readonly KeptPromise[];
  /** Whether these are past: they are no longer checked. */
  isPast: boolean;
  /** Those whose date doesn't hold, so that the customer should be told. */
  moved: readonly KeptPromise[];
  /** How many got worse. */
  worse: number;
  /** The service's date when the customer was told last. */
  toldOn: CalendarDate;
  /** Complete ship date as told, with its basis. */
  from: ShipDateOfDay;
  /** The same now; null if a promised line has no reliable date, or if all are past. */
  to: ShipDateOfDay | null;
  /** Days by which it moved, without those by which a max lead time date moves on; null if there is no date now. */
  days: number | null;
}

/**
 * Returns what customers were told, by order. Promises that are closed don't count, nor do past ones beside open ones.
 * @param today the service's date
 * @param at Unix milliseconds
 */
export function toldOrders(
  promises: readonly KeptPromise[],
  today: CalendarDate,
  at: number,
): ReadonlyMap<string, ToldOrder> {
  const kept = new Map<string, KeptPromise[]>();
  for (const promise of promises) {
    if (promise.orderId === undefined || promise.closed !== null) continue;
    const ofOrder = kept.get(promise.orderId);
    if (ofOrder) ofOrder.push(promise);
    else kept.set(promise.orderId, [promise]);
  }
  return new Map([...kept].map(([orderId, ofOrder]) => [orderId, toldOrder(ofOrder, today, at)]));
}

function toldOrder(ofOrder: readonly KeptPromise[], today: CalendarDate, at: number): ToldOrder {
  const open = ofOrder.filter((promise) => isOpenPromise(promise, today));
  const told = open.length > 0 ? open : ofOrder;
  const from = latestOf(told.map(({ promised }) => promised));
  const toldOn = told.map(({ promised }) => promised.day).reduce(later);
  if (open.length === 0)
    return { promises: told, isPast: true, moved: [], worse: 0, toldOn, from, to: null, days: null };
  const results = open.map(({ now }) => now);
  const compared = open.map(({ promised, now }) => asCompared(promised, now)).filter(hasShipDate);
  const to = results.every(hasShipDate) ? latestOf(results) : null;
  return {
    promises: open,
    isPast: false,
    moved: open.filter(({ promised, now }) => now.kind !== 'not-reliable' && !isSameResult(promised, now)),
    worse: promisesAtRisk(open, today, at).length,
    toldOn,
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

import { addDays, type CalendarDate, daysBetween, isoWeekday, later } from '#stock/calendar-date.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';

import { compareResults, daysApart, hasShipDate, isLater, type ResultOfDay } from './promise-status.ts';

/** How a promise did until the date that its customer was told first. */
export interface PromiseOutcome {
  promise: KeptPromise;
  /** That date. */
  due: CalendarDate;
  /** `unknown`: its last reliable result is of too long before the date. */
  kind: 'on-time' | 'later' | 'unknown';
  /** Days by which it was later; null if it wasn't, or if there was no date any more. */
  slip: number | null;
}

/** Days before its date by which the last check of a promise tells how it did: that of the evening before. */
const maxDaysUnchecked = 1;

/**
 * Returns how promises did whose first date is past: by the last result until that date, so that an update doesn't mend it.
 * That isn't whether they were kept, which the service can't know. Cancelled promises don't count; others that were closed
 * before count as they were then.
 * @param today the service's date
 */
export function promiseOutcomes(promises: readonly KeptPromise[], today: CalendarDate): PromiseOutcome[] {
  return promises.flatMap((promise): PromiseOutcome[] => {
    const told = firstTold(promise);
    const due = later(told.date, told.day);
    if (promise.closed === 'cancelled' || due >= today) return [];
    const [from, found] = comparedUntil(promise, told, due);
    const isCurrent = promise.closed !== null || daysBetween(promise.now.day, due) <= maxDaysUnchecked;
    if (found.kind === 'not-reliable' || !isCurrent) return [{ promise, due, kind: 'unknown', slip: null }];
    if (compareResults(from, found) <= 0) return [{ promise, due, kind: 'on-time', slip: null }];
    const slip = hasShipDate(found) && isLater(from, found) ? daysApart(from, found) : null;
    return [{ promise, due, kind: 'later', slip }];
  });
}

type Told = KeptPromise['promised'];

/** What the customer was told first, as far as it is recorded. */
export function firstTold({ changes, promised }: Pick<KeptPromise, 'changes' | 'promised'>): Told {
  for (const { isTold, at: _, ...result } of changes) if (isTold && hasShipDate(result)) return result;
  return promised;
}

/**
 * What was told first, and the result that held on its date. Where nothing was told since, that is the last result, and
 * a max lead time date is compared from check to check.
 */
function comparedUntil(promise: KeptPromise, told: Told, due: CalendarDate): [Told, ResultOfDay] {
  const { changes, promised, now } = promise;
  const isToldOnce = promised.date === told.date && promised.day === told.day;
  if (isToldOnce && now.day <= due) return [promised, now];
  return [told, changes.findLast(({ day }) => day <= due) ?? told];
}

/** Sums of promises of which it is known how they did: each was either on time or later. */
export interface OutcomeSums {
  count: number;
  onTime: number;
  later: number;
  /** Median of the days by which these were later, rounded up; null if none was, or had a date any more. */
  medianSlip: number | null;
}

export function sumOutcomes(outcomes: readonly PromiseOutcome[]): OutcomeSums {
  const numberOf = (kind: PromiseOutcome['kind']) => outcomes.filter((each) => each.kind === kind).length;
  const [onTime, late] = [numberOf('on-time'), numberOf('later')];
  return {
    count: onTime + late,
    onTime,
    later: late,
    medianSlip: medianOf(outcomes.flatMap(({ slip }) => slip ?? [])),
  };
}

function medianOf(days: readonly number[]): number | null {
  const sorted = days.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : Math.ceil((lower + upper) / 2);
}

/** The sums of a week or a product, with its latest promise. */
export interface OutcomeGroup extends OutcomeSums {
  /** The Monday of the latest promise's week. */
  start: CalendarDate;
  latest: KeptPromise;
}

/** Sums up by the week of the first date, the latest first, or by product, those with most later promises first. */
export function outcomesBy(by: 'week' | 'product', outcomes: readonly PromiseOutcome[]): OutcomeGroup[] {
  const startOf = ({ due }: PromiseOutcome) => addDays(due, 1 - isoWeekday(due));
  const groups = new Map<CalendarDate | ProductId, PromiseOutcome[]>();
  for (const outcome of outcomes.toSorted((a, b) => b.due.localeCompare(a.due, 'en'))) {
    if (outcome.kind === 'unknown') continue;
    const key = by === 'week' ? startOf(outcome) : outcome.promise.productId;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(outcome);
  }
  const sums = [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map((latest) => Object.assign(sumOutcomes(group), { start: startOf(latest), latest: latest.promise })),
  );
  return by === 'week' ? sums : sums.toSorted((a, b) => b.later - a.later || b.count - a.count);
}

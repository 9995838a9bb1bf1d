import { addDays, type CalendarDate, daysBetween, isoWeekday, later } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';

import {
  compareResults,
  daysApart,
  hasShipDate,
  isLater,
  isWorse,
  promiseStatus,
  type ResultOfDay,
} from './promise-status.ts';

/** How a promise did until the date that its customer was told first, or how it stands if that is still to come. */
export interface PromiseOutcome {
  promise: KeptPromise;
  /** What was told first. */
  told: Told;
  /** Its date. */
  due: CalendarDate;
  /** `unknown`: its last reliable result is of too long before the date. `open`: the date isn't past. */
  kind: 'on-time' | 'slipped' | 'unknown' | 'open';
  /** The last result; of one whose first date is past the last until then, unless a worse one has yet to be told. */
  found: ResultOfDay;
  /**
   * The result that is worse than what was told first: of an open promise the one now or, if that is as told last, what
   * was told last; of another the last until the date. Null without one.
   */
  later: ResultOfDay | null;
  /** Days by which it is later; null if it isn't, or if there was no date any more. */
  days: number | null;
  /** Whether the customer of an open promise has yet to be told. */
  isUntold: boolean;
}

/** Days before its date by which the last check of a promise tells how it did: that of the evening before. */
const maxDaysUnchecked = 1;

/**
 * Returns how promises did: by the last result until the date that the customer was told first, so that an update doesn't
 * mend it. That isn't whether they were kept, which the service can't know. Cancelled promises don't count, nor do those
 * that were closed before a date to come; others that were closed before count as they were then.
 * @param today the service's date
 * @param at Unix milliseconds
 */
export function promiseOutcomes(promises: readonly KeptPromise[], today: CalendarDate, at: number): PromiseOutcome[] {
  return promises.flatMap((promise): PromiseOutcome[] => {
    const { closed, now, promised } = promise;
    const told = firstTold(promise);
    const due = later(told.date, told.day);
    if (closed === 'cancelled' || (closed !== null && due >= today)) return [];
    const from = isToldOnce(promise) ? promised : told;
    const past = due < today ? outcomeOf(promise, told, due) : null;
    const isUntold = past?.later !== null && isWorse(promiseStatus(promise, today, at));
    const base = { promise, told, due, isUntold, kind: past?.kind ?? ('open' as const), found: now };
    if (isUntold) return [{ ...base, later: now, days: daysLater(from, now) }];
    if (past !== null) return [{ ...base, ...past }];
    const days = daysLater(told, promised);
    return [{ ...base, later: days === null ? null : promised, days }];
  });
}

function daysLater(from: Told, to: ResultOfDay): number | null {
  return hasShipDate(to) && isLater(from, to) ? daysApart(from, to) : null;
}

/** A promise that is, or at its date was, later than its customer was told first. */
export type LaterPromise = PromiseOutcome & { later: ResultOfDay };

/** Those that are or were later than told first: untold ones first, then those without a date, then by days. */
export function laterPromises(outcomes: readonly PromiseOutcome[]): LaterPromise[] {
  return outcomes
    .flatMap((outcome) => (outcome.later === null ? [] : [{ ...outcome, later: outcome.later }]))
    .toSorted((a, b) => Number(b.isUntold) - Number(a.isUntold) || (b.days ?? Infinity) - (a.days ?? Infinity) || 0);
}

type Told = KeptPromise['promised'];

/** What the customer was told first, as far as it is recorded. */
export function firstTold({ changes, promised }: Pick<KeptPromise, 'changes' | 'promised'>): Told {
  for (const { isTold, at: _, ...result } of changes) if (isTold && hasShipDate(result)) return result;
  return promised;
}

/**
 * Returns when the customer of a promise that moved was told, and how many days after the check that found another date
 * first: of several moves the one that was told the latest after.
 */
export function slowestTold({ changes, promised }: Pick<KeptPromise, 'changes' | 'promised'>): {
  on: CalendarDate;
  days: number;
} {
  const told = changes.flatMap(({ isTold }, at) => (isTold ? [at] : []));
  return told
    .flatMap((at, index) => {
      const [found, last] = [changes[(told[index - 1] ?? at) + 1], changes[at]];
      return index === 0 || !found || !last ? [] : [{ on: last.day, days: daysBetween(found.day, last.day) }];
    })
    .reduce((slowest, each) => (each.days >= slowest.days ? each : slowest), { on: promised.day, days: 0 });
}

function outcomeOf(
  promise: KeptPromise,
  told: Told,
  due: CalendarDate,
): Pick<PromiseOutcome, 'kind' | 'found' | 'later' | 'days'> {
  const [from, found] = comparedUntil(promise, told, due);
  const isCurrent = promise.closed !== null || daysBetween(promise.now.day, due) <= maxDaysUnchecked;
  if (found.kind === 'not-reliable' || !isCurrent) return { kind: 'unknown', found, later: null, days: null };
  if (compareResults(from, found) <= 0) return { kind: 'on-time', found, later: null, days: null };
  return { kind: 'slipped', found, later: found, days: daysLater(from, found) };
}

/** Whether the customer was told no other date than the first. */
export function isToldOnce(promise: Pick<KeptPromise, 'changes' | 'promised'>): boolean {
  const told = firstTold(promise);
  return promise.promised.date === told.date && promise.promised.day === told.day;
}

/**
 * What was told first, and the result that held on its date. Where nothing was told since, that is the last result, and
 * a max lead time date is compared from check to check.
 */
function comparedUntil(promise: KeptPromise, told: Told, due: CalendarDate): [Told, ResultOfDay] {
  const { changes, promised, now } = promise;
  if (isToldOnce(promise) && now.day <= due) return [promised, now];
  return [told, changes.findLast(({ day }) => day <= due) ?? told];
}

/** Sums of promises. */
export interface OutcomeSums {
  /** All of them. */
  total: number;
  /** Past ones of which it is known whether they were on time. */
  count: number;
  onTime: number;
  /** Past ones that were closed as shipped. */
  shipped: number;
  /** Past ones of which it isn't known; not in `count`. */
  unknown: number;
  /** Those whose date is still to come; not in `count`. */
  open: number;
  /** Past ones that were not on time, and those whose date to come is later now than told first. */
  later: number;
  /** Median of the days by which these are, rounded up; null if none is, or had a date any more. */
  medianSlip: number | null;
}

export function sumOutcomes(outcomes: readonly PromiseOutcome[]): OutcomeSums {
  const numberOf = (...kinds: PromiseOutcome['kind'][]) => outcomes.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    total: outcomes.length,
    count: numberOf('on-time', 'slipped'),
    onTime: numberOf('on-time'),
    shipped: outcomes.filter(({ kind, promise }) => kind !== 'open' && promise.closed === 'shipped').length,
    unknown: numberOf('unknown'),
    open: numberOf('open'),
    later: outcomes.filter(({ later }) => later !== null).length,
    medianSlip: medianOf(outcomes.flatMap(({ days }) => days ?? [])),
  };
}

function medianOf(days: readonly number[]): number | null {
  const sorted = days.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : Math.ceil((lower + upper) / 2);
}

/** The sums of promises that have something in common. */
export interface SummedOutcomes extends OutcomeSums {
  outcomes: readonly PromiseOutcome[];
}

/** The sums of a week or a month. */
export interface PeriodOutcomes extends SummedOutcomes {
  /** The Monday of the week, or the first of the month. */
  start: CalendarDate;
}

/** Sums up by the week or month of the first date, the latest first. */
export function outcomesByPeriod(outcomes: readonly PromiseOutcome[], period: 'week' | 'month'): PeriodOutcomes[] {
  const startOf = ({ due }: PromiseOutcome) =>
    addDays(due, 1 - (period === 'week' ? isoWeekday(due) : Number(due.slice(8))));
  return [...groupsOf(outcomes, startOf)]
    .map(([start, group]) => Object.assign(sumOutcomes(group), { start, outcomes: group }))
    .toSorted((a, b) => b.start.localeCompare(a.start, 'en'));
}

/** The sums of a product or a customer, with its latest promise. */
export interface GroupOutcomes extends SummedOutcomes {
  latest: KeptPromise;
}

/** Sums up by product or customer: those with most promises that are or were later first. */
export function outcomesBy(of: 'productId' | 'customer', outcomes: readonly PromiseOutcome[]): GroupOutcomes[] {
  const latest = outcomes.toSorted((a, b) => b.due.localeCompare(a.due, 'en'));
  return [...groupsOf(latest, ({ promise }) => promise[of]).values()]
    .flatMap((group) =>
      group.slice(0, 1).map(({ promise }) => Object.assign(sumOutcomes(group), { latest: promise, outcomes: group })),
    )
    .toSorted((a, b) => b.later - a.later || b.total - a.total);
}

function groupsOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

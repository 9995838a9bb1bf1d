import { addDays, type CalendarDate, daysBetween, isoWeekday, later } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

import { isOpenPromise } from './open-promises.ts';
import { compareResults, daysMoved, hasShipDate, type ResultOfDay } from './promise-status.ts';

/** How a promise did until the date that its customer was told first. */
export interface PromiseOutcome {
  productId: ProductId;
  product: string;
  /** The date that was told first. */
  due: CalendarDate;
  /** `unknown`: its last reliable result is of too long before the date. */
  kind: 'on-time' | 'slipped' | 'unknown';
  /** Days by which the date had slipped; null if it hadn't, or if there was no date any more. */
  days: number | null;
}

/** Days before its date by which the last check of a promise tells how it did: that of the evening before. */
const maxDaysUnchecked = 1;

/**
 * Returns how promises did whose first date is past: by the last result until that date, against what the customer was
 * told first, so that an update doesn't mend it. That isn't whether they were kept, which the service can't know.
 * Cancelled promises don't count; others that were closed before count as they were then.
 * @param today the service's date
 */
export function promiseOutcomes(promises: readonly KeptPromise[], today: CalendarDate): PromiseOutcome[] {
  return promises.flatMap((promise): PromiseOutcome[] => {
    if (promise.closed === 'cancelled') return [];
    const told = firstTold(promise);
    const due = later(told.date, told.day);
    if (due >= today) return [];
    const { productId, product } = promise;
    return [{ productId, product, due, ...outcomeOf(promise, told, due) }];
  });
}

/** What is known of promises that are still open. */
export interface OpenPromises {
  count: number;
  /** Those whose customers were told a later date than first. */
  toldLater: number;
  /** The earliest date that a customer was told first; null without any. */
  firstDue: CalendarDate | null;
}

/** @param today the service's date */
export function openPromises(promises: readonly KeptPromise[], today: CalendarDate): OpenPromises {
  const open = promises.filter((promise) => isOpenPromise(promise, today));
  const dues = open.map(firstTold).map(({ date, day }) => later(date, day));
  return {
    count: open.length,
    toldLater: open.filter((promise) => daysMoved(firstTold(promise), promise.promised) > 0).length,
    firstDue: dues.toSorted()[0] ?? null,
  };
}

type Told = KeptPromise['promised'];

/** What the customer was told first, as far as it is recorded. */
export function firstTold({ changes, promised }: Pick<KeptPromise, 'changes' | 'promised'>): Told {
  for (const { isTold, at: _, ...result } of changes) if (isTold && hasShipDate(result)) return result;
  return promised;
}

function outcomeOf(promise: KeptPromise, told: Told, due: CalendarDate): Pick<PromiseOutcome, 'kind' | 'days'> {
  const [from, last] = comparedUntil(promise, told, due);
  const isCurrent = promise.closed !== null || daysBetween(promise.now.day, due) <= maxDaysUnchecked;
  if (last.kind === 'not-reliable' || !isCurrent) return { kind: 'unknown', days: null };
  if (compareResults(from, last) <= 0) return { kind: 'on-time', days: null };
  const days = hasShipDate(last) ? daysMoved(from, last) : 0;
  return { kind: 'slipped', days: days > 0 ? days : null };
}

/**
 * What was told first, and the result that held on its date. Where nothing was told since, that is the last result, and
 * a max lead time date is compared from check to check.
 */
function comparedUntil({ changes, promised, now }: KeptPromise, told: Told, due: CalendarDate): [Told, ResultOfDay] {
  const isToldOnce = promised.date === told.date && promised.day === told.day;
  if (isToldOnce && now.day <= due) return [promised, now];
  return [told, changes.findLast(({ day }) => day <= due) ?? told];
}

/** Sums of promises that are past. */
export interface OutcomeSums {
  /** Those of which it is known whether they were on time. */
  count: number;
  onTime: number;
  /** Those of which it isn't known; not in `count`. */
  unknown: number;
  /** Median of the days by which dates had slipped, rounded up; null if none had, or had a date any more. */
  medianSlip: number | null;
}

export function sumOutcomes(outcomes: readonly PromiseOutcome[]): OutcomeSums {
  const known = outcomes.filter(({ kind }) => kind !== 'unknown');
  return {
    count: known.length,
    onTime: known.filter(({ kind }) => kind === 'on-time').length,
    unknown: outcomes.length - known.length,
    medianSlip: medianOf(known.flatMap(({ days }) => days ?? [])),
  };
}

function medianOf(days: readonly number[]): number | null {
  const sorted = days.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : Math.ceil((lower + upper) / 2);
}

/** The sums of a week or a month. */
export interface PeriodOutcomes extends OutcomeSums {
  /** The Monday of the week, or the first of the month. */
  start: CalendarDate;
}

/** Sums up by the week or month of the first date, the latest first. */
export function outcomesByPeriod(outcomes: readonly PromiseOutcome[], period: 'week' | 'month'): PeriodOutcomes[] {
  const startOf = ({ due }: PromiseOutcome) =>
    addDays(due, 1 - (period === 'week' ? isoWeekday(due) : Number(due.slice(8))));
  return [...groupsOf(outcomes, startOf)]
    .map(([start, group]) => Object.assign(sumOutcomes(group), { start }))
    .toSorted((a, b) => b.start.localeCompare(a.start, 'en'));
}

/** The sums of a product, with its name as told last. */
export interface ProductOutcomes extends OutcomeSums, Pick<PromiseOutcome, 'productId' | 'product'> {}

/** Sums up by product: those that slipped most often first. */
export function outcomesByProduct(outcomes: readonly PromiseOutcome[]): ProductOutcomes[] {
  const latest = outcomes.toSorted((a, b) => b.due.localeCompare(a.due, 'en'));
  return [...groupsOf(latest, ({ productId }) => productId)]
    .map(([productId, group]) => Object.assign(sumOutcomes(group), { productId, product: group[0]?.product ?? '' }))
    .toSorted((a, b) => b.count - b.onTime - (a.count - a.onTime) || b.count - a.count || a.productId - b.productId);
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

import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { Offer } from '#stock/offers.ts';
import { maxQuantityBy, quantityBreaks } from '#stock/quantity-breaks.ts';
import type { DatedResult } from '#stock/stock-result.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { daysApart, daysMoved, hasShipDate, isMissed, type PromiseState } from './promise-status.ts';

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

/** A quantity that has to ship from stock by a day. */
export interface Need {
  quantity: Thousandths;
  date: CalendarDate;
}

/** What is promised of a product by open promises, and by those whose date is past and that nobody closed. */
export interface OpenPromises {
  quantity: Thousandths;
  count: number;
  /** What the open ones need from stock. */
  needs: readonly Need[];
  /** Whether their goods have shipped isn't known, so they have no claim. */
  past: { quantity: Thousandths; count: number };
}

type Promised = Pick<KeptPromise, 'productId' | 'quantity' | 'closed' | 'promised' | 'now'>;
type LetterPromise = Promised & Pick<KeptPromise, 'letterId'>;

/**
 * Sums up the promises of a product that aren't closed.
 * @param today the service's date
 */
export function openPromisesOf(promises: readonly Promised[], productId: ProductId, today: CalendarDate): OpenPromises {
  const unclosed = promises.filter((promise) => promise.productId === productId && promise.closed === null);
  const open = unclosed.filter((promise) => isOpenPromise(promise, today));
  const past = unclosed.filter((promise) => !isOpenPromise(promise, today));
  return {
    quantity: total(open),
    count: open.length,
    needs: open.filter(needsStock).map(needOf),
    past: { quantity: total(past), count: past.length },
  };
}

function total(some: readonly { quantity: Thousandths }[]): Thousandths {
  return some.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns the sum of what is needed on a day or an earlier one. */
function neededBy(needs: readonly Need[], day: CalendarDate): Thousandths {
  let sum = 0;
  for (const { quantity, date } of needs) if (date <= day) sum += quantity;
  return sum;
}

/** Whether a promise takes from stock: one that holds at max lead time doesn't, since any quantity can ship then. */
function needsStock({ promised, now }: Promised): boolean {
  return promised.kind !== 'max-lead-time' || now.kind !== 'max-lead-time' || daysMoved(promised, now) > 0;
}

/** When a promise takes from stock: on the date that is promised or, if it is missed, on the one that was found. */
function needOf(promise: Promised): Need {
  const { quantity, promised, now } = promise;
  const { date, day } = isMissed(promise) && hasShipDate(now) ? now : promised;
  return { quantity, date: later(date, day) };
}

/** The user's promises apart from those of an order, and the service's date. */
export type OtherPromises = Pick<KeptPromises, 'promises' | 'today'>;

/**
 * Returns what counts beside a quantity that is promised itself for a day: promises of later days have no claim on its
 * goods, and are short themselves ({@link shortPromises}).
 * @param promisedFor null if it isn't promised: all count
 */
export function claimsBeside(needs: readonly Need[], promisedFor: CalendarDate | null): readonly Need[] {
  return promisedFor === null ? needs : needs.filter(({ date }) => date <= promisedFor);
}

/** What is promised by a day, what is asked beside it, what can ship by then, and what is missing, 0 if nothing is. */
export interface Balance {
  date: CalendarDate;
  promised: Thousandths;
  asked: Thousandths;
  canShip: Thousandths;
  missing: Thousandths;
}

/**
 * Returns the balance of a day and of each later one for which something is promised or asked, ascending. From the max
 * lead time date on anything can ship, so there is none.
 */
function balancesFrom(
  day: CalendarDate,
  needs: readonly Need[],
  timeline: StockTimeline,
  allAsked: readonly Need[] = [],
): Balance[] {
  const end = timeline.maxLeadTimeDate;
  return [...new Set([day, ...[...needs, ...allAsked].map(({ date }) => date)])]
    .filter((date) => date >= day && (end === null || date < end))
    .toSorted()
    .map((date) => {
      const [promised, asked] = [neededBy(needs, date), neededBy(allAsked, date)];
      const canShip = maxQuantityBy(timeline, date);
      return { date, promised, asked, canShip, missing: Math.max(0, promised + asked - canShip) };
    });
}

/**
 * Returns what can be promised for a day so that each promise of that day and of later ones can still ship: 0 if nothing
 * can, Infinity from the max lead time date on. It never falls from one day to a later one.
 */
export function freeQuantity(needs: readonly Need[], timeline: StockTimeline, day: CalendarDate): Thousandths {
  const left = balancesFrom(day, needs, timeline).map(({ promised, canShip }) => canShip - promised);
  return Math.max(0, Math.min(...left));
}

/**
 * Returns what can be promised instead of a quantity on a date, beside what is promised already: what is left of it on the
 * first date from then on with anything left, and the rest on the first date on which all of it is left. Null if nothing is
 * left on any day.
 * @param asked `partFrom`: an earlier date from which a part may ship
 */
export function freeOffer(
  needs: readonly Need[],
  timeline: StockTimeline,
  { quantity, date, partFrom = date }: Need & { partFrom?: CalendarDate },
): Offer | null {
  const { breaks, beyond } = quantityBreaks(timeline);
  const days = [partFrom, date, ...breaks.map((each) => each.date), ...(beyond === null ? [] : [beyond])].toSorted();
  const leftFrom = (start: CalendarDate, least: Thousandths) =>
    days.find((day) => day >= start && freeQuantity(needs, timeline, day) >= least);
  const [first = date, whole] = [leftFrom(partFrom, 1), leftFrom(date, quantity)];
  const left = freeQuantity(needs, timeline, first);
  const resultOn = (day: CalendarDate): DatedResult => {
    if (beyond !== null && day >= beyond) return { kind: 'max-lead-time', date: day };
    return { kind: day <= timeline.today ? 'in-stock' : 'expected', date: day };
  };
  const part = left > 0 && left < quantity ? { quantity: left, date: first } : null;
  if (whole === undefined)
    return part && { kind: 'smaller', quantity: part.quantity, stockResult: resultOn(first), part: null };
  return { kind: part ? 'split' : 'complete', quantity, stockResult: resultOn(whole), part };
}

/**
 * Returns the balance of the day on which most is missing if what is asked ships beside what is promised: its first date,
 * or a later day of a promise. Null if nothing is missing, and nothing promised by the first date.
 */
export function balanceWithPromises(
  needs: readonly Need[],
  asked: readonly Need[],
  timeline: StockTimeline,
): Balance | null {
  const [first] = asked.map(({ date }) => date).toSorted();
  if (first === undefined) return null;
  const [worst] = balancesFrom(first, needs, timeline, asked)
    .filter(({ promised }) => promised > 0)
    .toSorted((a, b) => b.missing - a.missing);
  return worst === undefined || (worst.missing === 0 && worst.date !== first) ? null : worst;
}

/**
 * Returns the open promises that take from stock by product, in the order of their dates, for products that were promised
 * in more than one letter: letters are checked each by itself.
 * @param today the service's date
 */
export function promisesOfSeveralLetters<Some extends LetterPromise>(
  promises: readonly Some[],
  today: CalendarDate,
): Map<ProductId, Some[]> {
  const byProduct = new Map<ProductId, Some[]>();
  for (const promise of promises) {
    if (!isOpenPromise(promise, today) || !needsStock(promise)) continue;
    const ofProduct = byProduct.get(promise.productId);
    if (ofProduct) ofProduct.push(promise);
    else byProduct.set(promise.productId, [promise]);
  }
  return new Map(
    [...byProduct].filter(([, all]) => isOfSeveralLetters(all)).map(([id, all]) => [id, all.toSorted(byDate)]),
  );
}

function byDate(a: LetterPromise, b: LetterPromise): number {
  return needOf(a).date.localeCompare(needOf(b).date, 'en');
}

function isOfSeveralLetters(promises: readonly LetterPromise[]): boolean {
  return promises.some(({ letterId }) => letterId !== promises[0]?.letterId);
}

/** What is missing of a product on the date of a promise, and the promises by then, in the order of their dates. */
export interface ShortPromise<Some = KeptPromise> extends Balance {
  promises: readonly Some[];
}

/**
 * Returns the promises on whose dates their products are short of what was promised in several letters by then, though
 * each may hold by itself.
 * @param byProduct see {@link promisesOfSeveralLetters}
 * @param timelines products without one are left out
 */
export function shortPromises<Some extends LetterPromise>(
  byProduct: ReadonlyMap<ProductId, readonly Some[]>,
  timelines: ReadonlyMap<ProductId, StockTimeline>,
): Map<Some, ShortPromise<Some>> {
  const short = new Map<Some, ShortPromise<Some>>();
  for (const [productId, promises] of byProduct) {
    const timeline = timelines.get(productId);
    if (timeline === undefined) continue;
    const needs = promises.map(needOf);
    for (const balance of balancesFrom(timeline.today, needs, timeline)) {
      if (balance.missing === 0) continue;
      const start = needs.findIndex(({ date }) => date === balance.date);
      const end = needs.findLastIndex(({ date }) => date === balance.date) + 1;
      const soon = promises.slice(0, end);
      if (!isOfSeveralLetters(soon)) continue;
      const shortage = { ...balance, promises: soon };
      for (const promise of soon.slice(start)) short.set(promise, shortage);
    }
  }
  return short;
}

/** A promise that was compared with those of other letters; `short` if its product is short of them on its date. */
export type ComparedPromise<Some = KeptPromise> = Some & { short?: ShortPromise<Some> | undefined };

/**
 * Compares promises of the same products with those of other letters. What a check found for a promise alone may be
 * promised to others: an earlier date is one on which its goods are free, or else none, so what was promised stays.
 * @param today the service's date
 * @param timelines promises of products without one stay as they were checked
 */
export function comparePromises<Some extends LetterPromise>(
  promises: readonly Some[],
  today: CalendarDate,
  timelines: ReadonlyMap<ProductId, StockTimeline>,
): ComparedPromise<Some>[] {
  const freed = new Map<Some, Some>();
  for (const [productId, all] of promisesOfSeveralLetters(promises, today)) {
    const timeline = timelines.get(productId);
    if (timeline) for (const [promise, free] of freedPromises(all, timeline)) freed.set(promise, free);
  }
  const free = promises.map((promise) => freed.get(promise) ?? promise);
  const short = shortPromises(promisesOfSeveralLetters(free, today), timelines);
  return free.map((promise) => Object.assign({}, promise, short.has(promise) && { short: short.get(promise) }));
}

/** The promises of a product whose earlier dates need what is promised to others, with those that are free instead. */
function freedPromises<Some extends LetterPromise>(
  promises: readonly Some[],
  timeline: StockTimeline,
): Map<Some, Some> {
  const freed = new Map<Some, Some>();
  // Until its goods are found free, one that was promised at max lead time claims none.
  const claims = new Map(
    promises
      .filter((promise) => promise.promised.kind !== 'max-lead-time' || !isEarlier(promise))
      .map((promise) => [promise, needOf(promise)]),
  );
  for (const promise of promises) {
    const { quantity, promised, now } = promise;
    if (!hasShipDate(now) || !isEarlier(promise)) continue;
    const need = needOf(promise);
    const isAtLead = promised.kind === 'max-lead-time';
    const others = [...claims].flatMap(([each, claim]) => (each === promise ? [] : claim));
    const needs = claimsBeside(others, isAtLead ? null : need.date);
    const date = later(now.date, now.day);
    const offer = needs.length === 0 ? null : freeOffer(needs, timeline, { quantity, date });
    const found = offer === null || offer.kind === 'smaller' ? null : offer.stockResult;
    const isFree = needs.length === 0 || found?.date === date;
    if (isAtLead && (isFree || found?.kind !== 'max-lead-time')) claims.set(promise, need);
    if (isFree) continue;
    const isOffered = found !== null && (isAtLead || found.date < need.date);
    const result = isOffered ? found : { kind: promised.kind, date: need.date };
    freed.set(promise, { ...promise, now: { ...result, day: now.day } });
  }
  return freed;
}

/** Whether the last check found a date from stock that is earlier than promised. */
function isEarlier({ promised, now }: LetterPromise): boolean {
  return hasShipDate(now) && now.kind !== 'max-lead-time' && daysApart(promised, now) < 0;
}

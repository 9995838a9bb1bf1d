import type { KeptPromise } from '#stock/contract/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { LineKey } from '#stock/order/order-line.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';

import { isOpenPromise } from './open-promises.ts';
import {
  type CloseReason,
  daysApart,
  isLater,
  isNews,
  type ResultOfDay,
  hasShipDate,
  promisesAtRisk,
} from './promise-status.ts';

type ShipDateOfDay = Extract<ResultOfDay, { date: CalendarDate }>;

/** What a customer was told last about an order, and what became of it. Cancelled promises don't count. */
export interface ToldOrder {
  open: readonly KeptPromise[];
  /** Those whose date is past and that nobody closed: they are no longer checked. */
  past: readonly KeptPromise[];
  /** Those that were ordered or shipped. */
  closed: readonly KeptPromise[];
  /** The open ones whose date doesn't hold, so that the customer should be told. */
  moved: readonly KeptPromise[];
  /** The open ones that hold and are due today, without those that the customer was told today. */
  due: readonly KeptPromise[];
  /** How many of the open ones are at risk. */
  worse: number;
  /** The open ones at max lead time whose dates moved on with the days: an update tells them too. */
  rolled: readonly KeptPromise[];
  /** Complete ship date as told, and on which day: of the open promises or, without any, of the past or the closed ones. */
  from: ShipDateOfDay;
  /** That of the open promises now; null without any, or if one of them has no reliable date. */
  to: ShipDateOfDay | null;
  /** Days by which it moved; null if there is no date now. */
  days: number | null;
  /** Whether it is later only because max lead time dates moved on with the days. */
  isRolled: boolean;
  /** Most days by which an open promise is later, other than those that moved on with the days; 0 if none is. */
  worstDays: number;
}

/**
 * Returns what customers were told, by order.
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
    if (promise.orderId === undefined || promise.closed === 'cancelled') continue;
    const ofOrder = kept.get(promise.orderId);
    if (ofOrder) ofOrder.push(promise);
    else kept.set(promise.orderId, [promise]);
  }
  return new Map([...kept].map(([orderId, ofOrder]) => [orderId, toldOrder(ofOrder, today, at)]));
}

function toldOrder(ofOrder: readonly KeptPromise[], today: CalendarDate, at: number): ToldOrder {
  const open = ofOrder.filter((promise) => isOpenPromise(promise, today));
  const past = ofOrder.filter((promise) => promise.closed === null && !isOpenPromise(promise, today));
  const closed = ofOrder.filter((promise) => promise.closed !== null);
  const told = [open, past, closed].find(({ length }) => length > 0) ?? [];
  const from = latestOf(told.map(({ promised }) => promised));
  const moved = open.filter(({ promised, now }) => isNews(promised, now));
  const results = open.map(({ now }) => now);
  const to = open.length > 0 && results.every(hasShipDate) ? latestOf(results) : null;
  const days = to && daysBetween(from.date, to.date);
  const laterOnes = open.flatMap(({ promised, now }) =>
    hasShipDate(now) && isLater(promised, now) ? { promised, now } : [],
  );
  return {
    open,
    past,
    closed,
    moved,
    due: open.filter(
      (promise) =>
        !moved.includes(promise) &&
        promise.promised.day < today &&
        later(promise.promised.date, promise.promised.day) === today,
    ),
    worse: promisesAtRisk(open, today, at).length,
    rolled: open.filter(
      (promise) => hasShipDate(promise.now) && !moved.includes(promise) && daysApart(promise.promised, promise.now) > 0,
    ),
    from,
    to,
    days,
    isRolled: days !== null && days > 0 && laterOnes.every(({ now }) => later(now.date, now.day) <= from.date),
    worstDays: Math.max(0, ...laterOnes.map(({ promised, now }) => daysApart(promised, now))),
  };
}

/** As what an order's promises were closed, if all of its lines were ordered or shipped; otherwise null. */
export function closedAs(told: ToldOrder | undefined, lineCount: number): CloseReason | null {
  if (told === undefined || told.open.length > 0 || told.past.length > 0) return null;
  return countLines(told.closed) >= lineCount ? (told.closed[0]?.closed ?? null) : null;
}

/** What the customer was told last of a line: of several dates the latest, of which one isn't closed. */
export interface PromisedLine {
  productId: ProductId;
  promised: ShipDateOfDay;
  /** The first of several dates: that of a part. */
  first?: ShipDateOfDay | undefined;
  /** Quantity that is still promised, and that was ordered or shipped. */
  openQuantity: Thousandths;
  closedQuantity: Thousandths;
  /** As what it was closed last; null if nothing of it was. */
  closedAs: ClosedAs | null;
}

/** As what lines are closed. Cancelled promises leave a line as if nothing had been promised. */
export type ClosedAs = Exclude<CloseReason, 'cancelled'>;
export type PromisedLines = ReadonlyMap<LineKey, PromisedLine>;

export function promisedLines({ open, past, closed }: ToldOrder): PromisedLines {
  const lines = new Map<LineKey, PromisedLine>();
  for (const { lineKey, productId, promised, closed: reason, quantity } of [...closed, ...past, ...open]) {
    if (lineKey === undefined) continue;
    const before: Omit<PromisedLine, 'productId'> = lines.get(lineKey) ?? {
      openQuantity: 0,
      closedQuantity: 0,
      closedAs: null,
      promised,
    };
    const isOnly = before.openQuantity === 0;
    const as = reason === 'cancelled' ? null : reason;
    lines.set(lineKey, {
      productId,
      promised: isOnly ? promised : latestOf([before.promised, promised]),
      first: isOnly ? undefined : earliestOf([before.first ?? before.promised, promised]),
      openQuantity: before.openQuantity + (as === null ? quantity : 0),
      closedQuantity: before.closedQuantity + (as === null ? 0 : quantity),
      closedAs: as ?? before.closedAs,
    });
  }
  return lines;
}

/** What was promised of a line; undefined if nothing was, or only of another product, which the line had before. */
export function promisedLine(key: LineKey, productId: ProductId | null | undefined, promised: PromisedLines) {
  const told = promised.get(key);
  return told?.productId === productId ? told : undefined;
}

/** Quantity of a line that is to ship: without what was ordered or shipped of it. Null if it can't be read. */
export function quantityLeft(quantity: Thousandths | null, told: PromisedLine | undefined): Thousandths | null {
  return quantity && Math.max(0, quantity - (told?.closedQuantity ?? 0));
}

/** As what a line is closed; null if some of it is to ship. */
export function lineClosedAs(quantity: Thousandths | null, told: PromisedLine | undefined): ClosedAs | null {
  return told?.openQuantity === 0 && quantityLeft(quantity, told) === 0 ? told.closedAs : null;
}

/** Number of different lines that promises are of. */
export function countLines(promises: readonly KeptPromise[]): number {
  return new Set(promises.map(({ letterId, place, lineKey }) => lineKey ?? `${letterId} ${place}`)).size;
}

function earliestOf(results: readonly ShipDateOfDay[]): ShipDateOfDay | undefined {
  return results.toSorted((a, b) => (later(a.date, a.day) < later(b.date, b.day) ? -1 : 1))[0];
}

/** The ship date of the line that ships last: at max lead time if one of several does, of several days the last. */
function latestOf(results: readonly ShipDateOfDay[]): ShipDateOfDay {
  return results
    .map((result) => ({ ...result, date: later(result.date, result.day) }))
    .reduce((latest, each) => (rankOf(each) > rankOf(latest) ? each : latest));
}

function rankOf({ date, kind, day }: ShipDateOfDay): string {
  return [date, kind === 'max-lead-time' ? 1 : 0, day].join(' ');
}

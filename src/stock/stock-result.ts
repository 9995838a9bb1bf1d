import type { StockItem } from '#stock/contract/envelope.ts';
import { type CalendarDate, isFarAhead, isFarBack, later } from './calendar-date.ts';
import type { Thousandths } from './thousandths.ts';

import { type DatedEntry, levelOn, readTimeline, stepsUpToMaxLeadTime, type StockTimeline } from './stock-timeline.ts';

/**
 * When a quantity can ship. `in-stock` is backed by stock dated today or earlier, `expected` by stock of a later date.
 * `max-lead-time` isn't backed by stock, and its date may be in the past too. A past date means today.
 */
export type StockResult = DatedResult | { kind: 'not-available' };

export interface DatedResult {
  kind: 'in-stock' | 'expected' | 'max-lead-time';
  date: CalendarDate;
}

/**
 * Returns the result for a positive quantity (§4.2, §4.3): the earlier of the max lead time date and the first stock
 * entry, from the current one on, that covers the quantity. Past dates count as today. On the same day, stock takes
 * precedence.
 */
export function resultFor(timeline: StockTimeline, quantity: Thousandths): StockResult {
  const step = stepsUpToMaxLeadTime(timeline).find(({ level }) => level >= quantity);
  if (step !== undefined) return backedResult(step.date, timeline.today);
  if (timeline.maxLeadTimeDate !== null) return { kind: 'max-lead-time', date: timeline.maxLeadTimeDate };
  return { kind: 'not-available' };
}

/** Returns the ship date of a result; a past date means today. Null without one. */
export function shipDateOf(result: StockResult | null | undefined, today: CalendarDate): CalendarDate | null {
  return result == null || result.kind === 'not-available' ? null : later(result.date, today);
}

/** Returns the result in a stock item of the service (§2.2). */
export function resultOfItem(item: Pick<StockItem, 'stockDate' | 'isMaxLeadTime'>, today: CalendarDate): DatedResult {
  return item.isMaxLeadTime ? { kind: 'max-lead-time', date: item.stockDate } : backedResult(item.stockDate, today);
}

/** A product's complete calendar as received (§4.1, §4.4). */
export interface ReceivedCalendar {
  entries: readonly DatedEntry[];
  /** Number of entries that couldn't be read. With any, the calendar is incomplete. */
  unreadable: number;
}

/** Why a service's result isn't shown. */
export type UnreliableReason =
  | { kind: 'incomplete-calendar'; unreadable: number }
  /** On the result's effective date, the calendar has only this level, less than the quantity. */
  | { kind: 'not-enough'; date: CalendarDate; level: Thousandths }
  /** The service refused the quantity, but the calendar has this ship date for it. */
  | { kind: 'refused-though-available'; calendar: DatedResult };

/** A service's result after it was compared with the product's calendar. */
export type ReconciledResult =
  /** `earlier`: the calendar's own ship date, if it is before the result's. The service doesn't confirm it. */
  | { kind: 'reliable'; stockResult: StockResult; earlier: DatedResult | null }
  | { kind: 'not-reliable'; reason: UnreliableReason }
  /** The product has no entries. */
  | { kind: 'no-stock-data' };

/**
 * Compares a service's result for a positive quantity with the product's calendar.
 * The result `refused` is a 404 without a reason (§4.2), which the calendar settles. `today` is the service's date.
 *
 * A result isn't reliable if the calendar is incomplete, if it doesn't have the quantity on the date of a stock-backed
 * result, or if it has a ship date for a quantity that isn't available. A placeholder date means that it isn't. Otherwise the result stands, except that a max
 * lead time date on which stock covers the quantity is backed by stock.
 */
export function reconciledResult(
  result: StockResult | 'refused',
  { entries, unreadable }: ReceivedCalendar,
  quantity: Thousandths,
  today: CalendarDate,
): ReconciledResult {
  if (unreadable > 0) return notReliable({ kind: 'incomplete-calendar', unreadable });
  const timeline = readTimeline(entries, today);
  const own = resultFor(timeline, quantity);
  if (result !== 'refused' && hasPlaceholder(result, today)) {
    return reconciledResult({ kind: 'not-available' }, { entries, unreadable }, quantity, today);
  }
  if (result === 'refused' && entries.length === 0) return { kind: 'no-stock-data' };
  if (result === 'refused' || result.kind === 'not-available') {
    return own.kind === 'not-available'
      ? { kind: 'reliable', stockResult: own, earlier: null }
      : notReliable({ kind: 'refused-though-available', calendar: own });
  }
  const date = later(today, result.date);
  const level = levelOn(timeline, date);
  if (result.kind !== 'max-lead-time' && level < quantity) return notReliable({ kind: 'not-enough', date, level });
  if (own.kind === 'not-available') return { kind: 'reliable', stockResult: result, earlier: null };
  const ownDate = later(today, own.date);
  return ownDate < date
    ? { kind: 'reliable', stockResult: result, earlier: own }
    : {
        kind: 'reliable',
        stockResult: ownDate === date ? { ...result, kind: own.kind } : result,
        earlier: null,
      };
}

/** Whether a result's date is a placeholder, which promises nothing. Stock can be in force from one far back. */
function hasPlaceholder(stockResult: StockResult, today: CalendarDate): boolean {
  if (stockResult.kind === 'not-available') return false;
  return (
    isFarAhead(stockResult.date, today) || (stockResult.kind === 'max-lead-time' && isFarBack(stockResult.date, today))
  );
}

/** Whether the calendar's own ship date for a quantity is that of the service's result. */
export function isConfirmed(stockResult: StockResult, timeline: StockTimeline, quantity: Thousandths): boolean {
  const { today } = timeline;
  return shipDateOf(resultFor(timeline, quantity), today) === shipDateOf(stockResult, today);
}

function notReliable(reason: UnreliableReason): ReconciledResult {
  return { kind: 'not-reliable', reason };
}

function backedResult(date: CalendarDate, today: CalendarDate): DatedResult {
  return { kind: date <= today ? 'in-stock' : 'expected', date };
}

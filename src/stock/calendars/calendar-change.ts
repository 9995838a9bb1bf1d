import type { ChangeDirection } from '#stock/contract/calendar-options.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type StockResult, resultFor, shipDateOf } from '#stock/stock-result.ts';
import { quantityBreaks } from '#stock/quantity-breaks.ts';
import { levelOn, type StockTimeline } from '#stock/stock-timeline.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { anyQuantity } from './calendar-summary.ts';

/** Changes of a product's calendar from today on. The passing of days is no change. */
export interface CalendarChange {
  productId: ProductId;
  /** Null for any quantity. */
  wanted: Thousandths | null;
  /** The result for the wanted quantity by each calendar. */
  before: StockResult;
  now: StockResult;
  /** Days by which the ship date moved: positive for later, 0 for the same day. Null if either result has no date. */
  daysMoved: number | null;
  /** The move of the wanted quantity; of any, the one that moved later by most days. Null if it isn't later. */
  worst: LaterMove | null;
  /** The largest loss of the level, today or later; without one the first day on which it differs, null if there is none. */
  level: LevelChange | null;
  /** Max lead time date before and now, null if unchanged. */
  maxLeadTime: { before: CalendarDate | null; now: CalendarDate | null } | null;
}

/** A quantity that ships later than before. */
export interface LaterMove {
  /** Null for more than stock covers, which ships at max lead time. */
  quantity: Thousandths | null;
  /**
   * The last part of the quantity, which had just this date and now has that one: what is below it ships earlier. Of one
   * that is no longer available, the part above what still is.
   */
  moved: Thousandths;
  /** Ship date before, today or later, and the result now. */
  from: CalendarDate;
  to: StockResult;
  /** At least 1; null if it is no longer available. */
  days: number | null;
}

export interface LevelChange {
  date: CalendarDate;
  before: Thousandths;
  now: Thousandths;
}

/**
 * Compares two calendars of one product as of the same day. Returns null if nothing changed. A `wanted` of null is any
 * quantity.
 */
export function calendarChange(
  productId: ProductId,
  old: StockTimeline,
  current: StockTimeline,
  wanted: Thousandths | null,
): CalendarChange | null {
  const level = worstLevelChange(old, current);
  const hasMoved = old.maxLeadTimeDate !== current.maxLeadTimeDate;
  if (level === null && !hasMoved) return null;
  const results = [resultFor(old, wanted ?? anyQuantity), resultFor(current, wanted ?? anyQuantity)] as const;
  return {
    productId,
    wanted,
    before: results[0],
    now: results[1],
    daysMoved: daysMoved(...results, current.today),
    worst: worstMove(old, current, wanted),
    level,
    maxLeadTime: hasMoved ? { before: old.maxLeadTimeDate, now: current.maxLeadTimeDate } : null,
  };
}

/**
 * How the ship date changed: of the wanted quantity, or if any is wanted, of the one for which it is worst. `came`: there
 * was none before; `went`: there is none any more.
 */
export type DateMove = 'earlier' | 'later' | 'same-day' | 'came' | 'went' | 'never-available';

export function dateMove(change: CalendarChange): DateMove {
  const { worst } = change;
  if (worst === null) return wantedMove(change);
  return worst.days === null ? 'went' : 'later';
}

/** Days of {@link dateMove}, positive for later; null without a date before or now. */
export function daysOfMove(change: CalendarChange): number | null {
  const { worst, daysMoved } = change;
  const move = dateMove(change);
  if (move === 'later') return Math.max(daysMoved ?? 0, worst?.days ?? 0);
  return move === 'went' ? null : daysMoved;
}

function wantedMove({ before, now, daysMoved }: CalendarChange): DateMove {
  if (daysMoved !== null) return daysMoved < 0 ? 'earlier' : daysMoved > 0 ? 'later' : 'same-day';
  if (now.kind !== 'not-available') return 'came';
  return before.kind === 'not-available' ? 'never-available' : 'went';
}

/** Returns the severity of a change, worst highest: a lost ship date, then by days later, then a new date. */
export function severity(change: CalendarChange): number {
  const ranks: Partial<Record<DateMove, number>> = { went: 1_000_000, came: -1_000_000, 'never-available': 0 };
  return ranks[dateMove(change)] ?? daysOfMove(change) ?? 0;
}

/** Compares by severity, worst first, then by the loss of quantity, largest first, then by product. */
export function byWorst(a: CalendarChange, b: CalendarChange): number {
  const gain = ({ level }: CalendarChange) => (level === null ? 0 : level.now - level.before);
  return severity(b) - severity(a) || gain(a) - gain(b) || a.productId - b.productId;
}

/** What happened to the ship date: no longer available, later, available again or earlier, or neither. */
export function directionOf(change: CalendarChange): ChangeDirection {
  if (dateMove(change) === 'went') return 'gone';
  const rank = severity(change);
  return rank > 0 ? 'later' : rank < 0 ? 'earlier' : 'same';
}

/** Returns the latest move of the wanted quantity; of any, of the largest that could ship by each date before, or at max lead time. */
function worstMove(old: StockTimeline, current: StockTimeline, wanted: Thousandths | null): LaterMove | null {
  const { today } = current;
  const rank = ({ days }: LaterMove) => days ?? Infinity;
  let worst: LaterMove | null = null;
  for (const quantity of wanted === null ? quantityBreaks(old).breaks.map(({ upTo }) => upTo) : [wanted]) {
    const [before, to] = [resultFor(old, quantity), resultFor(current, quantity)];
    // A max lead time that moved is no move of a quantity.
    if (before.kind === 'not-available' || (before.kind === 'max-lead-time' && to.kind === 'max-lead-time')) continue;
    const move = { quantity, moved: quantity, from: later(today, before.date), to, days: daysMoved(before, to, today) };
    if (rank(move) > 0 && (worst === null || rank(move) >= rank(worst))) worst = move;
  }
  if (worst !== null) {
    const isLost = worst.days === null;
    worst.moved -= Math.max(isLost ? 0 : shippingBefore(old, worst.from), shippingBefore(current, worst.to));
  }
  if (wanted !== null || old.maxLeadTimeDate === null || current.maxLeadTimeDate === null) return worst;
  const [from, date] = [later(today, old.maxLeadTimeDate), later(today, current.maxLeadTimeDate)];
  const to = { kind: 'max-lead-time', date } as const;
  const lead = { quantity: null, moved: 0, from, to, days: daysBetween(from, date) };
  return lead.days > 0 && (worst === null || lead.days > rank(worst)) ? lead : worst;
}

/** Returns the largest quantity that ships from stock before a date; of all, if the result has none. */
function shippingBefore(timeline: StockTimeline, result: CalendarDate | StockResult): Thousandths {
  const date = typeof result === 'string' ? result : shipDateOf(result, timeline.today);
  const { breaks } = quantityBreaks(timeline);
  return breaks.findLast((each) => date === null || later(timeline.today, each.date) < date)?.upTo ?? 0;
}

/** A level after the max lead time date limits no quantity: a loss of it is none. */
function worstLevelChange(old: StockTimeline, current: StockTimeline): LevelChange | null {
  const { today, maxLeadTimeDate } = current;
  let worst: LevelChange | null = null;
  const days = [...old.steps, ...current.steps].map((step) => later(today, step.date)).toSorted();
  for (const date of days) {
    const [before, now] = [levelOn(old, date), levelOn(current, date)];
    if (before === now) continue;
    const isLarger = now - before < Math.min(0, worst === null ? 0 : worst.now - worst.before);
    const isLoss = isLarger && (maxLeadTimeDate === null || date < maxLeadTimeDate);
    if (worst === null || isLoss) worst = { date, before, now };
  }
  return worst;
}

function daysMoved(before: StockResult, now: StockResult, today: CalendarDate): number | null {
  if (before.kind === 'not-available' || now.kind === 'not-available') return null;
  return daysBetween(later(today, before.date), later(today, now.date));
}

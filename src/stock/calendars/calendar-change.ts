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
  /**
   * The move of the wanted quantity; of any, the one that is worst: later by most days or, if nothing is later, earlier by
   * most. Null if all ships as before.
   */
  move: QuantityMove | null;
  /** The largest loss of the level, today or later; without one the first day on which it differs, null if there is none. */
  level: LevelChange | null;
  /** Max lead time date before and now, null if unchanged. */
  maxLeadTime: { before: CalendarDate | null; now: CalendarDate | null } | null;
}

/** A quantity that ships on another day than before. */
export interface QuantityMove {
  /** Null for more than stock covers, which ships at max lead time. */
  quantity: Thousandths | null;
  /**
   * The last part of the quantity, which had just this date and now has that one: what is below it ships earlier. Of one
   * that isn't available by either, the part above what is.
   */
  moved: Thousandths;
  /** The results before and now, their dates today or later. */
  from: StockResult;
  to: StockResult;
  /** Positive for later; null if either result has no date. */
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
    move: laterMove(old, current, wanted) ?? reversed(laterMove(current, old, wanted)),
    level,
    maxLeadTime: hasMoved ? { before: old.maxLeadTimeDate, now: current.maxLeadTimeDate } : null,
  };
}

/**
 * How the ship date changed: of the wanted quantity, or if any is wanted, of the one for which it is worst. `came`: there
 * was none before; `went`: there is none any more; `more` and `less` if another part of the quantity is available.
 */
export type DateMove = 'earlier' | 'later' | 'same-day' | 'came' | 'more' | 'went' | 'less' | 'never-available';

export function dateMove(change: CalendarChange): DateMove {
  const { move } = change;
  if (move === null) return wantedMove(change);
  const isWhole = move.moved === move.quantity;
  if (move.to.kind === 'not-available') return isWhole ? 'went' : 'less';
  if (move.from.kind === 'not-available') return isWhole ? 'came' : 'more';
  return (move.days ?? 0) > 0 ? 'later' : 'earlier';
}

/** Days of {@link dateMove}, positive for later; null without a date before or now. */
export function daysOfMove(change: CalendarChange): number | null {
  const [days, ofMove] = [change.daysMoved ?? 0, change.move?.days ?? 0];
  const move = dateMove(change);
  if (move === 'later') return Math.max(days, ofMove);
  if (move === 'earlier') return Math.min(days, ofMove);
  return move === 'same-day' ? 0 : null;
}

/** By how much the quantity changed. */
export interface QuantityChange {
  by: Thousandths;
  /** What was available before. */
  before: Thousandths;
  /** The day on which the level differs; null for the largest quantity of all days. */
  on: CalendarDate | null;
}

/** The quantity that isn't available any more, or is now; without one the change of the level, null without either. */
export function quantityChange({ move, level }: CalendarChange): QuantityChange | null {
  if (move !== null && move.quantity !== null && move.days === null) {
    return move.to.kind === 'not-available'
      ? { by: -move.moved, before: move.quantity, on: null }
      : { by: move.moved, before: move.quantity - move.moved, on: null };
  }
  return level && { by: level.now - level.before, before: level.before, on: level.date };
}

function wantedMove({ before, now, daysMoved }: CalendarChange): DateMove {
  if (daysMoved !== null) return daysMoved < 0 ? 'earlier' : daysMoved > 0 ? 'later' : 'same-day';
  if (now.kind !== 'not-available') return 'came';
  return before.kind === 'not-available' ? 'never-available' : 'went';
}

/**
 * Returns the severity of a change, worst highest: nothing left, then by the share that is no longer available, then by
 * days later, then a new date.
 */
export function severity(change: CalendarChange): number {
  const move = dateMove(change);
  if (move === 'went') return 2_000_000;
  if (move === 'less') return 1_000_000 - shareOf(change);
  if (move === 'came' || move === 'more') return -1_000_000;
  return daysOfMove(change) ?? 0;
}

/** Share by which the quantity changed, comparable between units. */
function shareOf(change: CalendarChange): number {
  const { by, before } = quantityChange(change) ?? { by: 0, before: 0 };
  return before > 0 ? by / before : Math.sign(by);
}

/** Compares by severity, worst first, then by the share of the quantity that is lost, largest first, then by product. */
export function byWorst(a: CalendarChange, b: CalendarChange): number {
  return severity(b) - severity(a) || shareOf(a) - shareOf(b) || a.productId - b.productId;
}

/** What happened to the ship date: less or nothing available, later, more available or earlier, or neither. */
export function directionOf(change: CalendarChange): ChangeDirection {
  const rank = severity(change);
  if (rank >= 999_999) return 'gone';
  return rank > 0 ? 'later' : rank < 0 ? 'earlier' : 'same';
}

function reversed(move: QuantityMove | null): QuantityMove | null {
  return move && { ...move, from: move.to, to: move.from, days: move.days && -move.days };
}

/**
 * Returns the move to a later day of the wanted quantity; of any, the latest move of the largest that could ship by each
 * date before, or at max lead time.
 */
function laterMove(old: StockTimeline, current: StockTimeline, wanted: Thousandths | null): QuantityMove | null {
  const { today } = current;
  const rank = ({ days }: QuantityMove) => days ?? Infinity;
  const notBefore = (result: StockResult) =>
    result.kind === 'not-available' ? result : { ...result, date: later(today, result.date) };
  let worst: QuantityMove | null = null;
  for (const quantity of wanted === null ? quantityBreaks(old).breaks.map(({ upTo }) => upTo) : [wanted]) {
    const [before, to] = [resultFor(old, quantity), resultFor(current, quantity)];
    // A max lead time that moved is no move of a quantity.
    if (before.kind === 'not-available' || (before.kind === 'max-lead-time' && to.kind === 'max-lead-time')) continue;
    const days = daysMoved(before, to, today);
    const move = { quantity, moved: quantity, from: notBefore(before), to: notBefore(to), days };
    if (rank(move) > 0 && (worst === null || rank(move) >= rank(worst))) worst = move;
  }
  if (worst !== null) {
    const isLost = worst.days === null;
    worst.moved -= Math.max(isLost ? 0 : shippingBefore(old, worst.from), shippingBefore(current, worst.to));
  }
  if (wanted !== null || old.maxLeadTimeDate === null || current.maxLeadTimeDate === null) return worst;
  const [from, date] = [later(today, old.maxLeadTimeDate), later(today, current.maxLeadTimeDate)];
  const kind = 'max-lead-time';
  const lead = {
    quantity: null,
    moved: 0,
    from: { kind, date: from },
    to: { kind, date },
    days: daysBetween(from, date),
  } as const;
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

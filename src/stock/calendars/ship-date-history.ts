import type { StockResult } from '#stock/stock-result.ts';
import { addDays, type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';

/** What was observed on a day: when the quantity could ship. Days that aren't there are gaps. */
export interface ObservedDay {
  day: CalendarDate;
  stockResult: StockResult;
}

/** A day on which the ship date was another one than by the day observed before. */
export interface ShipDateMove {
  day: CalendarDate;
  before: StockResult;
  now: StockResult;
  /** Days by which it moved, positive for later; null without a date before or now. */
  days: number | null;
}

/**
 * Returns the moves of a ship date, in order of the observed days. That days pass is no move: a past date means the day
 * itself, and so is a max lead time that is as far from each day as before.
 */
export function shipDateMoves(observed: readonly ObservedDay[]): ShipDateMove[] {
  return observed.flatMap(({ day, stockResult: now }, index): ShipDateMove[] => {
    const last = observed[index - 1];
    if (last === undefined) return [];
    const before = last.stockResult;
    if (before.kind === 'not-available' || now.kind === 'not-available')
      return before.kind === now.kind ? [] : [{ day, before, now, days: null }];
    const isLead = before.kind === 'max-lead-time' && now.kind === 'max-lead-time';
    if (isLead && daysBetween(last.day, before.date) === daysBetween(day, now.date)) return [];
    const days = daysBetween(later(day, before.date), later(day, now.date));
    const isSameKind = (before.kind === 'max-lead-time') === (now.kind === 'max-lead-time');
    return days === 0 && isSameKind ? [] : [{ day, before, now, days }];
  });
}

/** Most days that {@link laterMoves} looks back. */
const maxSummarizedDays = 90;
/** Below so many arrivals, there is too little to sum up. */
const minArrivals = 5;

export interface LaterMoves {
  /** Days that are summed up: 90, or since the date is observed. */
  days: number;
  count: number;
  /** The median number of days, rounded up; null without moves. */
  typicalDays: number | null;
}

/**
 * Sums up how a ship date moved later in the last 90 days. Null with fewer than five arrivals observed in that time: days
 * on which expected stock had become stock on hand.
 */
export function laterMoves(observed: readonly ObservedDay[], today: CalendarDate): LaterMoves | null {
  const first = addDays(today, -maxSummarizedDays);
  const arrivals = observed.filter(
    ({ day, stockResult }, index) =>
      day >= first && stockResult.kind === 'in-stock' && observed[index - 1]?.stockResult.kind === 'expected',
  );
  const [start] = observed;
  if (start === undefined || arrivals.length < minArrivals) return null;
  const moves = shipDateMoves(observed)
    .flatMap((move) => (move.day >= first && move.days !== null && move.days > 0 ? [move.days] : []))
    .toSorted((a, b) => a - b);
  return {
    days: daysBetween(later(first, start.day), today),
    count: moves.length,
    typicalDays: moves[moves.length >> 1] ?? null,
  };
}

/** Days in a row with one kind of ship date, or without one. */
export interface ObservedSpan {
  kind: 'stock' | 'max-lead-time' | 'not-available';
  /** Without gaps. */
  days: ObservedDay[];
}

/** Splits the observed days where there is a gap, or the ship date is backed by stock and no longer, or again. */
export function observedSpans(observed: readonly ObservedDay[]): ObservedSpan[] {
  const spans: ObservedSpan[] = [];
  for (const each of observed) {
    const { kind: stockResult } = each.stockResult;
    const kind = stockResult === 'in-stock' || stockResult === 'expected' ? 'stock' : stockResult;
    const span = spans.at(-1);
    const last = span?.days.at(-1);
    if (span?.kind === kind && last && addDays(last.day, 1) === each.day) span.days.push(each);
    else spans.push({ kind, days: [each] });
  }
  return spans;
}

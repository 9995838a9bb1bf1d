import type { ProductId } from '#contract/product-id.ts';
import { type Answer, answerFor } from '#domain/answer.ts';
import { levelOn, type StockTimeline } from '#domain/stock-timeline.ts';
import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { oneUnit } from './calendar-summary.ts';
import { type CalendarSnapshot, timelineOfSnapshot } from './calendar-snapshot.ts';

/** Changes in a product's calendar between two snapshots, from today on. The passing of days is no change. */
export interface CalendarChange {
  productId: ProductId;
  /** When each snapshot was taken, Unix milliseconds. */
  seenBefore: number;
  seenNow: number;
  /** The answer for the wanted quantity by each snapshot. */
  before: Answer;
  now: Answer;
  /** Days by which the ship date moved: positive for later, 0 for the same day. Null if either answer has no date. */
  daysMoved: number | null;
  /** First day, today or later, on which the level differs; null if there is none. */
  level: LevelChange | null;
  /** Max lead time date before and now, null if unchanged. */
  maxLeadTime: { before: CalendarDate | null; now: CalendarDate | null } | null;
}

export interface LevelChange {
  date: CalendarDate;
  before: Thousandths;
  now: Thousandths;
}

/** Compares two snapshots of one product as of `today`. Returns null if nothing changed. A `wanted` of null means 1. */
export function calendarChange(
  before: CalendarSnapshot,
  now: CalendarSnapshot,
  today: CalendarDate,
  wanted: Thousandths | null,
): CalendarChange | null {
  const bothIncludeMaxLeadTime = before.includesMaxLeadTime && now.includesMaxLeadTime;
  const read = (look: CalendarSnapshot) =>
    timelineOfSnapshot(bothIncludeMaxLeadTime ? look : { ...look, maxLeadTimeDate: null }, today);
  const [old, current] = [read(before), read(now)];
  const level = firstLevelChange(old, current);
  const hasMoved = old.maxLeadTimeDate !== current.maxLeadTimeDate;
  if (level === null && !hasMoved) return null;
  const answers = [answerFor(old, wanted ?? oneUnit), answerFor(current, wanted ?? oneUnit)] as const;
  return {
    productId: now.productId,
    seenBefore: before.at,
    seenNow: now.at,
    before: answers[0],
    now: answers[1],
    daysMoved: daysMoved(...answers, today),
    level,
    maxLeadTime: hasMoved ? { before: old.maxLeadTimeDate, now: current.maxLeadTimeDate } : null,
  };
}

/** How the ship date of the wanted quantity changed. `came`: there was none before; `went`: there is none any more. */
export type DateMove = 'earlier' | 'later' | 'same-day' | 'came' | 'went' | 'never-available';

export function dateMove({ before, now, daysMoved }: CalendarChange): DateMove {
  if (daysMoved !== null) return daysMoved < 0 ? 'earlier' : daysMoved > 0 ? 'later' : 'same-day';
  if (now.kind !== 'not-available') return 'came';
  return before.kind === 'not-available' ? 'never-available' : 'went';
}

/** Returns the severity of a change, worst highest: a lost ship date, then by days later, then a new date. */
export function severity(change: CalendarChange): number {
  const ranks: Partial<Record<DateMove, number>> = { went: 1_000_000, came: -1_000_000, 'never-available': 0 };
  return ranks[dateMove(change)] ?? change.daysMoved ?? 0;
}

/** Sorts by severity, worst first. Ties: the newest snapshot first, then by product ID. */
export function worstFirst(changes: readonly CalendarChange[]): CalendarChange[] {
  return changes.toSorted((a, b) => severity(b) - severity(a) || b.seenNow - a.seenNow || a.productId - b.productId);
}

function firstLevelChange(old: StockTimeline, current: StockTimeline): LevelChange | null {
  const { today } = current;
  const days = [...old.steps, ...current.steps].map((step) => later(today, step.date)).toSorted();
  for (const date of days) {
    const [before, now] = [levelOn(old, date), levelOn(current, date)];
    if (before !== now) return { date, before, now };
  }
  return null;
}

function daysMoved(before: Answer, now: Answer, today: CalendarDate): number | null {
  if (before.kind === 'not-available' || now.kind === 'not-available') return null;
  return daysBetween(later(today, before.date), later(today, now.date));
}

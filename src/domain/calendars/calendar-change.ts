import type { ProductId } from '#contract/product-id.ts';
import { type Answer, answerFor } from '#domain/answer.ts';
import { levelOn, type StockTimeline } from '#domain/stock-timeline.ts';
import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { oneUnit } from './calendar-summary.ts';
import { type CalendarLook, timelineOfLook } from './calendar-look.ts';

/** What moved in a product's calendar between two looks, from today on. That days went by moves nothing. */
export interface CalendarChange {
  productId: ProductId;
  /** When each look was taken, in milliseconds since 1970. */
  seenBefore: number;
  seenNow: number;
  /** The answer for the wanted quantity by what was known before, and now. */
  before: Answer;
  now: Answer;
  /** How many days later it can leave: negative for earlier, 0 for the same day, null where one has no date. */
  daysMoved: number | null;
  /** The first day, today or later, whose level is another; null where none is. */
  level: LevelChange | null;
  /** The max lead time, where it moved, came or went. */
  maxLeadTime: { before: CalendarDate | null; now: CalendarDate | null } | null;
}

export interface LevelChange {
  date: CalendarDate;
  before: Thousandths;
  now: Thousandths;
}

/** The change between two looks at one product, as of `today`; null where nothing moved. `wanted` null stands for 1. */
export function calendarChange(
  before: CalendarLook,
  now: CalendarLook,
  today: CalendarDate,
  wanted: Thousandths | null,
): CalendarChange | null {
  const isWhole = before.includesMaxLeadTime && now.includesMaxLeadTime;
  const read = (look: CalendarLook) => timelineOfLook(isWhole ? look : { ...look, maxLeadTimeDate: null }, today);
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

/** How the date for the wanted quantity moved, with one word for each way to move. */
export type DateMove = 'earlier' | 'later' | 'same-day' | 'came' | 'went' | 'never-available';

export function dateMove({ before, now, daysMoved }: CalendarChange): DateMove {
  if (daysMoved !== null) return daysMoved < 0 ? 'earlier' : daysMoved > 0 ? 'later' : 'same-day';
  if (now.kind !== 'not-available') return 'came';
  return before.kind === 'not-available' ? 'never-available' : 'went';
}

/** How bad a change is, the worst highest: no date any more, then by the days that it moved later; a new date last. */
export function moveRank(change: CalendarChange): number {
  const ranks: Partial<Record<DateMove, number>> = { went: 1_000_000, came: -1_000_000, 'never-available': 0 };
  return ranks[dateMove(change)] ?? change.daysMoved ?? 0;
}

/** The worst first; of those that are as bad, the newest first, and of one look by product. */
export function worstFirst(changes: readonly CalendarChange[]): CalendarChange[] {
  return changes.toSorted((a, b) => moveRank(b) - moveRank(a) || b.seenNow - a.seenNow || a.productId - b.productId);
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

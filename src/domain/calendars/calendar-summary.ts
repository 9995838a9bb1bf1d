import type { ProductId } from '#contract/product-id.ts';
import { type Answer, answerFor } from '#domain/answer.ts';
import { levelOn, type StockTimeline } from '#domain/stock-timeline.ts';
import { addDays, type CalendarDate } from '#lib/calendar-date.ts';
import { levelToThousandths, type Thousandths } from '#lib/thousandths.ts';

import { type ListedCalendar, type ListedProduct, timelineOf } from './listed-product.ts';

/** The quantity that counts where nobody asked for one: 1 (rules, *Many products*). */
export const oneUnit: Thousandths = 1000;

/** A rise of the level that is still to come. */
export interface Increase {
  date: CalendarDate;
  /** Above 0. */
  by: Thousandths;
  /** The level from then on. */
  to: Thousandths;
}

/**
 * Whether the service may tell when the product was updated last: it does with a stock item alone (§2.2), and has none
 * where one unit is on no date.
 * @param includesMaxLeadTime whether the calendar was asked for with it; without, it doesn't show all that can be had
 */
export function mayTellLastUpdate(product: ListedProduct, includesMaxLeadTime: boolean): boolean {
  if (product.kind !== 'calendar') return false;
  return (
    !includesMaxLeadTime ||
    product.entries.some(
      ({ isDeleted, isMaxLeadTime, stockQuantity }) =>
        !isDeleted && (isMaxLeadTime || levelToThousandths(stockQuantity) >= oneUnit),
    )
  );
}

/** What a calendar among many says in one row. */
export interface CalendarSummary {
  productId: ProductId;
  territories: readonly string[];
  timeline: StockTimeline;
  /** The level in force today; can be negative. */
  availableToday: Thousandths;
  /** The earliest date of any quantity at all: 1. */
  first: Answer;
  /** The earliest date of the wanted quantity; the same as `first` where none is wanted. */
  wanted: Answer;
  /** The next day after today on which the level rises; null where it never does. */
  nextIncrease: Increase | null;
  maxLeadTimeDate: CalendarDate | null;
  /** When the wanted quantity is no longer available; today where it isn't now, null where it always is. */
  fallsShortOn: CalendarDate | null;
}

/** Sums up a product's calendar as of `today`. `wanted` is null where no quantity is asked for. */
export function summarize(product: ListedCalendar, today: CalendarDate, wanted: Thousandths | null): CalendarSummary {
  const timeline = timelineOf(product, today);
  const first = answerFor(timeline, oneUnit);
  return {
    productId: product.productId,
    territories: product.territories,
    timeline,
    availableToday: levelOn(timeline, today),
    first,
    wanted: wanted === null ? first : answerFor(timeline, wanted),
    nextIncrease: nextIncrease(timeline),
    maxLeadTimeDate: timeline.maxLeadTimeDate,
    fallsShortOn: fallsShortOn(timeline, wanted ?? oneUnit),
  };
}

/** The first day from today on when less than `wanted` is available (rules, *Falls short on*); null where there is none. */
export function fallsShortOn(timeline: StockTimeline, wanted: Thousandths): CalendarDate | null {
  const { steps, today } = timeline;
  if (levelOn(timeline, today) < wanted) return today;
  return steps.find(({ date, level }) => date > today && level < wanted)?.date ?? null;
}

/** Whether the wanted quantity is missing on a day up to two weeks from today. */
export function isShortSoon({ fallsShortOn, timeline }: CalendarSummary): boolean {
  return fallsShortOn !== null && fallsShortOn <= addDays(timeline.today, 14);
}

/** The first day after today on which the level is higher than on the day before; before its first entry it is 0. */
export function nextIncrease({ steps, today }: StockTimeline): Increase | null {
  let level: Thousandths = 0;
  for (const step of steps) {
    if (step.date > today && step.level > level) return { date: step.date, by: step.level - level, to: step.level };
    level = step.level;
  }
  return null;
}

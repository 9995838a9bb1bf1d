import { msg } from '@lingui/core/macro';

import type { Wording } from '#parts/result/wording.ts';
import { maxQuantityBy, type QuantityBreaks } from '#stock/quantity-breaks.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import { type CalendarDate, daysBetween } from '#stock/calendar-date.ts';
import { largestQuantity, roundStep, type Thousandths } from '#stock/thousandths.ts';

const positions = 120;
const minSpan = 14;

/**
 * Returns maximum and step of a slider over quantities, which starts at `step`. It includes the checked quantity and
 * extends beyond the highest break, in round steps.
 */
export function quantityScale({ breaks }: QuantityBreaks, quantity: Thousandths): Record<'step' | 'most', Thousandths> {
  const top = Math.max(quantity, ...breaks.map(({ upTo }) => upTo)) * 1.2;
  const step = roundStep(top / positions);
  return { step, most: Math.min(largestQuantity, Math.ceil(top / step) * step) };
}

/** Returns the number of days that a slider over dates covers from today: past the last date with a change. */
export function daysCovered(
  { breaks, beyond }: QuantityBreaks,
  neededBy: CalendarDate | null,
  today: CalendarDate,
): number {
  const dates = [...breaks.map(({ date }) => date), beyond, neededBy].filter((date) => date !== null);
  const furthest = Math.max(0, ...dates.map((date) => daysBetween(today, date)));
  return Math.max(minSpan, furthest + Math.ceil(furthest / 10));
}

/**
 * Describes the maximum quantity by `date`, today or later: from stock, or any quantity from the max lead time date on.
 */
export function mostByDateWords(wording: Wording, timeline: StockTimeline, date: CalendarDate): string {
  const { i18n } = wording;
  const { maxLeadTimeDate } = timeline;
  if (maxLeadTimeDate !== null && maxLeadTimeDate <= date) return i18n._(msg`any quantity, at max lead time`);
  const most = maxQuantityBy(timeline, date);
  const amount = wording.formatQuantity(most);
  return most > 0 ? i18n._(msg`up to ${amount}`) : i18n._(msg`none available`);
}

/** A stepped line; coordinates are fractions of the axes, 0 to 1. */
export interface StepPlot {
  steps: readonly { at: number; height: number }[];
  /** Where the line ends, since nothing further is backed by stock; 1 at the end of the axis. */
  backedUntil: number;
  /** What follows: any quantity at the max lead time (`max-lead-time`), or nothing. */
  after: 'max-lead-time' | 'nothing';
}

/** Plots the maximum quantity over `span` days from today. The line ends at the max lead time. */
export function mostOverDays({ breaks, beyond }: QuantityBreaks, today: CalendarDate, span: number): StepPlot {
  const part = (date: CalendarDate) => Math.max(0, daysBetween(today, date)) / span;
  const top = breaks.at(-1)?.upTo ?? 1;
  return {
    steps: breaks.map(({ upTo, date }) => ({ at: part(date), height: upTo / top })),
    backedUntil: beyond === null ? 1 : part(beyond),
    after: beyond === null ? 'nothing' : 'max-lead-time',
  };
}

/** Plots the days until shipping over quantities from `least` to `most`. The line ends at the last break. */
export function waitOverQuantity(
  { breaks, beyond }: QuantityBreaks,
  today: CalendarDate,
  { least, most }: { least: Thousandths; most: Thousandths },
): StepPlot {
  const wait = (date: CalendarDate) => Math.max(0, daysBetween(today, date));
  const part = (quantity: Thousandths) => Math.min(1, Math.max(0, (quantity - least) / (most - least)));
  const longest = Math.max(1, ...breaks.map(({ date }) => wait(date)));
  return {
    steps: breaks.map(({ date }, index) => ({
      at: part(breaks[index - 1]?.upTo ?? least),
      height: minHeight + (1 - minHeight) * (wait(date) / longest),
    })),
    backedUntil: part(breaks.at(-1)?.upTo ?? least),
    after: beyond === null ? 'nothing' : 'max-lead-time',
  };
}

/** Minimum height, so that zero days are visible. */
const minHeight = 0.06;

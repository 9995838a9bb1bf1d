import type { QuantityBreaks } from '#domain/quantity-breaks.ts';
import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** A stepped line in parts of its axes, 0 to 1. */
export interface StepPlot {
  steps: readonly { at: number; height: number }[];
  /** From here on nothing real stands; 1 where the line reaches the end. */
  realUntil: number;
  /** What stands after the real: any quantity at the max lead time, or nothing at all. */
  after: 'theory' | 'nothing';
}

/** The most that can leave, over `span` days from today: it rises, and from the max lead time on is no level. */
export function mostOverDays({ breaks, beyond }: QuantityBreaks, today: CalendarDate, span: number): StepPlot {
  const part = (date: CalendarDate) => Math.max(0, daysBetween(today, date)) / span;
  const top = breaks.at(-1)?.upTo ?? 1;
  return {
    steps: breaks.map(({ upTo, date }) => ({ at: part(date), height: upTo / top })),
    realUntil: beyond === null ? 1 : part(beyond),
    after: afterReal(beyond),
  };
}

/** The days to wait, over quantities from `least` to `most`: above the last break there is no real stock to wait for. */
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
      height: shortestBar + (1 - shortestBar) * (wait(date) / longest),
    })),
    realUntil: part(breaks.at(-1)?.upTo ?? least),
    after: afterReal(beyond),
  };
}

function afterReal(beyond: CalendarDate | null): StepPlot['after'] {
  return beyond === null ? 'nothing' : 'theory';
}

/** No wait at all still shows as a line. */
const shortestBar = 0.06;

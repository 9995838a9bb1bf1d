import type { QuantityBreaks } from '#domain/quantity-breaks.ts';
import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** A stepped line in parts of its axes, 0 to 1; from `theoryFrom` on nothing real stands, null where it reaches the end. */
export interface StepPlot {
  steps: readonly { at: number; height: number }[];
  theoryFrom: number | null;
}

/** The most that can leave, over `span` days from today: it rises, and from the max lead time on is no level. */
export function mostOverDays({ breaks, beyond }: QuantityBreaks, today: CalendarDate, span: number): StepPlot {
  const part = (date: CalendarDate) => Math.max(0, daysBetween(today, date)) / span;
  const top = breaks.at(-1)?.upTo ?? 1;
  return {
    steps: breaks.map(({ upTo, date }) => ({ at: part(date), height: upTo / top })),
    theoryFrom: beyond === null ? null : part(beyond),
  };
}

/** The days to wait, over quantities from `least` to `most`: above the last break there is no real stock to wait for. */
export function waitOverQuantity(
  { breaks }: QuantityBreaks,
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
    theoryFrom: part(breaks.at(-1)?.upTo ?? least),
  };
}

/** No wait at all still shows as a line. */
const shortestBar = 0.06;

import { addDays, toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';

interface Dated {
  date: CalendarDate;
}

/** The index of the stop that holds at the instant `at`; the first where it lies before all of them. */
export function stopIndexAt(stops: readonly Dated[], at: number): number {
  return Math.max(
    0,
    stops.findLastIndex((stop) => toMilliseconds(stop.date) <= at),
  );
}

/** The index of the nearest stop at least `days` after the one at `index`, or before it where they are negative; the outermost where none is. */
export function stopIndexFrom(stops: readonly Dated[], index: number, days: number): number {
  const from = stops[index];
  if (!from) return index;
  const goal = addDays(from.date, days);
  if (days < 0)
    return Math.max(
      0,
      stops.findLastIndex((stop) => stop.date <= goal),
    );
  const next = stops.findIndex((stop) => stop.date >= goal);
  return next < 0 ? stops.length - 1 : next;
}

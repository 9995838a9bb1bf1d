import { useInfiniteQuery } from '@tanstack/react-query';

import type { ReceivedCalendars } from '#data/calendar-pages.ts';
import { changes } from '#data/changes.ts';
import { addDays, type CalendarDate, todayIn } from '#stock/calendar-date.ts';
import { useLocale } from '#ui/locale.tsx';

import { figuresOf, type Figures } from './runs-short.ts';

/** Days between the figures that are compared. */
const week = 7;

/**
 * The figures of all products a week ago and the day that they are of, or the first day on which they will be known, if the history doesn't reach
 * back. Both null while that isn't known.
 */
export function useLastWeek({ today, request: { quantity, unit } }: ReceivedCalendars): {
  /** Undefined while they are loaded. */
  figures: Figures | null | undefined;
  day: CalendarDate;
  from: CalendarDate | null;
} {
  const { timeZone } = useLocale();
  const day = addDays(today, -week);
  const request = { productIds: null, since: day, quantity, unit, counted: true } as const;
  const { data, isPlaceholderData, isError } = useInfiniteQuery(changes.list(request, 1));
  const [page] = isPlaceholderData ? [] : (data?.pages ?? []);
  if (page === undefined) return { figures: isError ? null : undefined, day, from: null };
  const { countsThen, historyFrom } = page;
  if (countsThen !== null) return { figures: figuresOf(countsThen), day, from: null };
  // The day after the first is the first that the history has whole.
  return {
    figures: null,
    day,
    from: historyFrom === null ? null : addDays(todayIn(timeZone, new Date(historyFrom)), week + 1),
  };
}

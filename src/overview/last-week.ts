import { useInfiniteQuery } from '@tanstack/react-query';

import type { ReceivedCalendars } from '#data/calendar-pages.ts';
import { changes } from '#data/changes.ts';
import { addDays } from '#stock/calendar-date.ts';

import { figuresOf, type Figures } from './runs-short.ts';

/** The figures of all products a week ago; null while they aren't known, or if the history doesn't reach back. */
export function useLastWeek({ today, request: { quantity, unit } }: ReceivedCalendars): Figures | null {
  const request = { productIds: null, since: addDays(today, -7), quantity, unit, counted: true } as const;
  const { data, isPlaceholderData } = useInfiniteQuery(changes.list(request, 1));
  const counts = isPlaceholderData ? null : (data?.pages[0]?.countsThen ?? null);
  return counts && figuresOf(counts);
}

import { useEffect, useMemo, useState } from 'react';

import type { CalendarPage } from '#api/calendars/calendar-page.ts';
import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { useStockCalendars } from '#api/stock.ts';

import type { CalendarsSearch } from './use-calendars-search.ts';

/** A page past the end was asked for, and the last one opened in its stead. */
export interface PastEnd {
  asked: number;
  opened: number;
}

/** The page of the address as it comes from the service; past the end, the address is turned to the last page. */
export function usePagedCalendars(choice: ProductChoice, address: CalendarsSearch, enabled: boolean) {
  const { page, pageSize, includesMaxLeadTime, change } = address;
  const request = useMemo(
    () => ({ choice, page, pageSize, includeMaxLeadTime: includesMaxLeadTime }),
    [choice, page, pageSize, includesMaxLeadTime],
  );
  const { query, totalChange, refresh } = useStockCalendars(request, enabled);
  const told = query.data?.totalItems;
  const [known, setKnown] = useState({ choice, total: told });
  // What is on its way may be another choice's.
  if (told !== undefined && !query.isPlaceholderData && (known.choice !== choice || known.total !== told))
    setKnown({ choice, total: told });
  const [pastEnd, setPastEnd] = useState<PastEnd | null>(null);
  const lastPage = pageBefore(query.isPlaceholderData || !enabled ? undefined : query.data, page);
  if (lastPage !== null && pastEnd?.asked !== page) setPastEnd({ asked: page, opened: lastPage });
  // Whoever turns to another page has read it: coming back, nobody asked for a page that there isn't.
  else if (pastEnd !== null && page !== pastEnd.asked && page !== pastEnd.opened) setPastEnd(null);

  useEffect(() => {
    if (lastPage !== null) change({ page: lastPage === 1 ? undefined : lastPage }, true);
  }, [lastPage, change]);

  return {
    request,
    query,
    refresh,
    /** How many products there are: an earlier page tells that too, where this one cannot be had. Null while none has. */
    total: told ?? (known.choice === choice ? known.total : undefined) ?? null,
    totalChange,
    pastEnd: pastEnd?.opened === page ? pastEnd : null,
  };
}

/** The last page, where the one asked for lies behind it; null where it doesn't, or nothing is there at all. */
function pageBefore(data: CalendarPage | undefined, page: number): number | null {
  return data !== undefined && data.totalPages > 0 && page > data.totalPages ? data.totalPages : null;
}

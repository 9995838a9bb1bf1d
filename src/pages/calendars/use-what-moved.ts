import { useEffect, useMemo } from 'react';

import { useCalendarLooks } from '#features/calendar-looks/use-calendar-looks.ts';
import { useLocale } from '#ui/locale.tsx';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';

import type { CalendarsSearch } from './use-calendars-search.ts';

interface OnScreen {
  products: readonly ListedProduct[];
  /** Null while what is on screen is another page's. */
  fetchedAt: number | null;
}

/** Remembers the calendars that are on screen, and tells which ones moved since they were remembered before. */
export function useWhatMoved(
  { quantity, includesMaxLeadTime }: Pick<CalendarsSearch, 'quantity' | 'includesMaxLeadTime'>,
  { products, fetchedAt }: OnScreen,
) {
  const { today } = useLocale();
  const { changes, isPending, isStale, note, acknowledge } = useCalendarLooks(today, quantity);
  useEffect(() => {
    if (fetchedAt !== null) void note({ products, fetchedAt, includesMaxLeadTime });
  }, [products, fetchedAt, includesMaxLeadTime, note]);
  const byProduct = useMemo(
    // What holds for another quantity marks no row.
    () => new Map(isStale ? [] : changes.map((change) => [change.productId, change])),
    [changes, isStale],
  );
  return { changes, isPending, isStale, byProduct, acknowledge };
}

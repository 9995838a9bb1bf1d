import { useMemo } from 'react';

import type { NameOf } from '#api/products.ts';
import { useLocale } from '#ui/locale.tsx';

import { sortManyRows, sortRows, type SortOrder } from './table/arrange-rows.ts';
import type { CalendarRow } from './table/calendar-row.ts';
import { useWorkedOut, type Work } from './use-worked-out.ts';

/** Rows that are sorted at once; of more, comparing the names holds up the screen. */
const mostAtOnce = 500;

/** Other columns are not sorted anew when names come. */
const withoutNames: NameOf = (productId) => ({ productId, name: null, sku: null, unit: null });

/**
 * Rows in their order. Thousands keep the order before until the new one is worked out, and `isSorting` says so; by
 * name they wait until all names are there.
 */
export function useSortedRows(
  rows: readonly CalendarRow[],
  sort: SortOrder | null,
  { nameOf, isPending }: { nameOf: NameOf; isPending: boolean },
): { sorted: readonly CalendarRow[]; isSorting: boolean } {
  const { locale } = useLocale();
  const isMany = rows.length > mostAtOnce;
  const isByName = sort?.by === 'name';
  const isReady = !isByName || !isPending;
  const namer = isByName ? nameOf : withoutNames;
  const work = useMemo<Work<readonly CalendarRow[]> | null>(() => {
    if (!isMany || !isReady || sort === null) return null;
    return (signal) => sortManyRows(rows, sort, namer, { locale, signal });
  }, [isMany, isReady, rows, sort, namer, locale]);
  const { value, isCurrent } = useWorkedOut(work);
  const atOnce = useMemo(
    () => (sort === null || isMany ? rows : sortRows(rows, sort, namer, locale)),
    [sort, isMany, rows, namer, locale],
  );
  const before = useMemo(() => (value === null || isCurrent ? null : inOrderOf(value, rows)), [value, isCurrent, rows]);

  if (sort === null || !isMany) return { sorted: atOnce, isSorting: false };
  return isCurrent && value !== null
    ? { sorted: value, isSorting: false }
    : { sorted: before ?? rows, isSorting: true };
}

/** The rows in the order of earlier ones of the same products; null where other products are among them. */
function inOrderOf(earlier: readonly CalendarRow[], rows: readonly CalendarRow[]): CalendarRow[] | null {
  const byId = new Map(rows.map((row) => [row.productId, row]));
  const ordered = earlier.flatMap(({ productId }) => byId.get(productId) ?? []);
  return ordered.length === rows.length ? ordered : null;
}

import { useMemo } from 'react';

import { useStockItems } from '#api/stock.ts';
import type { NameOf } from '#api/products.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarChange } from '#domain/calendars/calendar-change.ts';

import type { CalendarRow } from './table/calendar-row.ts';
import type { ShownRow } from './table/shown-row.ts';

/** The rows on screen with their names, their last updates as those come, and what moved in them. */
export function useShownRows(
  rows: readonly CalendarRow[],
  { nameOf, isPending }: { nameOf: NameOf; isPending: boolean },
  changes: ReadonlyMap<ProductId, CalendarChange>,
): readonly ShownRow[] {
  const ids = useMemo(() => rows.filter(({ summary }) => summary !== null).map(({ productId }) => productId), [rows]);
  const { data: updates, isError } = useStockItems(ids);
  return useMemo(
    () =>
      rows.map((row) => ({
        ...row,
        product: nameOf(row.productId),
        isNamePending: isPending && nameOf(row.productId).name === null,
        lastUpdateDate: updates?.dates.get(row.productId) ?? (updates || isError ? null : undefined),
        change: changes.get(row.productId) ?? null,
      })),
    [rows, nameOf, isPending, changes, updates, isError],
  );
}

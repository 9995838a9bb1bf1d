import { useMemo } from 'react';

import { useNames } from '#api/products.ts';
import { useLocale } from '#ui/locale.tsx';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { filterRows, type RowFilter, type SortOrder } from './table/arrange-rows.ts';
import { calendarRow } from './table/calendar-row.ts';
import { useSortedRows } from './use-sorted-rows.ts';

interface Arrangement {
  quantity: Thousandths | null;
  sort: SortOrder | null;
  filter: RowFilter;
}

const noIds: readonly ProductId[] = [];

/** The rows of products, those that the filter lets through, in their order. Names are only asked for where they decide. */
export function useArrangedRows(products: readonly ListedProduct[], { quantity, sort, filter }: Arrangement) {
  const { today } = useLocale();
  const { tile, find } = filter;
  const needsNames = sort?.by === 'name' || find !== null;
  const ids = useMemo(() => (needsNames ? products.map(({ productId }) => productId) : noIds), [products, needsNames]);
  const names = useNames(ids);
  const { nameOf } = names;
  const read = useMemo(
    () => products.map((product) => calendarRow(product, today, quantity)),
    [products, today, quantity],
  );
  const { sorted, isSorting } = useSortedRows(read, sort, names);
  const rows = useMemo(
    () => (tile === null && find === null ? sorted : filterRows(sorted, { tile, find }, nameOf)),
    [sorted, tile, find, nameOf],
  );
  return { rows, isSorting, names: needsNames ? names : null };
}

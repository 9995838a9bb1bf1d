import { useMemo } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { countTiles, type tileOf } from '#domain/calendars/calendar-tiles.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { calendarRow } from './table/calendar-row.ts';

const knownTile: typeof tileOf = (product, today, wanted) => calendarRow(product, today, wanted).tile;

/**
 * How many products stand in each tile, counted anew whenever some have come. Their rows are worked out on the way, a
 * page at a time, so that the table has none left to do when the last one is there.
 */
export function useTileCounts(products: readonly ListedProduct[], quantity: Thousandths | null) {
  const { today } = useLocale();
  return useMemo(() => countTiles(products, today, quantity, knownTile), [products, today, quantity]);
}

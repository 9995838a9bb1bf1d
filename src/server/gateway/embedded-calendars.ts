import { byTile } from '#stock/contract/calendar-options.ts';
import type { CalendarCounts, CalendarsPage, ProductCalendarRow } from '#stock/contract/calendars.ts';
import type { Market } from '#stock/contract/envelope.ts';
import { resultFor } from '#stock/stock-result.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { fromDayNumber } from '#server/store/day-number.ts';
import type { SortedPage } from '#server/store/product-queries.ts';
import type { CountedGroup } from '#server/store/product-figures.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import type { CalendarsQuery } from './calendars-routes.ts';
import { unnamed } from './product-routes.ts';

type RowStore = Pick<StockStore, 'findCalendarPage' | 'findStock' | 'resolveProducts'>;

/** Tries before a page is answered whose parts may be of two imports: they would have to follow within milliseconds. */
const maxTries = 5;

/** Finds a page of products in the store: sorted and counted by the database, everything from one import. */
export async function findStoredCalendars(
  store: RowStore & Pick<StockStore, 'sortedPage' | 'state'>,
  market: Market,
  query: CalendarsQuery,
  { today, now }: { today: CalendarDate; now: number },
  tries = maxTries,
): Promise<CalendarsPage> {
  const { page, pageSize, unit, hasQuantity } = query;
  const sorted = await store.sortedPage(market, { ...query, today, unit: hasQuantity ? unit : null });
  const { groups, found, total, units, generation } = sorted;
  const [rows, counts] = await Promise.all([readRows(store, market, query, sorted, today), countsOf(groups, store)]);
  if (tries > 1 && (await store.state()).generation !== generation)
    return findStoredCalendars(store, market, query, { today, now }, tries - 1);
  return {
    today,
    receivedAt: now,
    isStale: false,
    dataVersion: String(generation),
    rows,
    found,
    total,
    page,
    pageSize,
    counts,
    isSortedAndFiltered: true,
    withheld: 0,
    index: null,
    unit: sorted.unit,
    units,
  };
}

async function readRows(
  store: RowStore,
  market: Market,
  { quantity, includeMaxLeadTime }: CalendarsQuery,
  { productIds, unit }: SortedPage,
  today: CalendarDate,
): Promise<ProductCalendarRow[]> {
  if (productIds.length === 0) return [];
  const lines = productIds.map((productId) => ({ productId, quantity }));
  const [{ calendars }, findings, products] = await Promise.all([
    store.findCalendarPage(market, { productIds, page: 1, pageSize: productIds.length, includeMaxLeadTime }),
    store.findStock(market, lines, today),
    store.resolveProducts(productIds.map(String)),
  ]);
  const rowsOf = new Map(calendars.map(({ productId, rows }) => [productId, rows]));
  return productIds.map((productId, index): ProductCalendarRow => {
    const product = products[index] ?? unnamed(productId);
    const entries = rowsOf.get(productId)?.map(({ stockDate, stockQuantity, isMaxLeadTime }) => ({
      stockDate,
      stockQuantity: fromThousandths(stockQuantity),
      isMaxLeadTime,
      isDeleted: false,
    }));
    if (entries === undefined) {
      // An ID that the catalog knows resolves to a product, with or without stock rows.
      const problem = products[index] == null ? 'unknown-product' : 'no-stock-data';
      return { product, entries: null, territories: [], problem, result: null, lastUpdateDate: null };
    }
    const isOtherUnit = unit !== null && product.unit !== null && product.unit !== unit;
    const finding = findings[index];
    const stockResult = resultFor(readTimeline(entries, today), quantity);
    const hasDate = finding?.kind === 'found' && !isOtherUnit && stockResult.kind !== 'not-available';
    return {
      product,
      entries,
      territories: entries.length === 0 ? [] : [market.territoryId],
      problem: null,
      result: isOtherUnit ? { kind: 'other-unit' } : { kind: 'reliable', stockResult, earlier: null },
      lastUpdateDate: hasDate ? finding.lastUpdateDate : null,
    };
  });
}

/** Sums up groups of products. */
export async function countsOf(
  groups: readonly CountedGroup[],
  { resolveProducts }: Pick<StockStore, 'resolveProducts'>,
): Promise<CalendarCounts> {
  const count = (is: (group: CountedGroup) => boolean) =>
    groups.reduce((sum, group) => (is(group) ? sum + group.count : sum), 0);
  const inTile = (tile: CountedGroup['tile']) => count((group) => group.tile === tile);
  const within = (weeks: number) => count(({ short }) => short !== null && short > 0 && short <= 7 * weeks);
  const oldest = Math.min(...groups.flatMap(({ updated }) => updated ?? []));
  const ofOldest = groups.filter(({ updated }) => updated === oldest);
  const firstId = Math.min(...ofOldest.map((group) => group.firstId));
  return {
    tiles: byTile(inTile),
    otherUnit: inTile('other-unit'),
    shortNow: count(({ short }) => short === 0),
    shortWithin: { 2: within(2), 4: within(4), 8: within(8) },
    oldestUpdate:
      ofOldest.length === 0
        ? null
        : {
            date: fromDayNumber(oldest),
            product: (await resolveProducts([String(firstId)]))[0] ?? unnamed(firstId),
            others: ofOldest.reduce((sum, group) => sum + group.count, -1),
          },
  };
}

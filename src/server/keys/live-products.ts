import type { CalendarsPage, ProductCalendarRow } from '#stock/contract/calendars.ts';
import { calendarSorts, currentTile, maxCalendarsPage } from '#stock/contract/calendar-options.ts';
import type { LiveView } from '#stock/contract/keys.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { anyQuantity } from '#stock/calendars/calendar-summary.ts';
import { shortProducts } from '#stock/calendars/short-products.ts';
import type { Shortfall } from '#stock/calendars/shortfall.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { levelOn, readTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import type { CalendarsQuery, FindCalendars } from '#server/gateway/calendars-routes.ts';
import type { Caller } from '#server/lookup/stock-lookup.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import {
  type LiveColumn,
  type LiveResult,
  type LiveRow,
  type LiveTable,
  withDate,
  withoutDate,
  withoutResult,
} from './live-table.ts';

export type ProductsView = Extract<LiveView, { of: 'products' }>;

const productColumns: readonly LiveColumn[] = [
  { name: 'product_id', kind: 'id' },
  { name: 'sku', kind: 'code' },
  { name: 'name', kind: 'text' },
  { name: 'quantity', kind: 'quantity' },
  { name: 'unit', kind: 'text' },
  { name: 'available_today', kind: 'quantity' },
];

/** Columns of products that run short: the first short day, and when the quantity can ship again, with its basis. */
const shortColumns: readonly LiveColumn[] = [
  { name: 'falls_short_on', kind: 'date' },
  { name: 'short_by', kind: 'quantity' },
  { name: 'next_ship_date', kind: 'date' },
  { name: 'next_ship_date_basis', kind: 'code' },
];

/** Rows of one address at most: a spreadsheet has a million, and a computation half a minute. */
const maxRows = 100_000;
/** Times that the data may change while its pages are read. */
const maxTries = 3;

const noRow = withoutResult('no-result', 'not-received');

interface ProductsLookup {
  find: FindCalendars;
  caller: Caller;
  /** Unix milliseconds. */
  now: () => number;
  /** The service's current date. */
  today: CalendarDate;
}

/**
 * Looks up the products of a query. Products that can't be looked up are rows too, by their ID if it is known.
 * @param productIds null for all products of the market
 * @throws what the lookup throws for the first page, and ServiceProblem `unavailable` if the query's filter can't be
 *   applied yet or the data changes all the time, `limit-reached` if there are too many
 */
export async function liveProducts(
  { name, view, productIds }: { name: string; view: ProductsView; productIds: readonly ProductId[] | null },
  { find, caller, now, today }: ProductsLookup,
  signal: AbortSignal,
  tries = maxTries,
): Promise<LiveTable> {
  const query = queryOf(view, productIds);
  const columns = isOfShort(query) ? [...productColumns, ...shortColumns] : productColumns;
  const unknownRow = (productId: ProductId | null): LiveRow => ({
    cells: [productId, ...columns.slice(1).map(() => null)],
    result: noRow,
    event: null,
  });
  const isFiltered = query.tile !== null || query.find !== '';
  const first = productIds?.length === 0 ? null : await find(query, caller, signal);
  if (first === null) return { name, columns, rows: [], day: today, at: now() };
  if (isFiltered && !first.isSortedAndFiltered) throw unavailable('The products are still being loaded.');
  if (first.found > maxRows)
    throw new ServiceProblem('limit-reached', 'This address has more than 100,000 products. Make one of a list.');
  // Without a filter or an order, a page that can't be loaded has these products.
  const idsByPage = isFiltered || query.sort !== null ? null : productIds;
  const rows: LiveRow[] = [];
  for (let page = 1; rows.length < first.found; page += 1) {
    const size = Math.min(maxCalendarsPage, first.found - rows.length);
    const received = page === 1 ? first : await find({ ...query, page }, caller, signal).catch(() => null);
    if (received !== null && !continues(first, received)) {
      if (tries > 1) return liveProducts({ name, view, productIds }, { find, caller, now, today }, signal, tries - 1);
      throw unavailable('The stock data changes at the moment.');
    }
    const shown = received?.rows.map((row) => rowOf(row, received, query)) ?? [];
    const known = received === null ? idsByPage?.slice(rows.length, rows.length + size).map(unknownRow) : undefined;
    rows.push(...(known ?? [...shown, ...Array.from({ length: size - shown.length }, () => unknownRow(null))]));
  }
  return { name, columns, rows, day: first.today, at: now() };
}

function queryOf(
  { quantity, unit, includeMaxLeadTime = true, tile, shortWeeks = 2, find = '', sort, desc = false }: ProductsView,
  productIds: readonly ProductId[] | null,
): CalendarsQuery {
  // A column that an older address is sorted by may be gone.
  const by = calendarSorts.find((each) => each === sort);
  return {
    productIds,
    quantity: quantity ?? anyQuantity,
    hasQuantity: quantity !== undefined,
    unit,
    includeMaxLeadTime,
    tile: currentTile(tile) ?? null,
    shortWeeks,
    find,
    sort: by === undefined ? null : { by, isDescending: desc },
    page: 1,
    pageSize: maxCalendarsPage,
    refreshIndex: false,
  };
}

/** Whether a page is of the same products in the same order as the first one. */
function continues(first: CalendarsPage, { today, dataVersion, found, index }: CalendarsPage): boolean {
  return (
    today === first.today &&
    dataVersion === first.dataVersion &&
    found === first.found &&
    index?.version === first.index?.version
  );
}

function isOfShort({ tile }: Pick<CalendarsQuery, 'tile'>): boolean {
  return tile === 'short-now' || tile === 'short-soon';
}

function rowOf(row: ProductCalendarRow, { today, receivedAt }: CalendarsPage, query: CalendarsQuery): LiveRow {
  const { quantity, hasQuantity, includeMaxLeadTime } = query;
  const { product, entries } = row;
  const result = resultOf(row, { today, at: receivedAt, stockDataOf: row.lastUpdateDate });
  const wanted = hasQuantity ? quantity : null;
  const available = entries !== null && result.isComplete ? levelOn(readTimeline(entries, today), today) : null;
  const shortfall =
    isOfShort(query) && result.isComplete ? shortProducts([row], today, quantity)[0]?.shortfall : undefined;
  const shortCells = [
    shortfall?.on ?? null,
    shortfall?.by ?? null,
    shortfall?.shipDate ?? null,
    shortfall?.shipDate == null ? null : basisOf(shortfall),
  ];
  return {
    cells: [
      product.productId,
      product.sku,
      product.name,
      wanted,
      product.unit,
      available,
      ...(isOfShort(query) ? shortCells : []),
    ],
    result,
    event: {
      key: eventKey(product.productId, wanted, includeMaxLeadTime),
      product: product.name ?? String(product.productId),
      quantity: wanted,
      unit: wanted === null ? null : product.unit,
      shortfall,
    },
  };
}

function basisOf({ isMaxLeadTime }: Shortfall): LiveResult['basis'] {
  return isMaxLeadTime ? 'max-lead-time' : 'stock';
}

/** The same in all feeds, and another for what may have another ship date: calendars take one ID for one event. */
function eventKey(productId: ProductId, quantity: Thousandths | null, includesMaxLeadTime: boolean): string {
  const amount = quantity === null ? [] : [fromThousandths(quantity)];
  return ['product', productId, ...amount, ...(includesMaxLeadTime ? [] : ['stock'])].join('-');
}

function resultOf(
  { problem, result }: ProductCalendarRow,
  lookedUp: { today: CalendarDate; at: number; stockDataOf: CalendarDate | null },
): LiveResult {
  if (problem === 'incomplete') return withoutResult('not-reliable', 'incomplete-calendar');
  if (problem === 'no-result') return withoutResult('no-result', 'not-received');
  if (problem !== null) return withoutDate(problem, lookedUp);
  if (result === null || result.kind === 'no-result') return noRow;
  if (result.kind === 'other-unit') return withoutResult('unit-differs', 'other-unit');
  if (result.kind === 'not-reliable') return withoutResult('not-reliable', 'contradiction');
  const { stockResult } = result;
  return stockResult.kind === 'not-available'
    ? withoutDate(stockResult.kind, lookedUp)
    : withDate(stockResult, lookedUp);
}

function unavailable(detail: string): ServiceProblem {
  return new ServiceProblem('unavailable', detail);
}

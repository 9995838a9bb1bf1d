import type { CalendarCounts, CalendarResult, ProductCalendarRow } from '#stock/contract/calendars.ts';
import type { CalendarTile } from '#stock/contract/calendar-options.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { StockResult } from '#stock/stock-result.ts';
import { summarize, type CalendarSummary } from '#stock/calendars/calendar-summary.ts';
import { tileOf, tileOfDate } from '#stock/calendars/calendar-tiles.ts';
import type { ListedProduct } from '#stock/calendars/listed-product.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** A table row: a product with its calendar, and results derived from it for one day and quantity. */
export interface CalendarRow {
  productId: ProductId;
  product: Product;
  /** The service's day that the results are of. */
  today: CalendarDate;
  listed: ListedProduct;
  /** Null if there is no calendar. */
  summary: CalendarSummary | null;
  /** Result for the quantity; null without a calendar. */
  result: CalendarResult | null;
  /** By the result, and by the calendar as far as the service confirms it. */
  tile: CalendarTile | 'other-unit';
  /** Last update of the entry that the result is from; null if the service provides none. */
  lastUpdateDate: CalendarDate | null;
}

const rows = new WeakMap<ProductCalendarRow, { wanted: Thousandths | null; row: CalendarRow }>();

/** Returns the table row of a received one, memoized for the last day and quantity (null for any). */
export function calendarRow(
  received: ProductCalendarRow,
  today: CalendarDate,
  wanted: Thousandths | null,
): CalendarRow {
  const last = rows.get(received);
  if (last?.row.today === today && last.wanted === wanted) return last.row;
  const { product, result, lastUpdateDate } = received;
  const listed = listedOf(received);
  const row: CalendarRow = {
    productId: product.productId,
    product,
    today,
    listed,
    summary: listed.kind === 'calendar' ? summarize(listed, today, wanted) : null,
    result,
    tile: shownTile(listed, result, today, wanted),
    lastUpdateDate,
  };
  rows.set(received, { wanted, row });
  return row;
}

function shownTile(
  listed: ListedProduct,
  result: CalendarResult | null,
  today: CalendarDate,
  wanted: Thousandths | null,
): CalendarRow['tile'] {
  const ofCalendar = tileOf(listed, today, wanted);
  if (result === null) return ofCalendar;
  if (result.kind === 'other-unit') return 'other-unit';
  if (result.kind !== 'reliable') return 'no-result';
  const { stockResult, earlier } = result;
  if (stockResult.kind === 'not-available') return ofCalendar;
  if (stockResult.kind !== 'max-lead-time') return tileOfDate(stockResult.date, today);
  return earlier === null && ofCalendar !== 'nothing' ? ofCalendar : 'max-lead-time';
}

/** The calendar of a received row, or the reason that it has none. */
export function listedOf({ product: { productId }, entries, territories, problem }: ProductCalendarRow): ListedProduct {
  return entries === null
    ? { kind: 'no-result', productId, why: problem ?? 'no-result' }
    : { kind: 'calendar', productId, entries, territories };
}

/** The result for the quantity if it is a reliable one. */
export function stockResultOf({ result }: CalendarRow): StockResult | null {
  return result?.kind === 'reliable' ? result.stockResult : null;
}

/** A row with a calendar, as charts show it; none without one. */
export function chartedRow({ product: { productId, name, unit }, summary, tile }: CalendarRow) {
  const isOtherUnit = tile === 'other-unit';
  return summary === null ? [] : [{ productId, name, unit, isOtherUnit, timeline: summary.timeline }];
}

interface ListedRows {
  /** Of one page. */
  rows: readonly CalendarRow[];
  data: { counts: CalendarCounts | null } | null;
  pageCount: number | null;
  /** Number of products, null if not known yet. */
  total: number | null;
}

/**
 * Values that all rows with stock have in common, shown once above the table instead of in a column. The date of the
 * stock data must be that of the other pages too: the oldest of as many products as there are.
 */
export function sharedValues({ rows, data, pageCount, total }: ListedRows): {
  territory: string | null;
  updated: CalendarDate | null;
} {
  const oldest = data?.counts?.oldestUpdate;
  const isOfAll = pageCount === 1 || (oldest != null && oldest.others + 1 === total);
  const stocked = rows.filter(({ summary }) => summary !== null && summary.first.kind !== 'not-available');
  return {
    territory: oneOf(stocked.map(({ summary }) => summary?.territories.join(', ') || null)),
    updated: isOfAll ? oneOf(stocked.map(({ lastUpdateDate }) => lastUpdateDate)) : null,
  };
}

/** The value that all have, if there is one; otherwise null. */
function oneOf<Value>(values: readonly Value[]): Value | null {
  const [first, ...others] = new Set(values);
  return first === undefined || others.length > 0 ? null : first;
}

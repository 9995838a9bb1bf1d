import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import { summarize, type CalendarSummary } from '#domain/calendars/calendar-summary.ts';
import { tileOf, type CalendarTile } from '#domain/calendars/calendar-tiles.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** A table row: a product, its calendar, and results derived from it for one day and quantity. */
export interface CalendarRow {
  productId: ProductId;
  listed: ListedProduct;
  /** Null if there is no calendar. */
  summary: CalendarSummary | null;
  /** Null if the product isn't loaded. */
  tile: CalendarTile | null;
  /** Set only to sort or filter by name. Cells read the product from the row context. */
  product?: Product;
}

const memo = new WeakMap<ListedProduct, { today: CalendarDate; wanted: Thousandths | null; row: CalendarRow }>();

/** Returns the row of a product, memoized for the last day and quantity: it is recounted as each page arrives. */
export function calendarRow(listed: ListedProduct, today: CalendarDate, wanted: Thousandths | null): CalendarRow {
  const last = memo.get(listed);
  if (last?.today === today && last.wanted === wanted) return last.row;
  const row = {
    productId: listed.productId,
    listed,
    summary: listed.kind === 'calendar' ? summarize(listed, today, wanted) : null,
    tile: tileOf(listed, today, wanted),
  };
  memo.set(listed, { today, wanted, row });
  return row;
}

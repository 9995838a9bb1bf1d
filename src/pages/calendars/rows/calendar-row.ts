import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import { summarize, type CalendarSummary } from '#domain/calendars/calendar-summary.ts';
import { tileOf, type CalendarTile } from '#domain/calendars/calendar-tiles.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** One product of the table: its calendar, and what that says on a day for a quantity. */
export interface CalendarRow {
  productId: ProductId;
  listed: ListedProduct;
  /** Null without a calendar. */
  summary: CalendarSummary | null;
  /** Null where it isn't loaded. */
  tile: CalendarTile | null;
  /** Set only where the order or a filter depends on the name; cells read theirs from the row context. */
  product?: Product;
}

const memo = new WeakMap<ListedProduct, { today: CalendarDate; wanted: Thousandths | null; row: CalendarRow }>();

/** The row of a product, computed once for a day and quantity: pages that come are counted many times over. */
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

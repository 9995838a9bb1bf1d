import type { ProductId } from '#contract/product-id.ts';
import { summarize, type CalendarSummary } from '#domain/calendars/calendar-summary.ts';
import { tileOf, type CalendarTile } from '#domain/calendars/calendar-tiles.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** One product of the table: what came of it, and what that says on a day for a quantity. */
export interface CalendarRow {
  productId: ProductId;
  listed: ListedProduct;
  /** Null where no calendar came. */
  summary: CalendarSummary | null;
  /** Null where it isn't loaded. */
  tile: CalendarTile | null;
}

interface KnownRow {
  today: CalendarDate;
  wanted: Thousandths | null;
  row: CalendarRow;
}

const known = new WeakMap<ListedProduct, KnownRow>();

/** The row of a product; worked out once for a day and quantity, so that thousands can be asked for at every change. */
export function calendarRow(listed: ListedProduct, today: CalendarDate, wanted: Thousandths | null): CalendarRow {
  const last = known.get(listed);
  if (last?.today === today && last.wanted === wanted) return last.row;
  const row = {
    productId: listed.productId,
    listed,
    summary: listed.kind === 'calendar' ? summarize(listed, today, wanted) : null,
    tile: tileOf(listed, today, wanted),
  };
  known.set(listed, { today, wanted, row });
  return row;
}

import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** The update that lies furthest back among those of some products. */
export interface OldestUpdate {
  date: CalendarDate;
  /** The first of the products that were updated last on that day. */
  productId: ProductId;
  /** How many others there are. */
  others: number;
}

/** The oldest of the last updates (§2.2) of products; null where there is none. */
export function oldestUpdate(updates: Iterable<readonly [ProductId, CalendarDate]>): OldestUpdate | null {
  let oldest: OldestUpdate | null = null;
  for (const [productId, date] of updates) {
    if (oldest === null || date < oldest.date) oldest = { date, productId, others: 0 };
    else if (date === oldest.date) oldest.others += 1;
  }
  return oldest;
}

import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** The earliest of the last updates of several products. */
export interface OldestUpdate {
  date: CalendarDate;
  /** First of the products with that date. */
  productId: ProductId;
  /** Number of other products with that date. */
  others: number;
}

/** Returns the earliest last update (§2.2) of the products, null if there is none. */
export function oldestUpdate(updates: Iterable<readonly [ProductId, CalendarDate]>): OldestUpdate | null {
  let oldest: OldestUpdate | null = null;
  for (const [productId, date] of updates) {
    if (oldest === null || date < oldest.date) oldest = { date, productId, others: 0 };
    else if (date === oldest.date) oldest.others += 1;
  }
  return oldest;
}

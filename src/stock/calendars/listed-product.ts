import type { CalendarProblem } from '#stock/contract/calendars.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type DatedEntry, readTimeline, type StockTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

/** A requested product with its calendar, or the reason that it has none. */
export type ListedProduct = ListedCalendar | { kind: 'no-result'; productId: ProductId; why: CalendarProblem };

/** A product with its complete calendar. */
export interface ListedCalendar {
  kind: 'calendar';
  productId: ProductId;
  /** In any order. */
  entries: readonly DatedEntry[];
  /** Distinct territories of the entries, in order of appearance: usually one. */
  territories: readonly string[];
}

const timelines = new WeakMap<readonly DatedEntry[], StockTimeline>();

/** Returns the timeline of the product as of a day. Memoized per entries and day. */
export function timelineOf({ entries }: Pick<ListedCalendar, 'entries'>, today: CalendarDate): StockTimeline {
  const known = timelines.get(entries);
  if (known?.today === today) return known;
  const timeline = readTimeline(entries, today);
  timelines.set(entries, timeline);
  return timeline;
}

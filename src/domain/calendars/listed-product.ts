import type { ProductId } from '#contract/product-id.ts';
import { type DatedEntry, readTimeline, type StockTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** An irregularity in how a product was listed with others (§4.4). Its own calendar (§4.1) is then requested. */
export type ListingFinding =
  /** `stock` was empty. Some services leave it empty. */
  | { kind: 'empty-stock' }
  /** Number of elements of `stock` that aren't entries of this product. */
  | { kind: 'unreadable-entries'; count: number }
  /** Listed more than once, with different calendars. */
  | { kind: 'doubled' }
  /** Counted among the matches, but not listed. */
  | { kind: 'left-out' }
  /** The request for its own calendar failed too: only the readable entries of `stock` are shown. */
  | { kind: 'own-calendar-failed' };

/** Why a product has no calendar. */
export type NoAnswerReason =
  /** The service doesn't list it: the product is unknown. */
  | 'not-listed'
  /** Neither the list nor the product's own calendar is readable. */
  | 'own-calendar-failed'
  /** The page that contains it failed to load, or isn't loaded yet. */
  | 'page-missing';

/** A requested product with its calendar, or the reason that it has none. */
export type ListedProduct = ListedCalendar | { kind: 'no-answer'; productId: ProductId; why: NoAnswerReason };

/** A product with its complete calendar. */
export interface ListedCalendar {
  kind: 'calendar';
  productId: ProductId;
  /** In any order. */
  entries: readonly DatedEntry[];
  /** Distinct territories of the entries, in order of appearance: usually one. */
  territories: readonly string[];
  findings: readonly ListingFinding[];
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

/** Whether the product isn't loaded yet: neither its page nor its own calendar. */
export function isMissing(product: ListedProduct): boolean {
  return product.kind === 'no-answer' && product.why === 'page-missing';
}

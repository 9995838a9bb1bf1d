import type { ProductId } from '#contract/product-id.ts';
import { type DatedEntry, readTimeline, type StockTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** Something odd about how a product came back among others (§4.4). Each has its own calendar (§4.1) asked. */
export type ListingFinding =
  /** `stock` came empty; it may be a service that leaves it so. */
  | { kind: 'empty-stock' }
  /** Elements of `stock` that are no entries of this product. */
  | { kind: 'unreadable-entries'; count: number }
  /** It came more than once, with calendars that differ. */
  | { kind: 'doubled' }
  /** The service counted it among what matched, and left it out. */
  | { kind: 'left-out' }
  /** Its own calendar could not be had either: what is shown is what could be read of `stock`. */
  | { kind: 'own-calendar-failed' };

/** Why there is no calendar of a product. */
export type NoAnswerReason =
  /** The service doesn't list it: it knows no such product. */
  | 'not-listed'
  /** Neither the list nor the product's own calendar gave anything that can be read. */
  | 'own-calendar-failed'
  /** The page that holds it could not be loaded, or wasn't yet. */
  | 'page-missing';

/** A product that was asked for, with what came of it. */
export type ListedProduct = ListedCalendar | { kind: 'no-answer'; productId: ProductId; why: NoAnswerReason };

/** A product and its whole calendar. */
export interface ListedCalendar {
  kind: 'calendar';
  productId: ProductId;
  /** In any order. */
  entries: readonly DatedEntry[];
  /** Of its entries, each once, in the order of the entries: usually one. */
  territories: readonly string[];
  findings: readonly ListingFinding[];
}

const timelines = new WeakMap<readonly DatedEntry[], StockTimeline>();

/** The product's calendar as seen on a day; read once for a day, however often it is asked for. */
export function timelineOf({ entries }: Pick<ListedCalendar, 'entries'>, today: CalendarDate): StockTimeline {
  const known = timelines.get(entries);
  if (known?.today === today) return known;
  const timeline = readTimeline(entries, today);
  timelines.set(entries, timeline);
  return timeline;
}

/** Whether nothing is known of the product yet: its page, or its own calendar, is still to be loaded. */
export function isMissing(product: ListedProduct): boolean {
  return product.kind === 'no-answer' && product.why === 'page-missing';
}

import { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedCalendar, ListingFinding } from '#domain/calendars/listed-product.ts';
import { isSameDay } from '#lib/calendar-date.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';

/** What of the envelope of §4.4 is relied on. */
export interface ReceivedCalendars {
  results: readonly { item: ReceivedCalendar }[];
  page: number;
  pageSize: number;
  totalPageCount: number;
  totalItemCount: number;
}

/** A product of §2.4, whose elements of `stock` the specification doesn't show. */
export interface ReceivedCalendar {
  productId: ProductId;
  stock: readonly unknown[];
}

/**
 * The calendar of one product as it came (§2.4). An element that is no entry of §2.3, is one of another product or
 * has a Unix time of another day can't be read: it is counted. An empty or unread calendar is a finding.
 */
export function readCalendar(item: ReceivedCalendar, includeMaxLeadTime: boolean): ListedCalendar {
  const entries = item.stock.flatMap((element) => readEntry(element, item.productId) ?? []);
  const count = item.stock.length - entries.length;
  const findings: ListingFinding[] = [];
  if (item.stock.length === 0) findings.push({ kind: 'empty-stock' });
  if (count > 0) findings.push({ kind: 'unreadable-entries', count });
  return listedCalendar(item.productId, entries, { includeMaxLeadTime, findings });
}

/** A product with its entries; without the max lead time where it isn't wanted, whatever the service sent. */
export function listedCalendar(
  productId: ProductId,
  entries: readonly CalendarEntry[],
  { includeMaxLeadTime, findings }: { includeMaxLeadTime: boolean; findings: readonly ListingFinding[] },
): ListedCalendar {
  const wanted = includeMaxLeadTime ? entries : entries.filter((entry) => !entry.isMaxLeadTime);
  return {
    kind: 'calendar',
    productId,
    entries: wanted.map(dated),
    territories: [...new Set(entries.map(({ territoryId }) => territoryId))],
    findings,
  };
}

function readEntry(element: unknown, productId: ProductId): CalendarEntry | null {
  const { success, data } = CalendarEntry.safeParse(element);
  return success && data.productId === productId && isSameDay(data) ? data : null;
}

/** Thousands of products are held at once: of their entries only what the rules read. */
function dated({ stockDate, stockQuantity, isMaxLeadTime, isDeleted }: CalendarEntry): DatedEntry {
  return { stockDate, stockQuantity, isMaxLeadTime, isDeleted };
}

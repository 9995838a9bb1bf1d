import type { ProductId } from '#contract/product-id.ts';
import { calendarPath, type CalendarQuery, productFilter } from '#api/stock-requests.ts';
import { ContractError } from '#api/errors.ts';
import { type ListedCalendar, type ListingFinding, timelineOf } from '#domain/calendars/listed-product.ts';
import { periodicYield } from '#lib/periodic-yield.ts';
import { CalendarEntry } from '#contract/envelope.ts';
import { isSameDay } from '#lib/calendar-date.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';
import type { StockSource } from '#api/stock-source.ts';

/** Products whose calendars to load: a user's list in its order, or all products. */
export type ProductChoice = { kind: 'list'; productIds: readonly ProductId[] } | { kind: 'every' };

/** The products of one §4.4 call: part of a list, or a page of all products. */
export type CalendarSpan =
  | { kind: 'list'; productIds: readonly ProductId[] }
  | { kind: 'every'; page: number; pageSize: number };

/** Maximum URL length, leaving room for the prefix of the service's own URL. */
const longestAddress = 4096 - 512;

/** The query parameters of a span (§4.4). */
export function queryOfSpan(span: CalendarSpan, includeMaxLeadTime: boolean): CalendarQuery {
  if (span.kind === 'every') return { page: span.page, pageSize: span.pageSize, filter: null, includeMaxLeadTime };
  const { productIds } = span;
  return { page: 1, pageSize: productIds.length, filter: productFilter(productIds), includeMaxLeadTime };
}

/** Splits the unique products, in order, into as few spans as keep every URL short. */
export function spansOfList(productIds: readonly ProductId[]): CalendarSpan[] {
  const spans: CalendarSpan[] = [];
  let window: ProductId[] = [];
  let length = 0;
  for (const productId of new Set(productIds)) {
    // Includes the comma, which is escaped as three characters.
    const more = String(productId).length + 3;
    if (window.length > 0 && length + more > roomForIds) {
      spans.push({ kind: 'list', productIds: window });
      window = [];
      length = 0;
    }
    window.push(productId);
    length += more;
  }
  if (window.length > 0) spans.push({ kind: 'list', productIds: window });
  return spans;
}

/**
 * Splits a span for a service with a smaller maximum; null if it can't be split. Pages are split into whole pages, so
 * that no product is requested twice.
 */
export function dividedSpan(span: CalendarSpan): CalendarSpan[] | null {
  if (span.kind === 'list') {
    const { productIds } = span;
    const middle = Math.ceil(productIds.length / 2);
    const halves = [productIds.slice(0, middle), productIds.slice(middle)];
    return productIds.length < 2 ? null : halves.map((half) => ({ kind: 'list', productIds: half }));
  }
  const { page, pageSize } = span;
  const parts = smallestDivisor(pageSize);
  if (pageSize < 2) return null;
  return Array.from({ length: parts }, (_, index) => ({
    kind: 'every',
    page: (page - 1) * parts + index + 1,
    pageSize: pageSize / parts,
  }));
}

const roomForIds =
  longestAddress -
  calendarPath({ page: 1, pageSize: longestAddress, filter: productFilter([]), includeMaxLeadTime: false }).length;

function smallestDivisor(value: number): number {
  for (let divisor = 2; divisor * divisor <= value; divisor += 1) if (value % divisor === 0) return divisor;
  return value;
}

/** Result of one §4.4 call. */
export interface SpanAnswer {
  /** The requested products received, without duplicates. Those with findings need their own calendar. */
  calendars: readonly ListedCalendar[];
  /** For a list: requested products that weren't received. */
  unlisted: readonly ProductId[];
  notAsked: readonly ProductId[];
  doubled: readonly ProductId[];
  /** Number of products that the service counted but didn't send. */
  withheld: number;
  /** Total number of products: for a list those known to the service, otherwise all. */
  totalItems: number;
  /** When the service sent the response, Unix milliseconds. */
  givenAt: number;
}

/** The service returns shorter pages than requested, so the span must be split. */
export class SpanTooLarge extends Error {
  override readonly name = 'SpanTooLarge';
}

/** Options of a calendar request. */
export interface SpanQuestion {
  includeMaxLeadTime: boolean;
  /** Whether to bypass the gateway's cache. */
  anew: boolean;
}

/**
 * Loads the calendars of a span. Parsing a large response yields to the main thread regularly.
 * @throws SpanTooLarge, ContractError if another page was returned, and the search's errors
 */
export async function askSpan(
  { search, today }: Pick<StockSource, 'search' | 'today'>,
  span: CalendarSpan,
  { includeMaxLeadTime, anew }: SpanQuestion,
  signal: AbortSignal,
): Promise<SpanAnswer> {
  const answer = await search({ ...queryOfSpan(span, includeMaxLeadTime), anew }, signal);
  const { data: envelope, receivedAt: givenAt } = answer;
  if (isOtherPage(envelope, span)) throw new ContractError('page', `${span.page} was asked for`, answer);
  const items = new Map<ProductId, ReceivedCalendar>();
  const doubled = new Set<ProductId>();
  const differing = new Set<ProductId>();
  for (const { item } of envelope.results) {
    const other = items.get(item.productId);
    if (other === undefined) items.set(item.productId, item);
    else doubled.add(item.productId);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(item)) differing.add(item.productId);
  }

  const asked = span.kind === 'list' ? new Set(span.productIds) : null;
  const notAsked = [...items.keys()].filter((productId) => asked !== null && !asked.has(productId));
  for (const productId of notAsked) items.delete(productId);
  const totalItems = Math.max(envelope.totalItemCount, items.size);
  const withheld = Math.max(0, countedOn(span, totalItems) - items.size);
  const { pageSize, results } = envelope;
  if (withheld > 0 && pageSize > 0 && pageSize < sizeOf(span) && results.length === pageSize) throw new SpanTooLarge();

  const calendars: ListedCalendar[] = [];
  const rest = periodicYield();
  const day = today();
  for (const item of items.values()) {
    await rest();
    const calendar = readCalendar(item, includeMaxLeadTime);
    // Computed here, where the work yields; it is cached for later sums over thousands of products.
    timelineOf(calendar, day);
    const { findings } = calendar;
    calendars.push(
      differing.has(item.productId) ? { ...calendar, findings: [{ kind: 'doubled' }, ...findings] } : calendar,
    );
  }
  return {
    calendars,
    unlisted: [...(asked ?? [])].filter((productId) => !items.has(productId)),
    notAsked,
    doubled: [...doubled],
    withheld,
    totalItems,
    givenAt,
  };
}

/** Number of products that the response should contain according to its own total. */
function countedOn(span: CalendarSpan, totalItems: number): number {
  if (span.kind === 'list') return Math.min(totalItems, span.productIds.length);
  return Math.max(0, Math.min(totalItems - (span.page - 1) * span.pageSize, span.pageSize));
}

/** Services may return the last page for pages past the end; otherwise the page must match. */
function isOtherPage(
  { page, totalPageCount }: ReceivedCalendars,
  span: CalendarSpan,
): span is CalendarSpan & { kind: 'every' } {
  return span.kind === 'every' && page !== span.page && span.page <= totalPageCount;
}

export function sizeOf(span: CalendarSpan): number {
  return span.kind === 'list' ? span.productIds.length : span.pageSize;
}

/** The fields used from the envelope of §4.4. */
export interface ReceivedCalendars {
  results: readonly { item: ReceivedCalendar }[];
  page: number;
  pageSize: number;
  totalPageCount: number;
  totalItemCount: number;
}

/** A product of §2.4; the elements of `stock` aren't specified. */
export interface ReceivedCalendar {
  productId: ProductId;
  stock: readonly unknown[];
}

/**
 * Parses the calendar of one product (§2.4). Elements that aren't entries of §2.3, belong to another product or have a
 * mismatched Unix time are only counted. An empty or partly unreadable calendar is a finding.
 */
export function readCalendar(item: ReceivedCalendar, includeMaxLeadTime: boolean): ListedCalendar {
  const entries = item.stock.flatMap((element) => readEntry(element, item.productId) ?? []);
  const count = item.stock.length - entries.length;
  const findings: ListingFinding[] = [];
  if (item.stock.length === 0) findings.push({ kind: 'empty-stock' });
  if (count > 0) findings.push({ kind: 'unreadable-entries', count });
  return listedCalendar(item.productId, entries, { includeMaxLeadTime, findings });
}

/** A product with its entries; removes the max lead time if unwanted, even if the service sent it. */
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

/** Keeps only the fields that calculations use, as thousands of products are held in memory. */
function dated({ stockDate, stockQuantity, isMaxLeadTime, isDeleted }: CalendarEntry): DatedEntry {
  return { stockDate, stockQuantity, isMaxLeadTime, isDeleted };
}

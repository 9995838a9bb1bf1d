import type { ProductId } from '#contract/product-id.ts';
import { calendarPath, type CalendarQuery, productFilter } from '#api/stock-requests.ts';
import { ContractError } from '#api/errors.ts';
import { type ListedCalendar, type ListingFinding, timelineOf } from '#domain/calendars/listed-product.ts';
import { breathe } from '#lib/breathe.ts';
import { CalendarEntry } from '#contract/envelope.ts';
import { isSameDay } from '#lib/calendar-date.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';
import type { StockSource } from '#api/stock-source.ts';

/** The products that calendars are asked for: listed ones, in an order of the person's own, or every one there is. */
export type ProductChoice = { kind: 'list'; productIds: readonly ProductId[] } | { kind: 'every' };

/** What one call of §4.4 asks for: a few listed products, or a page of every product. */
export type CalendarSpan =
  | { kind: 'list'; productIds: readonly ProductId[] }
  | { kind: 'every'; page: number; pageSize: number };

/** No address that is sent is longer; what lies before the path at the service itself has its share. */
const longestAddress = 4096 - 512;

/** The parameters of the call for a span (§4.4). */
export function queryOfSpan(span: CalendarSpan, includeMaxLeadTime: boolean): CalendarQuery {
  if (span.kind === 'every') return { page: span.page, pageSize: span.pageSize, filter: null, includeMaxLeadTime };
  const { productIds } = span;
  return { page: 1, pageSize: productIds.length, filter: productFilter(productIds), includeMaxLeadTime };
}

/** The products, each once, in as few spans as keep every address short, in their order. */
export function spansOfList(productIds: readonly ProductId[]): CalendarSpan[] {
  const spans: CalendarSpan[] = [];
  let window: ProductId[] = [];
  let length = 0;
  for (const productId of new Set(productIds)) {
    // With a comma, which takes three characters in an address.
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
 * The same products in smaller spans, for a service that takes no more at once; null where a span can't be divided.
 * Pages divide into pages, so that none is asked for twice.
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

/** What one call of §4.4 came to. */
export interface SpanAnswer {
  /** Those asked for that came, each once, as they came. Ones with findings have their own calendar asked. */
  calendars: readonly ListedCalendar[];
  /** Of a list: those that didn't come. */
  unlisted: readonly ProductId[];
  notAsked: readonly ProductId[];
  doubled: readonly ProductId[];
  /** How many more products the service counted than it sent. */
  withheld: number;
  /** How many products there are: of a list those that the service knows, else all of them. */
  totalItems: number;
  /** When the service gave it, in milliseconds since 1970. */
  givenAt: number;
}

/** The service cuts its pages shorter than asked for: the span is to be divided. */
export class SpanTooLarge extends Error {
  override readonly name = 'SpanTooLarge';
}

/** How calendars are asked for. */
export interface SpanQuestion {
  includeMaxLeadTime: boolean;
  /** Whether only what the service gives now will do. */
  anew: boolean;
}

/**
 * Asks for the calendars of a span. Reading a large answer yields to the screen in between.
 * @throws SpanTooLarge, ContractError for another page than the one asked for, and what the search throws.
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
  const rest = breathe();
  const day = today();
  for (const item of items.values()) {
    await rest();
    const calendar = readCalendar(item, includeMaxLeadTime);
    // Read here, where it is done in pieces, and at hand when thousands are summed up at once.
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

/** How many products the answer should hold by the service's own count. */
function countedOn(span: CalendarSpan, totalItems: number): number {
  if (span.kind === 'list') return Math.min(totalItems, span.productIds.length);
  return Math.max(0, Math.min(totalItems - (span.page - 1) * span.pageSize, span.pageSize));
}

/** Past the end a service may give its last page; any other page in place of the one asked for is no answer. */
function isOtherPage(
  { page, totalPageCount }: ReceivedCalendars,
  span: CalendarSpan,
): span is CalendarSpan & { kind: 'every' } {
  return span.kind === 'every' && page !== span.page && span.page <= totalPageCount;
}

export function sizeOf(span: CalendarSpan): number {
  return span.kind === 'list' ? span.productIds.length : span.pageSize;
}

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

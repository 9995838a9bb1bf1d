import { type FakeUpstream, fakeUpstream, type Handler, json } from '#server/upstream/upstream.fake.ts';
import { dayByDay } from '#stock/day-by-day.oracle.ts';
import type { StockResult } from '#stock/stock-result.ts';
import type { DatedEntry } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate, later, toUnixSeconds } from '#stock/calendar-date.ts';
import { type Thousandths, toThousandths } from '#stock/thousandths.ts';

/** How the service deviates from the specification, or its results from its calendars. */
export const manners = [
  'as specified',
  'names nothing',
  'nulls, blanks and other zones',
  'later than its calendar',
  'earlier than its calendar',
  'another quantity',
  'deleted items',
  'unreadable items',
  'an unreadable entry',
  'another market',
] as const;
export type Manner = (typeof manners)[number];

/** Whether results for all quantities are those of the calendar. */
export const agreesWithItself = (manner: Manner) => manners.indexOf(manner) < 3;

/** Stock of one product, and how the service tells it. */
export interface ServedProduct {
  entries: readonly DatedEntry[];
  manner: Manner;
  /** Days by which results differ, for the manners that do. */
  days: number;
}

export interface OneDateService extends FakeUpstream {
  today: CalendarDate;
  /** By product ID. */
  products: ReadonlyMap<number, ServedProduct>;
}

const codes = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };

/** The days that matter for a service's day. */
const periodOf = (today: CalendarDate) => [addDays(today, -60), addDays(today, 90)] as const;

/** The service's own result for a quantity, whatever its calendar holds. */
export function servedResult(
  { entries, manner, days }: ServedProduct,
  quantity: Thousandths,
  today: CalendarDate,
): StockResult {
  const own = dayByDay(entries, today, periodOf(today)).stockResult(quantity);
  if (own.kind === 'not-available') return own;
  const by = manner === 'later than its calendar' ? days : manner === 'earlier than its calendar' ? -days : 0;
  if (by === 0) return own;
  const date = addDays(later(own.date, today), by);
  return { kind: own.kind === 'max-lead-time' ? own.kind : date <= today ? 'in-stock' : 'expected', date };
}

/** A service with known stock that answers §4.1 to §4.4. */
export async function oneDateService(): Promise<OneDateService> {
  const upstream = await fakeUpstream();
  const service: OneDateService = Object.assign(upstream, { today: '2026-03-24' as const, products: new Map() });
  service.handler = (call, response) => {
    const { pathname, searchParams } = new URL(call.url, 'http://service');
    const productId = Number(pathname.split('/')[2]);
    if (pathname === '/stock/calendar') return search(service, searchParams)(call, response);
    if (pathname.endsWith('/calendar')) return calendar(service, productId)(call, response);
    const requests =
      pathname === '/stock'
        ? (JSON.parse(call.body) as { products: { productId: number; quantity: number }[] }).products
        : [{ productId, quantity: Number(searchParams.get('quantity')) }];
    return items(service, requests)(call, response);
  };
  return service;
}

function items(
  { products, today }: OneDateService,
  requests: readonly { productId: number; quantity: number }[],
): Handler {
  const unknown: number[] = [];
  const unavailable: number[] = [];
  let isNamed = true;
  const found = requests.flatMap(({ productId, quantity }) => {
    const product = products.get(productId);
    if (product === undefined) {
      unknown.push(productId);
      return [];
    }
    const stockResult = servedResult(product, toThousandths(quantity), today);
    if (stockResult.kind !== 'not-available') return [itemOf(productId, quantity, product, stockResult)];
    unavailable.push(productId);
    isNamed &&= product.manner !== 'names nothing';
    return [];
  });
  if (unknown.length + unavailable.length === 0) return json(envelope(found));
  const type = 'urn:stock-horizon:problem:products-not-available';
  const problem = { type, title: 'No', status: 404, detail: 'No.', instance: '/stock' };
  return isNamed
    ? json({ ...problem, unknownProductIds: unknown, unavailableProductIds: unavailable }, 404)
    : json({ statusCode: 404, message: 'Resource not found' }, 404);
}

function itemOf(
  productId: number,
  stockQuantity: number,
  { manner }: ServedProduct,
  { kind, date }: Exclude<StockResult, { kind: 'not-available' }>,
): object {
  const id = String(productId);
  const item = {
    itemId: id,
    id,
    localized: [],
    productId,
    ...codes,
    lastUpdateDate: '2026-03-20',
    stockDate: date,
    stockDateUnix: toUnixSeconds(date),
    isMaxLeadTime: kind === 'max-lead-time',
    stockQuantity,
  };
  if (manner === 'another quantity') return { ...item, stockQuantity: stockQuantity + 0.0005 };
  if (manner === 'deleted items') return { ...item, isDeleted: true };
  return manner === 'unreadable items' ? { ...item, stockDate: 'soon' } : told(item, manner);
}

/** An item or entry as the service writes it. */
function told(item: Record<string, unknown> & { stockDateUnix: number }, manner: Manner): object {
  if (manner === 'another market') return { ...item, territoryId: 'FR_NO' };
  if (manner !== 'nulls, blanks and other zones') return item;
  const isInZone = item.stockDateUnix % (2 * 86_400) === 0;
  return {
    ...item,
    stockDateUnix: isInZone ? item.stockDateUnix - 13 * 3600 : item.stockDateUnix * 1000,
    company: null,
    territoryId: isInZone ? ' BRU_GLO ' : 'BRU_GLO',
    ...('lastUpdateDate' in item && { lastUpdateDate: null }),
  };
}

function entriesOf(productId: number, { entries, manner }: ServedProduct): object[] {
  return entries.map((entry, index) => {
    const stockQuantity = manner === 'an unreadable entry' && index === 0 ? 'many' : entry.stockQuantity;
    const stockDateUnix = toUnixSeconds(entry.stockDate);
    return told({ ...entry, productId, ...codes, stockDateUnix, stockQuantity }, manner);
  });
}

function calendar({ products }: OneDateService, productId: number): Handler {
  const product = products.get(productId);
  if (product !== undefined) return json(envelope(entriesOf(productId, product)));
  const problem = { type: 'urn:stock-horizon:problem:unknown-product', title: 'No', status: 404, detail: 'No.' };
  return json({ ...problem, instance: '/stock' }, 404);
}

function search({ products }: OneDateService, query: URLSearchParams): Handler {
  const ids = query.get('filter')?.match(/\d+/g)?.map(Number) ?? [...products.keys()];
  const matched = ids.flatMap((productId) => {
    const product = products.get(productId);
    const id = String(productId);
    return product === undefined
      ? []
      : [{ itemId: id, id, localized: [], productId, ...codes, stock: entriesOf(productId, product) }];
  });
  return json(envelope(matched, Number(query.get('pageSize'))));
}

function envelope(found: readonly object[], pageSize = found.length): object {
  const counters = { page: 1, pageSize, totalPageCount: 1, totalItemCount: found.length };
  return {
    parameters: null,
    results: found.map((item) => ({ item })),
    facets: [],
    filters: [],
    filter: '',
    ...counters,
  };
}

/** Whether the calendar has the quantity in stock on a day. */
export function holds(entries: readonly DatedEntry[], quantity: Thousandths, day: CalendarDate): boolean {
  return dayByDay(entries, day, periodOf(day)).level(day) >= quantity;
}

/** A token that names the market of the service. */
export const marketToken = `e30.${Buffer.from(JSON.stringify(codes)).toString('base64url')}.sign`;

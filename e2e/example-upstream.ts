import { createServer, type ServerResponse } from 'node:http';

import { resultFor } from '#stock/stock-result.ts';
import { type DatedEntry, readTimeline } from '#stock/stock-timeline.ts';
import { addDays, todayIn, toUnixSeconds } from '#stock/calendar-date.ts';
import { toThousandths } from '#stock/thousandths.ts';

const codes = { company: 'BRU', salesOrganization: '2510' };
/** A product whose calendar has an unreadable entry. */
const halfReadable = 55_555;
const few = [12_345, halfReadable, 67_890];
/** Products 1 to 600; every third has no max lead time and nothing before 12 days from today. */
const many = Array.from({ length: 600 }, (_, index) => index + 1);
let products = few;
/** Responses that wait for another manner. */
const waiting: (() => void)[] = [];
let manner = 'answers';

/**
 * Starts a third-party service that responds exactly like the specification's examples: a single ID in a filter as
 * plain text, calendars of several products with empty `stock`, counters of 1, no `value` in §4.1, 99999 as the max
 * lead time's quantity. `PUT /manner/fails` makes it respond with 500, `/manner/departs` with results that break the
 * contract, `/manner/huge` with quantities of 1e300, `/manner/later` with results 4 days after the calendar's, `/manner/early` with results of today,
 * and `/manner/refuses` with a bare 404 for results, until `PUT /manner/answers`. `/manner/many` and `/manner/slow` give it
 * 600 products in pages with complete calendars; in the latter, only the first page responds.
 */
export function serveExampleUpstream(port: number): void {
  createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname.startsWith('/manner/')) {
        manner = pathname.slice('/manner/'.length);
        products = manner === 'many' || manner === 'slow' ? many : few;
        if (manner !== 'slow') for (const respond of waiting.splice(0)) respond();
        send(response, 200, {});
      } else if (request.headers.authorization !== 'Bearer example-token')
        send(response, 401, { statusCode: 401, message: 'No.' });
      else if (manner === 'fails') send(response, 500, { statusCode: 500, message: 'Internal server error' });
      else if (manner === 'departs')
        send(response, 200, { ...answer(pathname, searchParams, body), results: [{ item: {} }] });
      else if (manner === 'slow' && pathname === '/stock/calendar' && Number(searchParams.get('page')) > 1)
        // Never responds, until it does in another manner.
        waiting.push(() => send(response, 200, answer(pathname, searchParams, body) ?? {}));
      else {
        const isRefused = manner === 'refuses' && /^\/stock\/\d+$/.test(pathname);
        const content = isRefused ? null : answer(pathname, searchParams, body);
        send(response, content === null ? 404 : 200, content ?? { statusCode: 404, message: 'Resource not found' });
      }
    });
  }).listen(port, '127.0.0.1');
}

function send(response: ServerResponse, status: number, content: unknown): void {
  const body = JSON.stringify(content);
  const sent = manner === 'huge' ? body.replaceAll(/"stockQuantity":[\d.]+/g, '"stockQuantity":1e300') : body;
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(sent);
}

function answer(path: string, query: URLSearchParams, body: string): object | null {
  const [, productId, calendar] = /^\/stock\/(\d+)(\/calendar)?$/.exec(path) ?? [];
  if (path === '/stock/calendar' && products === many) return page(query);
  if (path === '/stock/calendar') {
    const filter = query.get('filter') ?? '';
    const ids = products.filter((id) => filter === '' || filter.split(/\D+/).includes(String(id)));
    return envelope(ids, ids.map(emptyCalendar), true);
  }
  if (path === '/stock') {
    const lines = (JSON.parse(body) as { products: { productId: number; quantity: number }[] }).products;
    if (lines.some((line) => !products.includes(line.productId))) return null;
    const ids = lines.map((line) => line.productId);
    return envelope(
      ids,
      lines.map((line) => stockItem(line.productId, line.quantity)),
      true,
    );
  }
  const id = Number(productId);
  if (!products.includes(id)) return null;
  if (calendar === undefined) return envelope([id], [stockItem(id, Number(query.get('quantity')))], true);
  return envelope(
    [id],
    entries().map((entry, index) =>
      Object.assign(calendarEntry(id, entry), id === halfReadable && index === 1 && { stockQuantity: '120.5' }),
    ),
    false,
  );
}

/** A page with complete calendars. */
function page(query: URLSearchParams): object {
  const filter = query.get('filter') ?? '';
  const matched = filter === '' ? many : many.filter((id) => filter.split(/\D+/).includes(String(id)));
  const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 20)];
  const ids = matched.slice((number - 1) * size, number * size);
  const items = ids.map((id) => ({
    ...emptyCalendar(id),
    stock: entries(id).map((entry) => calendarEntry(id, entry)),
  }));
  return {
    ...envelope(ids, items, true),
    page: number,
    pageSize: size,
    totalPageCount: Math.ceil(matched.length / size),
    totalItemCount: matched.length,
  };
}

function envelope(ids: number[], items: object[], hasValue: boolean): object {
  const text = ids.length === 1 ? `productId.eq.${ids[0]}` : `productId.eq.any(${ids.join(',')})`;
  const count = hasValue ? Math.max(ids.length, 1) : 1;
  return {
    parameters: null,
    results: items.map((item) => ({ item })),
    facets: [],
    filters: ids.map((id) => ({
      name: 'productId',
      displayName: 'productId',
      keyValue: String(id),
      displayValue: String(id),
      ...(hasValue && { value: id }),
    })),
    filter: text,
    page: 1,
    pageSize: count,
    totalPageCount: 1,
    totalItemCount: count,
  };
}

function entry(days: number, stockQuantity: number, isMaxLeadTime = false): DatedEntry {
  return { stockDate: addDays(todayIn('UTC'), days), stockQuantity, isMaxLeadTime, isDeleted: false };
}

/** 80 in stock, 120.5 in 12 days, max lead time in 100 days; every third of many products only the second. */
function entries(id = 0): DatedEntry[] {
  if (products === many && id % 3 === 0) return [entry(12, 120.5)];
  return [entry(-10, 80), entry(12, 120.5), entry(100, 99_999, true)];
}

function calendarEntry(productId: number, entry: DatedEntry): object {
  return { productId, ...codes, territoryId: 'BRU_GLO', ...entry, stockDateUnix: toUnixSeconds(entry.stockDate) };
}

function emptyCalendar(productId: number): object {
  const id = String(productId);
  return { itemId: id, id, localized: [], productId, ...codes, stock: [] };
}

function stockItem(productId: number, stockQuantity: number): object {
  const found = resultFor(readTimeline(entries(productId), todayIn('UTC')), toThousandths(stockQuantity));
  if (!('date' in found)) throw new Error('With a max lead time there is a date for every quantity');
  const id = String(productId);
  const today = todayIn('UTC');
  const stockDate = manner === 'later' ? addDays(found.date, 4) : manner === 'early' ? today : found.date;
  return {
    itemId: id,
    id,
    localized: [],
    productId,
    ...codes,
    lastUpdateDate: today,
    stockDate,
    stockDateUnix: toUnixSeconds(stockDate),
    isMaxLeadTime: found.kind === 'max-lead-time',
    stockQuantity,
    territoryId: 'BRU_GLO',
  };
}

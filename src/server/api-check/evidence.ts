import { type CalendarDate, isCalendarDate } from '#stock/calendar-date.ts';
import { maxProductId } from '#stock/contract/limits.ts';
import { printProductIds } from '#stock/contract/requests.ts';
import { fromThousandths, levelToThousandths, type Thousandths } from '#stock/thousandths.ts';

import { type ProbeSender, StoppedError } from './probe-sender.ts';
import { type Exchange, hasSucceeded, type ProbeRequest } from './probe.ts';

export type Fields = Record<string, unknown>;

/** What is known from the responses so far; the requests and checks build on it. */
interface Facts {
  /** Products that the caller specified; empty if they are taken from the first page. */
  given: readonly number[];
  /** Method by which the search (§4.4) is accepted. */
  method: ProbeRequest['method'];
  /** Products of the first page. */
  found: readonly number[];
  /** Half of them: the page size of the second page. */
  split: number;
  /** Up to three products, the most informative first. */
  products: readonly number[];
  /** The product of the calendars and of the single lookup. */
  subject: number | undefined;
  /** Entries of the complete calendar of `subject`; empty if it couldn't be read. */
  levels: readonly Level[];
  /** A quantity, in the product's unit, that not every entry covers. */
  threshold: number;
  /** Quantities to look up, and whether the product's calendar guarantees that they are available. */
  lines: readonly { productId: number; quantity: number; isCertain: boolean }[];
}

const maxDiscovered = 10;
const maxLines = 3;

/** The requests of a check in their order; null for one that is unnecessary or impossible. */
const requests = {
  /** §4.4 with max lead time, of the given products or of all. */
  firstPage: ({ given }) => search('GET', 1, given.length || maxDiscovered, given, true),
  wholeCalendar: ({ subject }) => get(`/stock/${subject}/calendar?includeMaxLeadTime=true`),
  calendarFromQuantity: ({ subject, threshold }) =>
    get(`/stock/${subject}/calendar?quantity=${threshold}&includeMaxLeadTime=false`),
  stockOfOne: lookup,
  stockOfSeveral: ({ lines }) =>
    lines.length === 0
      ? null
      : {
          ...get('/stock'),
          method: 'POST',
          body: { products: lines.map(({ productId, quantity }) => ({ productId, quantity })) },
        },
  filteredPage: ({ method, products }) => search(method, 1, products.length, products, false),
  secondPage: ({ method, split, given }) => (split === 0 ? null : search(method, 2, split, given, true)),
  /** A page past the end. */
  pageByPost: ({ products }) => search('POST', 1000, 10, products, false),
  withoutToken: (facts) => ({ ...lookup(facts), credentials: 'no-token' }),
  withWrongToken: (facts) => ({ ...lookup(facts), credentials: 'wrong-token' }),
  withoutKey: (facts) => ({ ...lookup(facts), credentials: 'no-key' }),
  withWrongKey: (facts) => ({ ...lookup(facts), credentials: 'wrong-key' }),
  withoutVersion: (facts) => ({ ...lookup(facts), hasVersion: false }),
  /** A product that is unlikely to exist. */
  unknownProduct: () => get(`/stock/${maxProductId}?quantity=1`),
} satisfies Record<string, (facts: Facts) => ProbeRequest | null>;

export type RequestName = keyof typeof requests;
type Exchanges = Partial<Record<RequestName, Exchange>>;

/** All requests with their responses, and what is known from them. */
export interface Evidence extends Facts {
  exchanges: Exchanges;
}

/**
 * Sends the requests one after another.
 * @param given products to check with; if empty, they are taken from the first page of §4.4
 * @returns the evidence, and why it stopped early (null if it didn't)
 */
export async function gatherEvidence(
  sender: ProbeSender,
  given: readonly number[],
): Promise<{ evidence: Evidence; stopped: StoppedError | null }> {
  const exchanges: Exchanges = {};
  let stopped: StoppedError | null = null;
  try {
    for (const [name, requestOf] of Object.entries(requests)) {
      const request = requestOf(factsOf(exchanges, given));
      if (request === null) continue;
      const exchange = await sendEitherWay(sender, request);
      if (name === 'firstPage') stopIfRefused(exchange);
      exchanges[name as RequestName] = exchange;
      if (factsOf(exchanges, given).subject === undefined)
        throw new StoppedError('no-products', noProducts(exchange, given));
    }
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    stopped = error;
  }
  return { evidence: { ...factsOf(exchanges, given), exchanges }, stopped };
}

/** §4.4 names both methods: a search rejected by GET is sent by POST, which counts if it succeeds. */
async function sendEitherWay(sender: ProbeSender, request: ProbeRequest): Promise<Exchange> {
  const exchange = await sender.exchange(request);
  const isRejected = exchange.response?.status === 404 || exchange.response?.status === 405;
  if (!isRejected || request.method === 'POST' || !request.path.startsWith('/stock/calendar?')) return exchange;
  const byPost = await sender.exchange({ ...request, method: 'POST' });
  return hasSucceeded(byPost) ? byPost : exchange;
}

function stopIfRefused({ response }: Exchange): void {
  if (response?.status === 401 || response?.status === 403)
    throw new StoppedError(
      'credentials',
      `The service does not accept the access token or the subscription key: it returns ${response.status}.`,
    );
}

function noProducts(exchange: Exchange, given: readonly number[]): string {
  if (exchange.response !== null && !hasSucceeded(exchange))
    return `The service returns ${exchange.response.status} to the request for the first page of calendars (4.4). Check its address, or name products with --products.`;
  return given.length > 0
    ? 'None of the products named is on the first page of calendars (4.4).'
    : 'The first page of calendars (4.4) names no product to go on with; name some with --products.';
}

function factsOf(exchanges: Exchanges, given: readonly number[]): Facts {
  const page = exchanges.firstPage && itemsOf(exchanges.firstPage);
  const found = idsOf(page ?? []);
  const [subject, ...others] = [...new Set(page === undefined ? given : found)]
    .map((productId) => {
      const item = page?.findLast((each) => each['productId'] === productId);
      return { productId, levels: readLevels(arrayOf(item?.['stock'])) };
    })
    .toSorted((a, b) => suitabilityOf(b.levels) - suitabilityOf(a.levels))
    .slice(0, maxLines);
  const levels = readLevels((exchanges.wholeCalendar && itemsOf(exchanges.wholeCalendar)) ?? []);
  // The specification's example of §4.4 has an empty `stock`, so empty calendars guarantee nothing.
  const withStock = others.filter((other) => other.levels.length > 0);
  const first = subject && { ...subject, levels: levels.length > 0 ? levels : subject.levels };
  return {
    given,
    method: exchanges.firstPage?.request.method ?? 'GET',
    found,
    split: Math.floor(found.length / 2),
    products: [...(subject ? [subject] : []), ...others].map(({ productId }) => productId),
    subject: subject?.productId,
    levels,
    threshold: thresholdOf(levels),
    lines: [...(first ? [first] : []), ...(withStock.length > 0 ? withStock : others)].flatMap(lineFor),
  };
}

function get(path: string): ProbeRequest {
  return { method: 'GET', path, credentials: 'accepted', hasVersion: true };
}

function lookup({ subject, lines }: Facts): ProbeRequest {
  const quantity = lines.find(({ productId }) => productId === subject)?.quantity ?? 1;
  return get(`/stock/${subject}?quantity=${quantity}`);
}

/** §4.4. Requests write the attribute in lower case, responses in camel case. Parentheses and commas stay readable. */
function search(
  method: ProbeRequest['method'],
  page: number,
  pageSize: number,
  ids: readonly number[],
  includeMaxLeadTime: boolean,
): ProbeRequest {
  const filter =
    ids.length === 1 ? `productid.eq.any(${ids[0]})` : printProductIds(ids).replace('productId', 'productid');
  const paging = `page=${page}&pageSize=${pageSize}${filter && `&filter=${filter}`}`;
  return { ...get(`/stock/calendar?${paging}&includeMaxLeadTime=${includeMaxLeadTime}`), method };
}

/** The highest available quantity, or slightly more if all are equal, so that the service has entries to omit. */
function thresholdOf(levels: readonly Level[]): number {
  const quantities = realLevels(levels).map(({ quantity }) => quantity);
  const highest = Math.max(1000, ...quantities);
  return fromThousandths(quantities.every((quantity) => quantity === highest) ? highest + 1000 : highest);
}

/** How much a product is suited to show: lasting stock, different quantities, a max lead time. */
function suitabilityOf(levels: readonly Level[]): number {
  const quantities = new Set(realLevels(levels).map(({ quantity }) => quantity));
  return (lastingQuantity(levels) > 0 ? 4 : 0) + (quantities.size > 1 ? 2 : 0) + (hasMaxLeadTime(levels) ? 1 : 0);
}

/**
 * The quantity to request: that of the last entry, which stays available; 1 if there is only a max lead time or nothing
 * is known. No line if the calendar guarantees nothing.
 */
function lineFor({ productId, levels }: { productId: number; levels: readonly Level[] }): Facts['lines'] {
  const quantity = lastingQuantity(levels);
  if (quantity > 0) return [{ productId, quantity: fromThousandths(quantity), isCertain: true }];
  if (levels.length > 0 && !hasMaxLeadTime(levels)) return [];
  return [{ productId, quantity: 1, isCertain: levels.length > 0 }];
}

function lastingQuantity(levels: readonly Level[]): number {
  return realLevels(levels).at(-1)?.quantity ?? 0;
}

/** The `item` of each result (§2.1), an empty object if it isn't one; undefined without a readable response. */
export function itemsOf(exchange: Exchange): Fields[] | undefined {
  const body = bodyOf(exchange);
  return body && arrayOf(body['results']).map((result) => fieldsOf(fieldsOf(result)['item']));
}

/** The JSON object of a successful response. */
export function bodyOf(exchange: Exchange): Fields | undefined {
  return hasSucceeded(exchange) && isObject(exchange.json) ? exchange.json : undefined;
}

/** The product IDs of items; values that aren't numbers are skipped. */
export function idsOf(items: readonly Fields[]): number[] {
  return items.flatMap(({ productId }) => (typeof productId === 'number' ? [productId] : []));
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is an object, otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The stock data of a calendar entry, which may be incomplete otherwise. */
export interface Level {
  date: CalendarDate;
  quantity: Thousandths;
  isMaxLeadTime: boolean;
}

/** The entries that have a date, a quantity and a flag and aren't deleted, in their order. */
export function readLevels(entries: readonly unknown[]): Level[] {
  return entries.flatMap((entry) => {
    const { stockDate, stockQuantity, isMaxLeadTime, isDeleted } = fieldsOf(entry);
    if (!isDate(stockDate) || typeof stockQuantity !== 'number') return [];
    if (typeof isMaxLeadTime !== 'boolean' || isDeleted === true) return [];
    return [{ date: stockDate, quantity: levelToThousandths(stockQuantity), isMaxLeadTime }];
  });
}

/** The entries without max lead time, by ascending date. */
export function realLevels(levels: readonly Level[]): Level[] {
  return levels.filter((level) => !level.isMaxLeadTime).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

export function hasMaxLeadTime(levels: readonly Level[]): boolean {
  return levels.some(({ isMaxLeadTime }) => isMaxLeadTime);
}

export function isDate(value: unknown): value is CalendarDate {
  return typeof value === 'string' && isCalendarDate(value);
}

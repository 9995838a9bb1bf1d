import * as fc from 'fast-check';

import { requestIdHeader } from '#stock/contract/headers.ts';
import type { Problem } from '#stock/contract/problem.ts';
import { type ProblemCode, problemKinds, problemType } from '#stock/contract/problem-codes.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type StockResult, resultFor } from '#stock/stock-result.ts';
import { firstDay, maxLeadTime, real } from '#stock/entries.arbitrary.ts';
import type { ReceivedItem } from '#stock/contract/envelope.ts';
import { type DatedEntry, readTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate, toUnixSeconds } from '#stock/calendar-date.ts';
import { fromThousandths, toThousandths } from '#stock/thousandths.ts';
import type { BackendRequest, BackendResponse } from '#server/gateway/stock-backend.ts';

import type { Caller, StockRequest } from './stock-lookup.ts';

type Failure = { code: ProblemCode; headers?: Record<string, string> } & Partial<Problem>;

/** Failures of a whole call. */
const callFaults = {
  '500': { code: 'internal-error' },
  '503': { code: 'unavailable' },
  '503 Retry-After': { code: 'unavailable', headers: { 'retry-after': '2' } },
  '429': { code: 'too-many-requests' },
  '429 Retry-After': { code: 'too-many-requests', headers: { 'retry-after': '5' } },
  timeout: { code: 'upstream-timeout' },
  cut: { code: 'upstream-unreachable' },
  'no JSON': { code: 'contract-broken' },
  '413': { code: 'payload-too-large' },
  '400 size': {
    code: 'bad-request',
    errors: [{ path: 'products', message: 'products must be a list of 1 to 3 products, each with productId.' }],
  },
  '404 nothing named': { code: 'not-found', type: 'about:blank' },
} satisfies Record<string, Failure>;
type CallFault = keyof typeof callFaults;

/** Defects of a response's items. The remaining content is correct. */
const spoilt = {
  half: (items) => items.slice(0, Math.floor(items.length / 2)),
  doubled: (items) => [...items, ...items.slice(0, 1)],
  'foreign in place': (items) => everySecond(items, (item) => ({ ...item, productId: foreign })),
  'foreign beside': (items) => [
    ...items.slice(0, 1).map((item) => Object.assign({}, item, { productId: foreign })),
    ...items,
  ],
  swapped: (items) => items.toReversed(),
  'other quantity': (items) =>
    everySecond(items, (item) => ({ ...item, stockQuantity: item.stockQuantity + 1 / 8, stockDate: firstDay })),
  deleted: (items) => everySecond(items, (item) => ({ ...item, isDeleted: true })),
  'other market': (items) => everySecond(items, (item) => ({ ...item, territoryId: 'FR_NO' })),
  unreadable: (items) => everySecond(items, (item) => ({ ...item, stockDate: 'soon' as CalendarDate })),
  'other day': (items) => everySecond(items, (item) => ({ ...item, stockDate: addDays(item.stockDate, -40) })),
} satisfies Record<string, (items: readonly ReceivedItem[]) => ReceivedItem[]>;
type ItemFault = keyof typeof spoilt;

export type Fault = CallFault | ItemFault;
export const arbitraryFault = fc.constantFrom<Fault>(
  ...(Object.keys(callFaults) as CallFault[]),
  ...(Object.keys(spoilt) as ItemFault[]),
);

/** How the service reports requests without a result. */
export type Manner = 'names products' | 'names nothing' | 'names nothing, empty calendars';

const foreign: ProductId = 999_999;
const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };

export const caller: Caller = {
  credentials: { token: 'token', subscriptionKey: 'key' },
  expiresAt: null,
  market: null,
  bypassCache: true,
  requestId: 'request-1',
};

/** A caller whose token names these codes of its market. */
export function callerOfMarket(codes: Record<string, unknown>): Caller {
  const payload = Buffer.from(JSON.stringify(codes)).toString('base64url');
  return { ...caller, credentials: { ...caller.credentials, token: `e30.${payload}.sign` } };
}

/** 40 today, 90 from April 17, any quantity from June 12 (max lead time). */
export const entries = [real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')];

/** A backend with known calendars and configurable failures, and a clock that waiting advances. */
export class FaultyBackend {
  readonly today: CalendarDate = '2026-03-24';
  /** Faults of the next calls in order; later calls succeed. */
  faults: (Fault | Failure | null)[] = [];
  /** Whether `faults` apply to calls for calendars too. */
  spoilsCalendars = false;
  /** Products of which the listed calendar (§4.4) has this `stock`. */
  listed = new Map<ProductId, readonly unknown[] | null>();
  /** Fails every call that includes it. */
  failing: ProductId | null = null;
  /** Codes of its items. */
  codes = market;
  maxProducts = Infinity;
  maxPageSize = Infinity;
  underWay = 0;
  maxUnderWay = 0;
  stockCalls: StockRequest[][] = [];
  calendarCalls: ProductId[][] = [];
  /** Requests repeated after a complete response to them. */
  requestedTwice: StockRequest[] = [];
  /** Unix milliseconds. */
  now = Date.UTC(2026, 2, 24, 9);
  waits: number[] = [];
  /** Whether waits never end. */
  isSlow = false;
  /** Times of the stock calls. */
  calledAt: number[] = [];
  readonly #calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>;
  readonly #manner: Manner;
  readonly #answered = new Set<string>();

  constructor(calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>, manner: Manner = 'names products') {
    this.#calendars = calendars;
    this.#manner = manner;
  }

  readonly clock = {
    now: () => this.now,
    wait: async (milliseconds: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      this.waits.push(milliseconds);
      if (this.isSlow) {
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      }
      await Promise.resolve();
      this.now += milliseconds;
    },
  };

  /** The correct result of a request. */
  truth({ productId, quantity }: StockRequest): StockResult | { kind: 'unknown-product' } {
    const calendar = this.#calendars.get(productId);
    return calendar ? resultFor(readTimeline(calendar, this.today), quantity) : { kind: 'unknown-product' };
  }

  send = async ({ operation, path, body, signal }: BackendRequest): Promise<BackendResponse> => {
    this.underWay += 1;
    this.maxUnderWay = Math.max(this.maxUnderWay, this.underWay);
    try {
      for (let turns = (this.stockCalls.length % 4) + 1; turns > 0; turns -= 1) await Promise.resolve();
      signal.throwIfAborted();
      const { pathname, searchParams } = new URL(path, 'http://service');
      const productId = Number(pathname.split('/')[2]);
      if (operation === 'stockOfProducts') return this.#stockResponse(requestsIn(body));
      if (operation === 'stockOfProduct')
        return this.#stockResponse([{ productId, quantity: toThousandths(Number(searchParams.get('quantity'))) }]);
      return operation === 'productCalendar' ? this.#answerCalendar(productId) : this.#answerPage(searchParams);
    } finally {
      this.underWay -= 1;
    }
  };

  #stockResponse(requests: readonly StockRequest[]): BackendResponse {
    this.stockCalls.push([...requests]);
    this.calledAt.push(this.now);
    this.requestedTwice.push(...requests.filter((request) => this.#answered.has(keyOf(request))));
    const fault = this.faults.shift() ?? null;
    if (isFailure(fault)) return refusal(failureOf(fault));
    if (requests.some(({ productId }) => productId === this.failing)) return refusal(callFaults['500']);
    if (requests.length > this.maxProducts) return refusal(callFaults['413']);
    const idsOf = (kind: 'unknown-product' | 'not-available') => [
      ...new Set(requests.filter((each) => this.truth(each).kind === kind).map(({ productId }) => productId)),
    ];
    const unknownProductIds = idsOf('unknown-product');
    const unavailableProductIds = idsOf('not-available');
    if (unknownProductIds.length + unavailableProductIds.length > 0) {
      if (this.#manner !== 'names products') return refusal(callFaults['404 nothing named']);
      return refusal({ code: 'products-not-available', unknownProductIds, unavailableProductIds });
    }
    const items = requests.map((request) => this.#itemFor(request));
    if (fault !== null) return success(spoilt[fault](items).map(itemOf));
    for (const request of requests) this.#answered.add(keyOf(request));
    return success(items.map(itemOf));
  }

  #answerCalendar(productId: ProductId): BackendResponse {
    this.calendarCalls.push([productId]);
    const fault = this.spoilsCalendars ? (this.faults.shift() ?? null) : null;
    if (isFailure(fault)) return refusal(failureOf(fault));
    const calendar = this.#calendars.get(productId);
    if (!calendar && this.#manner !== 'names nothing, empty calendars') return refusal({ code: 'unknown-product' });
    return success((calendar ?? []).map((entry) => itemOf(calendarEntry(productId, entry))));
  }

  #answerPage(query: URLSearchParams): BackendResponse {
    const filter = query.get('filter')?.match(/\d+/g)?.map(Number) ?? null;
    this.calendarCalls.push(filter ?? []);
    const fault = this.spoilsCalendars ? (this.faults.shift() ?? null) : null;
    if (isFailure(fault)) return refusal(failureOf(fault));
    const matched = [...this.#calendars.keys()].filter((id) => filter?.includes(id) ?? true);
    const page = Number(query.get('page'));
    const pageSize = Math.min(Number(query.get('pageSize')), this.maxPageSize);
    const items = matched.slice((page - 1) * pageSize, page * pageSize).flatMap((productId) => {
      const own = (this.#calendars.get(productId) ?? []).map((entry) => calendarEntry(productId, entry));
      const stock = this.listed.has(productId) ? this.listed.get(productId) : own;
      return stock ? listedProduct(productId, stock) : [];
    });
    return success(items.map(itemOf), {
      page,
      pageSize,
      totalPageCount: Math.ceil(matched.length / pageSize),
      totalItemCount: matched.length,
    });
  }

  #itemFor(request: StockRequest): ReceivedItem {
    const stockResult = this.truth(request);
    if (!('date' in stockResult)) throw new Error('Only what has a date is an item');
    const id = String(request.productId);
    return {
      itemId: id,
      id,
      localized: [],
      productId: request.productId,
      ...this.codes,
      lastUpdateDate: '2026-03-20',
      stockDate: stockResult.date,
      stockDateUnix: toUnixSeconds(stockResult.date),
      isMaxLeadTime: stockResult.kind === 'max-lead-time',
      stockQuantity: fromThousandths(request.quantity),
    };
  }
}

/** A backend with products 1 to `count`, all with the same calendar. */
export function backendOf(count: number, manner?: Manner, calendar: readonly DatedEntry[] = entries): FaultyBackend {
  return new FaultyBackend(new Map(upTo(count).map((productId) => [productId, calendar])), manner);
}

/** 1 unit of each product. */
export function oneOf(...productIds: number[]): StockRequest[] {
  return productIds.map((productId) => ({ productId, quantity: 1000 }));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

export function calendarEntry(productId: ProductId, entry: DatedEntry) {
  return { ...entry, productId, ...market, stockDateUnix: toUnixSeconds(entry.stockDate) };
}

function listedProduct(productId: ProductId, stock: readonly unknown[]) {
  return { itemId: '', id: '', localized: [], productId, ...market, stock };
}

/** A response with a problem. */
export function refusal({ code, headers = {}, ...more }: Failure): BackendResponse {
  const { status, title } = problemKinds[code];
  const problem = { type: problemType(code), title, status, detail: 'No.', instance: '/stock', ...more };
  const allHeaders = { ...headers, [requestIdHeader.toLowerCase()]: 'request-1' };
  return { status, headers: allHeaders, body: Buffer.from(JSON.stringify(problem)) };
}

function success(results: readonly { item: unknown }[], counters = onePage(results.length)): BackendResponse {
  const body = { parameters: null, results, facets: [], filters: [], filter: '', ...counters };
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) };
}

function onePage(count: number) {
  return { page: 1, pageSize: count, totalPageCount: 1, totalItemCount: count };
}

function itemOf<Item>(item: Item): { item: Item } {
  return { item };
}

function requestsIn(body: Buffer | undefined): StockRequest[] {
  const { products } = JSON.parse(String(body)) as { products: { productId: number; quantity: number }[] };
  return products.map(({ productId, quantity }) => ({ productId, quantity: toThousandths(quantity) }));
}

function isFailure(fault: Fault | Failure | null): fault is CallFault | Failure {
  return fault !== null && !(typeof fault === 'string' && fault in spoilt);
}

function failureOf(fault: CallFault | Failure): Failure {
  return typeof fault === 'string' ? callFaults[fault] : fault;
}

function everySecond(items: readonly ReceivedItem[], change: (item: ReceivedItem) => ReceivedItem): ReceivedItem[] {
  return items.map((item, index) => (index % 2 === 0 ? change(item) : item));
}

function keyOf({ productId, quantity }: StockRequest): string {
  return `${productId} ${quantity}`;
}

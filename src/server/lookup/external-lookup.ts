import { setTimeout } from 'node:timers/promises';

import type { ProductId } from '#stock/contract/product-id.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { UpstreamBackend } from '#server/upstream/upstream-backend.ts';
import { marketCodes } from '#server/sign-in/upstream-identity.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { type RunClock, runBatches } from './batch-runner.ts';
import { CallFailed } from './call-failure.ts';
import { addListed, CalendarBatches } from './calendar-batches.ts';
import { lookUpProduct } from './external-product.ts';
import { ResultBatches } from './result-batches.ts';
import { type ListedCalendar, type ReceivedPage, type ServiceCalls, serviceCalls } from './service-calls.ts';
import type { CalendarResult, StockLookup, StockRequest } from './stock-lookup.ts';

export interface ExternalLookupOptions {
  backend: Pick<UpstreamBackend, 'send'>;
  /** Current date in the service's time zone. */
  today: () => CalendarDate;
  /** Version of the product catalog. */
  generation: () => Promise<number>;
  clock?: Omit<RunClock, 'pause'>;
  /** Requests in the first calls. */
  requestsPerCall?: number;
}

const systemClock: RunClock = {
  now: Date.now,
  wait: async (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
};

/**
 * Lookup in an external service, whose limits, retries and circuit breaker are the backend's. It finds the batch size
 * that the service accepts, and the requests that make it reject a batch.
 */
export function externalLookup(options: ExternalLookupOptions): StockLookup {
  const { backend, today, generation, clock = systemClock, requestsPerCall = 200 } = options;
  const callLimits = { requests: requestsPerCall };
  return {
    isConsistent: false,
    present: async () => ({ today: today(), dataVersion: String(await generation()) }),

    product: async (request, caller, signal) => {
      const dataVersion = String(await generation());
      return { dataVersion, ...(await lookUpProduct(backend, request, caller, signal, { today, now: clock.now })) };
    },

    results: async (requests, caller, signal, { settle, pause }) => {
      const indexed = requests.map((request, index) => ({ ...request, index }));
      const work = new ResultBatches<StockRequest & { index: number }>({
        ...serviceCalls(backend, caller, clock.now),
        isAlone: requests.length === 1,
        today,
        market: marketCodes(caller.credentials.token),
        callLimits,
        settle: ({ index }, result) => settle(index, result),
      });
      work.end(await runBatches(indexed, work, signal, { ...clock, pause }));
    },

    calendars: async (productIds, caller, signal, settle) => {
      const found = new Map<ProductId, CalendarResult>();
      const work = new CalendarBatches({
        ...serviceCalls(backend, caller, clock.now),
        settle: (productId, calendar) => {
          found.set(productId, calendar);
          settle?.(productId, calendar);
        },
      });
      await runBatches([...new Set(productIds)], work, signal, clock);
      return found;
    },

    calendarPage: async (query, caller, signal) => {
      const calls = serviceCalls(backend, caller, clock.now);
      const page = await loadPage(calls, query, signal).catch((error: unknown) => {
        throw error instanceof CallFailed ? error.problem : error;
      });
      const found = new Map<ProductId, CalendarResult>();
      const settle = (productId: ProductId, calendar: CalendarResult) => void found.set(productId, calendar);
      const work = new CalendarBatches({ ...calls, settle, productsPerCall: 1 });
      await runBatches(work.settleListed([...page.listed.keys()], page.listed), work, signal, clock);
      const calendars = new Map([...page.listed.keys()].map((id) => [id, found.get(id) as CalendarResult]));
      const { totalItemCount, repeated } = page;
      const counted = Math.max(0, Math.min(totalItemCount - (query.page - 1) * query.pageSize, query.pageSize));
      return { calendars, totalItemCount, repeated, withheld: Math.max(0, counted - calendars.size) };
    },
  };
}

interface ListedPage {
  listed: Map<ProductId, ListedCalendar>;
  totalItemCount: number;
  repeated: readonly ProductId[];
}

/**
 * Loads a page of all products. If the service sends shorter pages than requested, or rejects the size, the page is
 * loaded in whole parts of it, so that no product is requested twice.
 */
async function loadPage(
  calls: ServiceCalls,
  { page, pageSize }: { page: number; pageSize: number },
  signal: AbortSignal,
): Promise<ListedPage> {
  const received = await calls.calendars({ productIds: null, page, pageSize }, signal).catch((error: unknown) => {
    if (error instanceof CallFailed && error.failure.kind === 'too-many' && pageSize > 1) return null;
    throw error;
  });
  if (received !== null && !isShorter(received, page, pageSize)) {
    // Services may return the last page for pages past the end; otherwise the page must match.
    if (received.page !== page && page <= received.totalPageCount)
      throw new ServiceProblem(
        'contract-broken',
        `Unexpected response from the stock service: page is ${received.page} where ${page} was asked for.`,
      );
    const listed = new Map<ProductId, ListedCalendar>();
    const isPast = received.page !== page;
    const repeated = isPast ? [] : addListed(listed, received.calendars);
    return { listed, totalItemCount: Math.max(received.totalItemCount, listed.size), repeated };
  }
  const parts = minDivisor(pageSize);
  const listed = new Map<ProductId, ListedCalendar>();
  const repeated: ProductId[] = [];
  let totalItemCount = 0;
  for (let part = 1; part <= parts; part += 1) {
    const found = await loadPage(calls, { page: (page - 1) * parts + part, pageSize: pageSize / parts }, signal);
    repeated.push(
      ...addListed(
        listed,
        [...found.listed].map(([productId, calendar]) => ({ productId, calendar })),
      ),
    );
    repeated.push(...found.repeated);
    ({ totalItemCount } = found);
    if (totalItemCount <= ((page - 1) * parts + part) * (pageSize / parts)) break;
  }
  return { listed, totalItemCount, repeated: [...new Set(repeated)] };
}

/** Whether the service limits pages to fewer products than requested. */
export function isShorter(
  { pageSize: given, calendars, page: givenPage, totalItemCount }: ReceivedPage,
  page: number,
  pageSize: number,
): boolean {
  const counted = Math.max(0, Math.min(totalItemCount - (page - 1) * pageSize, pageSize));
  return (
    given > 0 && given < pageSize && givenPage === page && calendars.length === given && counted > calendars.length
  );
}

/** Smallest factor above 1: a page of so many products is as many whole pages. */
export function minDivisor(value: number): number {
  for (let divisor = 2; divisor * divisor <= value; divisor += 1) if (value % divisor === 0) return divisor;
  return value;
}

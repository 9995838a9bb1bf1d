import { setImmediate } from 'node:timers/promises';

import type { Market, StockItem } from '#stock/contract/envelope.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { resultOfItem } from '#stock/stock-result.ts';
import type { NoResult } from '#stock/order/line-state.ts';
import { type CalendarDate, toUnixSeconds } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import type { StockService } from '#server/service/stock-service.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import { KeySetUnavailableError } from '#server/service/access-token.ts';
import {
  type CalendarRow,
  isStoreUnavailable,
  type StockFinding,
  type StockStore,
  StoreError,
} from '#server/store/stock-store.ts';

import {
  type Caller,
  type CalendarResult,
  type DatedResult,
  noResult,
  type StockCalendar,
  type StockLookup,
  type StockRequest,
} from './stock-lookup.ts';

export interface EmbeddedLookupOptions {
  store: Pick<StockStore, 'findStock' | 'findCalendar' | 'findCalendarPage' | 'state'>;
  service: Pick<StockService, 'admit'>;
  today: () => CalendarDate;
  /** Unix milliseconds. */
  now: () => number;
}

/** Requests and products of one statement. Each starts in a turn of its own, so that other requests are served between. */
const requestsPerStatement = 1000;
const productsPerStatement = 500;

/** Tries to read a product's calendar and result from one import; others would have to follow within milliseconds. */
const maxTries = 5;

/**
 * Lookup in this server's own store, with the same limits as the embedded service. It needs no doubt: what the store
 * returns is complete and current.
 */
export function embeddedLookup({ store, service, today, now }: EmbeddedLookupOptions): StockLookup {
  const calendarOf = (market: Market, rows: readonly CalendarRow[]): StockCalendar => ({
    kind: 'calendar',
    entries: rows.map(({ stockDate, stockQuantity, isMaxLeadTime }) => ({
      stockDate,
      stockQuantity: fromThousandths(stockQuantity),
      isMaxLeadTime,
      isDeleted: false,
    })),
    territories: rows.length === 0 ? [] : [market.territoryId],
    unreadable: 0,
    receivedAt: now(),
    isStale: false,
  });

  const nextTurn = oneATurn();

  return {
    isConsistent: true,
    present: async () => ({ today: today(), dataVersion: String((await store.state()).generation) }),

    product: async ({ productId, quantity }, { credentials }) => {
      const market = await service.admit(credentials);
      const day = today();
      for (let tries = 1; ; tries += 1) {
        const { generation } = await store.state();
        const [rows, findings] = await Promise.all([
          store.findCalendar(market, productId, { quantity: null, includeMaxLeadTime: true }),
          quantity === null ? null : store.findStock(market, [{ productId, quantity }], day),
        ]);
        if (findings !== null && tries < maxTries && (await store.state()).generation !== generation) continue;
        const at = { today: day, now: now() };
        return {
          today: day,
          dataVersion: String(generation),
          calendar: rows === null ? { kind: 'unknown-product' } : calendarOf(market, rows),
          result: findings && quantity !== null ? resultOf(market, { productId, quantity }, findings[0], at) : null,
        };
      }
    },

    results: async (requests, caller, signal, { settle }) => {
      const statement = async (market: Market, part: readonly StockRequest[], start: number) => {
        const day = today();
        const findings = await store.findStock(market, part, day);
        for (const [place, request] of part.entries()) {
          settle(start + place, resultOf(market, request, findings[place], { today: day, now: now() }));
        }
      };
      const giveUp = (start: number, why: NoResult) => {
        for (let index = start; index < requests.length; index += 1) settle(index, why);
      };
      await inStatements(service, caller, {
        nextTurn,
        items: requests,
        size: requestsPerStatement,
        signal,
        statement,
        giveUp,
      });
    },

    calendars: async (productIds, caller, signal, settle) => {
      const found = new Map<ProductId, CalendarResult>();
      const add = (productId: ProductId, calendar: CalendarResult) => {
        found.set(productId, calendar);
        settle?.(productId, calendar);
      };
      const items = [...new Set(productIds)];
      const statement = async (market: Market, part: readonly ProductId[]) => {
        const rows = await findCalendars(store, market, part);
        for (const productId of part) {
          const calendar = rows.get(productId);
          add(productId, calendar === undefined ? { kind: 'unknown-product' } : calendarOf(market, calendar));
        }
      };
      const giveUp = (start: number, why: NoResult) => {
        for (const productId of items.slice(start)) add(productId, why);
      };
      await inStatements(service, caller, { nextTurn, items, size: productsPerStatement, signal, statement, giveUp });
      return found;
    },

    calendarPage: async ({ page, pageSize }, caller, signal) => {
      signal.throwIfAborted();
      const market = await service.admit(caller.credentials);
      const query = { productIds: null, page, pageSize, includeMaxLeadTime: true };
      const { calendars, totalItemCount } = await store.findCalendarPage(market, query);
      const listed = calendars.map(({ productId, rows }) => [productId, calendarOf(market, rows)] as const);
      return { calendars: new Map(listed), totalItemCount, withheld: 0, repeated: [] };
    },
  };
}

async function findCalendars(
  store: EmbeddedLookupOptions['store'],
  market: Market,
  productIds: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, readonly CalendarRow[]>> {
  const [first] = productIds;
  if (first !== undefined && productIds.length === 1) {
    const rows = await store.findCalendar(market, first, { quantity: null, includeMaxLeadTime: true });
    return new Map(rows === null ? [] : [[first, rows]]);
  }
  const query = { productIds, page: 1, pageSize: productIds.length, includeMaxLeadTime: true };
  const { calendars } = await store.findCalendarPage(market, query);
  return new Map(calendars.map(({ productId, rows }) => [productId, rows]));
}

/** Creates a wait for a turn of the event loop that nobody else has. */
function oneATurn(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => setImmediate()));
}

interface Statements<Item> {
  nextTurn: () => Promise<void>;
  items: readonly Item[];
  size: number;
  signal: AbortSignal;
  statement: (market: Market, part: readonly Item[], start: number) => Promise<void>;
  /** Settles the items from `start` on. */
  giveUp: (start: number, why: NoResult) => void;
}

/** Runs a statement for each part of the items, and settles the rest if the store or the caller's limit fails. */
async function inStatements<Item>(
  { admit }: EmbeddedLookupOptions['service'],
  { credentials, requestId }: Caller,
  { nextTurn, items, size, signal, statement, giveUp }: Statements<Item>,
): Promise<void> {
  let start = 0;
  try {
    const market = await admit(credentials);
    for (; start < items.length; start += size) {
      await nextTurn();
      signal.throwIfAborted();
      await statement(market, items.slice(start, start + size), start);
    }
  } catch (error) {
    signal.throwIfAborted();
    giveUp(start, reasonOf(error, requestId));
  }
}

/** Why a lookup fails; throws errors that aren't about the store or the caller's limit. */
function reasonOf(error: unknown, requestId: string): NoResult {
  if (error instanceof ServiceProblem && error.code === 'too-many-requests')
    return noResult('busy', requestId, error.message);
  const isUnavailable =
    isStoreUnavailable(error) || error instanceof StoreError || error instanceof KeySetUnavailableError;
  if (isUnavailable) return noResult('service-error', requestId);
  throw error;
}

function resultOf(
  market: Market,
  { productId, quantity }: StockRequest,
  finding: StockFinding | undefined,
  at: { today: CalendarDate; now: number },
): DatedResult | { kind: 'not-available' | 'unknown-product' } {
  if (finding === undefined || finding.kind === 'unknown-product') return { kind: 'unknown-product' };
  if (finding.kind === 'quantity-not-available') return { kind: 'not-available' };
  const { stockDate, isMaxLeadTime, lastUpdateDate } = finding;
  const id = String(productId);
  const item: StockItem = {
    itemId: id,
    id,
    localized: [],
    productId,
    ...market,
    lastUpdateDate,
    stockDate,
    stockDateUnix: toUnixSeconds(stockDate),
    isMaxLeadTime,
    stockQuantity: fromThousandths(quantity),
  };
  return { kind: 'result', stockResult: resultOfItem(item, at.today), item, checkedAt: at.now, isStale: false };
}

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import {
  type CalendarEntry,
  CalendarEntryEnvelope,
  type Market,
  ProductCalendarEnvelope,
  type StockItem,
  StockItemEnvelope,
} from '#stock/contract/envelope.ts';
import { Problem } from '#stock/contract/problem.ts';
import { printProductIds } from '#stock/contract/requests.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import { runService, type RunningService, testMarket, testNow, testSecret } from './running-service.fixture.ts';
import { signToken } from './access-token.ts';
import { StockOracle } from './stock.oracle.ts';

const today: CalendarDate = '2026-11-21';
const lookups = 10_000;
/** Ten thousand requests may take minutes on a busy machine. */
vi.setConfig({ testTimeout: 300_000 });
const markets: Market[] = [testMarket, { ...testMarket, territoryId: 'BRU_NL' }];
const productIds = Array.from({ length: 600 }, (_, index) => index * 7 + 1);

/** Mulberry32, a seeded generator of reproducible numbers from 0 (inclusive) to 1 (exclusive). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomNumbers(20_261_121);
const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
const chance = (share: number) => random() < share;
function pick<Value>(values: readonly Value[]): Value {
  return values[whole(0, values.length - 1)] as Value;
}

// Few different quantities and dates, so that ties and exact matches are common.
const levels = [0, 1, 999, 1000, 1001, 40_500, 90_000, 250_125, 1_000_000, 99_999_999, 1_000_000_000_000];
const amounts = [
  '0.001',
  '0.999',
  '0.9991',
  '1',
  '1.001',
  '1.00001',
  '40.5',
  '40.50001',
  '90',
  '250.125',
  '250.126',
  '1000',
  '5000.75',
  '1000000000',
];

function randomRows(productId: number): StockRow[] {
  const rows = new Map<string, StockRow>();
  for (let count = whole(0, 12); count > 0; count -= 1) {
    const stockDate = addDays(today, pick([0, -1, 1, whole(-40, 40), whole(-400, 400)]));
    rows.set(stockDate, {
      productId,
      stockDate,
      stockQuantity: pick(levels),
      isMaxLeadTime: false,
      isDeleted: chance(0.15),
      lastUpdateDate: addDays(today, -whole(0, 30)),
    });
  }
  const dates = [...rows.values()].map((row) => row.stockDate);
  const lead: StockRow[] = chance(0.6)
    ? [
        {
          productId,
          stockDate: dates.length > 0 && chance(0.4) ? pick(dates) : addDays(today, whole(-60, 300)),
          stockQuantity: pick([0, 99_999_000]),
          isMaxLeadTime: true,
          isDeleted: chance(0.1),
          lastUpdateDate: addDays(today, -whole(0, 30)),
        },
      ]
    : [];
  return [...rows.values(), ...lead];
}

const stock = markets.map(() => new Map(productIds.map((productId) => [productId, randomRows(productId)])));
const oracles = stock.map(
  (products) => new Map([...products].map(([productId, rows]) => [productId, new StockOracle(rows, today)])),
);
const unknownProduct = new StockOracle([], today);

let service: RunningService;
let tokens: string[];
beforeAll(async () => {
  const rows = stock.flatMap((products, index) =>
    [...products.values()].flat().map((row) => [markets[index] ?? testMarket, row] as const),
  );
  service = await runService(rows);
  const expiresAt = testNow.getTime() / 1000 + 3600;
  tokens = await Promise.all(markets.map((market) => signToken(testSecret, { subject: 'oracle', expiresAt, market })));
});
afterAll(() => service.close());

interface Lookup {
  market: number;
  productId: number;
  quantity: string;
  oracle: StockOracle;
}

function randomLookup(market = whole(0, 1)): Lookup {
  const productId = chance(0.05) ? whole(1, 5000) : pick(productIds);
  return { market, productId, quantity: pick(amounts), oracle: oracles[market]?.get(productId) ?? unknownProduct };
}

async function ask(market: number, path: string, init?: { method: string; body?: string }) {
  const headers = {
    Authorization: `Bearer ${tokens[market]}`,
    ...(init?.body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const response = await service.ask(path, { ...init, headers });
  return { status: response.status, body: (await response.json()) as unknown };
}

/** Runs `work` `count` times, up to 32 at once. */
async function runConcurrently(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
}

function dated(row: StockRow | undefined) {
  return { stockDate: row?.stockDate, stockDateUnix: Date.parse(`${row?.stockDate}T00:00:00Z`) / 1000 };
}

function answered({ market, productId, quantity, oracle }: Lookup): StockItem {
  const row = oracle.response(quantity);
  return {
    itemId: `${productId}`,
    id: `${productId}`,
    localized: [],
    productId,
    ...markets[market],
    lastUpdateDate: row?.lastUpdateDate,
    ...dated(row),
    isMaxLeadTime: row?.isMaxLeadTime,
    stockQuantity: Number(quantity),
  } as StockItem;
}

function entries(market: number, rows: readonly StockRow[]): CalendarEntry[] {
  return rows.map(
    (row) =>
      ({
        productId: row.productId,
        ...markets[market],
        isDeleted: false,
        ...dated(row),
        stockQuantity: Number(`${row.stockQuantity}e-3`),
        isMaxLeadTime: row.isMaxLeadTime,
      }) as CalendarEntry,
  );
}

test(`${lookups} single lookups agree with the oracle (§4.2)`, async () => {
  const seen = { found: 0, 'unknown-product': 0, 'quantity-not-available': 0 };
  await runConcurrently(lookups, async () => {
    const lookup = randomLookup();
    const { productId, quantity, oracle } = lookup;
    const { status, body } = await ask(lookup.market, `/stock/${productId}?quantity=${quantity}`);
    if (oracle.response(quantity) === undefined) {
      const code = oracle.known ? 'quantity-not-available' : 'unknown-product';
      seen[code] += 1;
      expect({ lookup, status, type: Problem.parse(body).type }).toEqual({
        lookup,
        status: 404,
        type: `urn:stock-horizon:problem:${code}`,
      });
    } else {
      seen.found += 1;
      expect({ lookup, status, results: StockItemEnvelope.parse(body).results }).toEqual({
        lookup,
        status: 200,
        results: [{ item: answered(lookup) }],
      });
    }
  });
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

test(`${lookups} lines of bulk lookups agree with the oracle (§4.3)`, async () => {
  for (let round = 0; round < lookups / 1000; round += 1) {
    const market = round % 2;
    const lines = Array.from({ length: 1000 }, () => randomLookup(market));
    const bodyOf = (some: Lookup[]) =>
      JSON.stringify({
        products: some.map((line) => ({ productId: line.productId, quantity: Number(line.quantity) })),
      });
    const without = lines.filter((line) => line.oracle.response(line.quantity) === undefined);
    const refused = await ask(market, '/stock', { method: 'POST', body: bodyOf(lines) });
    expect(refused.status).toBe(404);
    const problem = Problem.parse(refused.body);
    const ids = (some: Lookup[]) => [...new Set(some.map((line) => line.productId))];
    expect(problem.unknownProductIds).toEqual(ids(without.filter((line) => !line.oracle.known)));
    expect(problem.unavailableProductIds).toEqual(ids(without.filter((line) => line.oracle.known)));

    const rest = lines.filter((line) => !without.includes(line));
    const response = await ask(market, '/stock', { method: 'POST', body: bodyOf(rest) });
    expect(response.status).toBe(200);
    const body = StockItemEnvelope.parse(response.body);
    expect(body.results).toEqual(rest.map((line) => ({ item: answered(line) })));
    expect(body.filters.map((filter) => filter.value)).toEqual(ids(rest));
    expect(body).toMatchObject({ pageSize: rest.length, totalItemCount: rest.length });
  }
});

test(`${lookups} calendars of one product agree with the oracle (§4.1)`, async () => {
  await runConcurrently(lookups, async () => {
    const { market, productId, quantity, oracle } = randomLookup();
    const withQuantity = chance(0.5);
    const withLead = chance(0.5);
    const query = `includeMaxLeadTime=${withLead}${withQuantity ? `&quantity=${quantity}` : ''}`;
    const { status, body } = await ask(market, `/stock/${productId}/calendar?${query}`);
    if (!oracle.known) return expect(status).toBe(404);
    const expected = entries(market, oracle.calendar(withQuantity ? quantity : null, withLead));
    return expect({ productId, query, status, results: CalendarEntryEnvelope.parse(body).results }).toEqual({
      productId,
      query,
      status: 200,
      results: expected.map((item) => ({ item })),
    });
  });
});

test(`${lookups} calendars on pages agree with the oracle (§4.4)`, async () => {
  for (let seen = 0; seen < lookups;) {
    const market = whole(0, 1);
    const requested = chance(0.7) ? Array.from({ length: whole(1, 1000) }, () => randomLookup(market).productId) : null;
    const known = [...(oracles[market] ?? [])].filter(([, oracle]) => oracle.known).map(([productId]) => productId);
    const matched = known.filter((productId) => requested === null || requested.includes(productId));
    const pageSize = whole(1, 500);
    const page = whole(1, Math.ceil(matched.length / pageSize) + 1);
    const withLead = chance(0.5);
    const filter = requested === null ? '' : `&filter=${printProductIds(requested)}`;
    const response = await ask(
      market,
      `/stock/calendar?page=${page}&pageSize=${pageSize}&includeMaxLeadTime=${withLead}${filter}`,
      { method: chance(0.5) ? 'GET' : 'POST' },
    );
    expect(response.status).toBe(200);
    const body = ProductCalendarEnvelope.parse(response.body);
    const shown = matched.slice((page - 1) * pageSize, page * pageSize);
    expect(body.results.map(({ item }) => [item.productId, item.stock])).toEqual(
      shown.map((productId) => [
        productId,
        entries(market, oracles[market]?.get(productId)?.calendar(null, withLead) ?? []),
      ]),
    );
    expect(body.filters.map(({ value }) => value)).toEqual(requested === null ? [] : matched);
    expect(body).toMatchObject({
      page,
      pageSize,
      totalItemCount: matched.length,
      totalPageCount: Math.ceil(matched.length / pageSize),
    });
    seen += shown.length;
  }
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { PromisedLines } from '#stock/promises/told-order.ts';
import type { ServiceProblem } from '#server/service/service-problem.ts';
import {
  arbitraryFault,
  backendOf,
  caller,
  type Fault,
  type FaultyBackend,
} from '#server/lookup/faulty-backend.fake.ts';
import { lookupOf } from '#server/lookup/faulty-lookup.fixture.ts';

import type { FoundKey } from './keys.ts';
import { LiveAddresses } from './live-addresses.ts';

/** All of 10,000 by `LIVE_REFRESHES=10000`. */
const refreshes = Number(process.env['LIVE_REFRESHES'] ?? 300);
const interval = 15 * 60_000;

const products = 12;
const lines = Array.from({ length: 40 }, (_, at) => ({
  key: at + 1,
  // Some are unknown to the service.
  product: String((at % (products + 3)) + 1),
  quantity: ((at * 7919) % 60_000) + 1000,
}));

const key: FoundKey = {
  id: '0'.repeat(64),
  name: 'Spring',
  opens: { view: { of: 'order', id: 'order-of-this-test' }, language: 'en' },
  whose: 'shared',
  personId: 'person',
  stockDigest: 'stock',
  kind: 'live',
  createdAt: 0,
  expiresAt: Infinity,
};

const never = async () => expect.unreachable();

function liveOn(backend: FaultyBackend, closed: PromisedLines = new Map()) {
  const catalogue = {
    resolveProducts: async (keys: readonly string[]) =>
      keys.map((text) => ({ productId: Number(text), name: null, sku: null, unit: null })),
    searchProducts: async () => ({ products: [], hasMore: false }),
  };
  return new LiveAddresses({
    keys: { callerOf: async () => caller },
    signIn: { forPerson: never },
    documents: {
      read: (async () => ({ id: 'order', changedAt: 1, content: { name: '', lines, checks: [] } })) as never,
    },
    promises: { list: never, check: never, version: never, closedLines: async () => closed },
    lookup: lookupOf(backend, 9),
    findCalendars: never,
    catalogueOf: () => catalogue,
    now: () => backend.now,
    log: { error: (problem: unknown) => expect.fail(String(problem)) },
  });
}

it(`never has fewer rows than its list nor a wrong date, while a fifth of the calls fail or lie`, async () => {
  const backend = backendOf(products);
  backend.spoilsCalendars = true;
  const live = liveOn(backend);
  const faults = fc.sample(
    fc.oneof({ arbitrary: arbitraryFault, weight: 1 }, { arbitrary: fc.constant(null), weight: 4 }),
    4000,
  );
  const totals = new Map<string, number>();
  for (const line of lines) totals.set(line.product, 0);
  const requested = lines.map(({ product, quantity }) => {
    const total = (totals.get(product) ?? 0) + quantity;
    totals.set(product, total);
    return backend.truth({ productId: Number(product), quantity: total });
  });
  const counts = { whole: 0, partial: 0, refused: 0 };
  for (let refresh = 0; refresh < refreshes; refresh += 1) {
    backend.now += interval;
    backend.faults = Array.from(
      { length: 200 },
      (_, at): Fault | null => faults[(refresh * 131 + at) % faults.length] ?? null,
    );
    const table = await live.table(key, 'request').catch((error: ServiceProblem) => {
      expect(error.code).toBe('unavailable');
      expect(Number(error.headers['Retry-After'])).toBeGreaterThan(0);
      return null;
    });
    if (table === null) {
      counts.refused += 1;
      continue;
    }
    expect(table.rows).toHaveLength(lines.length);
    for (const [at, { result }] of table.rows.entries()) {
      expect(result.shipDate === null).toBe(result.basis === null);
      expect(result.isComplete || result.reason !== null).toBe(true);
      const truth = requested[at];
      if (result.shipDate === null || truth === undefined) continue;
      expect(truth).toMatchObject({ kind: result.status });
      if ('date' in truth) expect(result.shipDate).toBe(truth.date < backend.today ? backend.today : truth.date);
    }
    counts[table.rows.every(({ result }) => result.isComplete) ? 'whole' : 'partial'] += 1;
  }
  expect(counts.whole).toBeGreaterThan(0);
  expect(counts.partial).toBeGreaterThan(0);
});

it('is computed once for all who ask within 15 minutes', async () => {
  const backend = backendOf(products);
  const live = liveOn(backend);
  const tables = await Promise.all(Array.from({ length: 20 }, () => live.table(key, 'request')));
  const calls = backend.stockCalls.length;
  expect(new Set(tables).size).toBe(1);
  backend.now += interval - 60_000;
  expect(await live.table(key, 'request')).toBe(tables[0]);
  expect(backend.stockCalls).toHaveLength(calls);
  backend.now += 60_000;
  expect(await live.table(key, 'request')).not.toBe(tables[0]);
});

it('is unavailable if no line has a result, whatever was shipped before', async () => {
  const backend = backendOf(products);
  const promised = { kind: 'in-stock', date: backend.today, day: backend.today } as const;
  const [shipped] = lines;
  const told = { productId: 1, promised, openQuantity: 0, closedQuantity: shipped?.quantity ?? 0 };
  const live = liveOn(backend, new Map([[1, { ...told, closedAs: 'shipped' }]]));
  backend.faults = Array.from({ length: 200 }, () => '500');
  await expect(live.table(key, 'request')).rejects.toMatchObject({ code: 'unavailable' });
  backend.faults = [];
  backend.now += interval;
  const { rows } = await live.table(key, 'request');
  expect(rows[0]?.result).toMatchObject({ status: 'shipped', shipDate: null, isComplete: true });
});

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { ProductId } from '#stock/contract/product-id.ts';
import { real } from '#stock/entries.arbitrary.ts';
import type { DatedEntry } from '#stock/stock-timeline.ts';
import type { BackendRequest, Credentials } from '#server/gateway/stock-backend.ts';
import { openTemporaryStore, type TemporaryStore } from '#server/store/temporary-store.fixture.ts';

import { calendarIndexes, type CalendarIndexesOptions, type UsableIndex } from './calendar-indexes.ts';
import { type Lie, lies, LyingService } from './lying-service.fake.ts';
import type { Caller } from './stock-lookup.ts';

vi.setConfig({ testTimeout: 240_000 });

let temporary: TemporaryStore;
let persons = 0;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.close());

const minute = 60_000;
const needed = { needsFirst: true, isRequested: false };
const idle = { needsFirst: false, isRequested: false };
const digest = ({ token }: Credentials) => `digest of ${token}`;

function calendarsOf(
  count: number,
  stockOf: (productId: ProductId) => readonly DatedEntry[] = () => [real('2026-03-20', 40)],
) {
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, stockOf(index + 1)] as const));
}

function callerOf(changes: Partial<Caller> = {}): Caller {
  const credentials = { token: `token ${(persons += 1)}`, subscriptionKey: 'key' };
  return { credentials, expiresAt: null, market: null, bypassCache: false, requestId: 'r', ...changes };
}

/** A server with its own clock, which waiting advances, and a service that it fills indexes from. */
function serverOf(service: LyingService, changes: Partial<CalendarIndexesOptions> = {}) {
  const clock = { now: 1_790_000_000_000 };
  const warnings: unknown[] = [];
  const sent: BackendRequest[] = [];
  const options: CalendarIndexesOptions = {
    store: temporary.store,
    backend: {
      send: async (request) => {
        sent.push(request);
        const response = await service.send(request);
        if (response.status < 500)
          indexes.credentialsChecked(digest(request.credentials), [401, 403].includes(response.status));
        return response;
      },
    },
    observer: { observe: async () => undefined, observeDay: async () => undefined },
    baseUrl: 'http://service/',
    digest,
    shared: null,
    log: { info: () => undefined, warn: (data) => warnings.push(data) },
    now: () => clock.now,
    wait: async (milliseconds) => (clock.now += milliseconds),
    ...changes,
  };
  const indexes = calendarIndexes(options);
  /** Uses the index until nothing is under way. */
  const filled = async (caller: Caller): Promise<UsableIndex | null> => {
    for (;;) {
      const usable = await indexes.use(caller, needed);
      if (usable?.isFilling !== true) return usable;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  return { indexes, clock, warnings, sent, filled };
}

const query = {
  productIds: null,
  quantity: 1000,
  unit: null,
  today: '2026-03-24',
  includeMaxLeadTime: true,
  tile: null,
  find: '',
  sort: null,
  shortWeeks: 2,
  page: 1,
  pageSize: 10_000,
} as const;
const sorted = (usable: UsableIndex | null) => temporary.store.sortedIndexPage(usable?.served?.fillId ?? 0, query);
const idsIn = async (usable: UsableIndex | null) => (await sorted(usable))?.productIds ?? [];

describe('a service that fails, and lies about counts, pages, products and entries', () => {
  const scenario = fc.record({
    count: fc.integer({ min: 1, max: 900 }),
    // A fifth of the responses is wrong.
    lies: fc.array(
      fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom<Lie>(...lies) }),
      { minLength: 200, maxLength: 200 },
    ),
    maxPageSize: fc.constantFrom(Infinity, 100, 60),
    stops: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
  });

  test('loses no product in silence: what the index lacks, it counts', async () => {
    let [complete, incomplete] = [0, 0];
    const property = fc.asyncProperty(scenario, async ({ count, lies, maxPageSize, stops }) => {
      let responses = 0;
      const service = new LyingService(calendarsOf(count), () => lies[(responses += 1) % lies.length] ?? null);
      service.maxPageSize = maxPageSize;
      const caller = callerOf();
      const waiting = [...stops];
      let usable: UsableIndex | null = null;
      // Servers that are stopped while they fill, and one that continues.
      for (let starts = 0; starts < 40; starts += 1) {
        const server = serverOf(service);
        server.clock.now += starts * 5 * minute;
        const stopAfter = waiting.shift();
        if (stopAfter === undefined) usable = await server.filled(caller);
        else {
          await server.indexes.use(caller, needed);
          for (let turns = 0; turns < stopAfter; turns += 1) await new Promise((resolve) => setImmediate(resolve));
        }
        await server.indexes.close();
        if (usable?.served?.finishedAt != null) break;
      }
      const { served } = usable ?? {};
      expect(served?.finishedAt).not.toBe(null);
      const found = await idsIn(usable);
      expect(served?.productCount).toBe(found.length);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((productId) => productId >= 1 && productId <= count)).toBe(true);
      // Whatever is missing makes the index incomplete.
      expect(served?.total).toBeGreaterThanOrEqual(count);
      if (found.length === served?.total) complete += 1;
      else incomplete += 1;
    });
    await fc.assert(property, { numRuns: 60, seed: 30 });
    // Most wrong responses are repaired by requesting the page again.
    expect(complete).toBeGreaterThan(4 * incomplete);
  });
});

describe('a fill', () => {
  test('loads all pages, two at a time, in the background and past the cache', async () => {
    const service = new LyingService(calendarsOf(1200));
    const { filled, sent, clock } = serverOf(service);
    const usable = await filled(callerOf());
    expect(usable).toMatchObject({
      served: { startedAt: clock.now, finishedAt: clock.now, productCount: 1200, total: 1200 },
      filling: null,
      gaps: [],
    });
    expect(service.calls).toBe(5);
    expect(service.maxInFlight).toBe(2);
    expect(sent.every(({ isBackground, bypassCache }) => isBackground === true && bypassCache)).toBe(true);
  });

  test('shows products as pages come, and how many there are', async () => {
    const service = new LyingService(calendarsOf(1000));
    const { indexes } = serverOf(service);
    const caller = callerOf();
    const seen: { productCount: number; total: number }[] = [];
    for (;;) {
      const usable = await indexes.use(caller, needed);
      const { productCount = 0, total = 0 } = usable?.served ?? {};
      seen.push({ productCount, total });
      if (usable?.served?.finishedAt != null) break;
      if (productCount > 0) expect((await idsIn(usable)).length).toBeGreaterThanOrEqual(productCount);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen.at(-1)).toEqual({ productCount: 1000, total: 1000 });
    expect(seen.filter(({ productCount }) => productCount > 0).every(({ total }) => total === 1000)).toBe(true);
    expect(seen.some(({ productCount }) => productCount > 0 && productCount < 1000)).toBe(true);
  });

  test('accepts the page size of the service', async () => {
    const service = new LyingService(calendarsOf(430));
    service.maxPageSize = 100;
    const { filled } = serverOf(service);
    expect((await filled(callerOf()))?.served).toMatchObject({ productCount: 430, total: 430 });
  });

  test('leaves out a product that makes its page fail, and names where', async () => {
    const service = new LyingService(calendarsOf(600));
    service.failing = 333;
    const { filled } = serverOf(service);
    const usable = await filled(callerOf());
    expect(usable?.served).toMatchObject({ productCount: 599, total: 600, finishedAt: expect.any(Number) });
    expect(usable?.gaps).toEqual([{ after: 250, before: 501 }]);
    expect(await idsIn(usable)).not.toContain(333);
  });

  test('counts a calendar with an unreadable entry as one without result', async () => {
    const lies: Lie[] = ['bad entry'];
    const { filled } = serverOf(new LyingService(calendarsOf(300), () => lies.shift() ?? null));
    const page = await sorted(await filled(callerOf()));
    expect(page?.groups.map(({ tile, count, firstId }) => [tile, count, firstId])).toEqual(
      expect.arrayContaining([
        ['now', 299, 2],
        ['no-result', 1, 1],
      ]),
    );
  });

  test('loads the own calendars of a service that lists them empty, and of no other', async () => {
    const listedEmpty = new LyingService(calendarsOf(40));
    const send = listedEmpty.send;
    listedEmpty.send = async (request) => {
      const response = await send(request);
      if (!request.path.startsWith('/stock/calendar')) return response;
      const body = JSON.parse(response.body.toString()) as { results: { item: { stock: unknown[] } }[] };
      for (const { item } of body.results) item.stock = [];
      return { ...response, body: Buffer.from(JSON.stringify(body)) };
    };
    const usable = await serverOf(listedEmpty).filled(callerOf());
    expect((await sorted(usable))?.groups).toMatchObject([{ tile: 'now', count: 40 }]);
    const empty = new LyingService(calendarsOf(200, () => []));
    expect((await sorted(await serverOf(empty).filled(callerOf())))?.groups).toMatchObject([
      { tile: 'nothing', count: 200 },
    ]);
    expect(empty.calls).toBe(21);
  });

  test('is made by one of several servers', async () => {
    const service = new LyingService(calendarsOf(1200));
    const servers = [serverOf(service), serverOf(service), serverOf(service)];
    const caller = callerOf();
    const usables = await Promise.all(servers.map(({ filled }) => filled(caller)));
    expect(usables.map((usable) => usable?.served?.productCount)).toEqual([1200, 1200, 1200]);
    expect(service.calls).toBe(5);
  });

  test('continues after the service was down, without loading a page twice', async () => {
    const service = new LyingService(calendarsOf(2000));
    const { indexes, clock, filled } = serverOf(service);
    const caller = callerOf();
    await indexes.use(caller, needed);
    while (service.calls < 4) await new Promise((resolve) => setImmediate(resolve));
    service.status = 500;
    const interrupted = await filled(caller);
    expect(interrupted).toMatchObject({ isFilling: false, filling: { finishedAt: null, total: 2000 } });
    expect(interrupted?.served?.productCount).toBeGreaterThan(0);
    service.status = 200;
    const before = service.calls;
    expect((await filled(caller))?.isFilling).toBe(false);
    expect(service.calls).toBe(before);
    clock.now += minute;
    expect((await filled(caller))?.served).toMatchObject({ productCount: 2000, finishedAt: clock.now });
    expect(service.calls - before).toBeLessThan(8);
  });

  test('stops while nobody uses the index', async () => {
    const service = new LyingService(calendarsOf(5000));
    const { indexes, clock, filled } = serverOf(service);
    const caller = callerOf();
    await indexes.use(caller, needed);
    while (service.calls < 3) await new Promise((resolve) => setImmediate(resolve));
    clock.now += 3 * minute;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const calls = service.calls;
    expect(calls).toBeLessThan(20);
    expect((await filled(caller))?.served).toMatchObject({ productCount: 5000 });
  });
});

describe('an index', () => {
  test('is filled again when it is used after 15 minutes, and earlier on request', async () => {
    const service = new LyingService(calendarsOf(300));
    const { filled, clock, indexes } = serverOf(service);
    const caller = callerOf();
    const times = async (isRequested = false) => {
      await indexes.use(caller, { needsFirst: true, isRequested });
      return (await filled(caller))?.served?.startedAt;
    };
    const first = await times();
    clock.now += 14 * minute;
    expect(await times()).toBe(first);
    clock.now += 2 * minute;
    const second = await times();
    expect(second).toBe(clock.now);
    clock.now += minute / 2;
    expect(await times(true)).toBe(second);
    clock.now += minute;
    expect(await times(true)).toBe(clock.now);
  });

  test('isn’t begun before one is needed', async () => {
    const service = new LyingService(calendarsOf(300));
    const { indexes } = serverOf(service);
    expect(await indexes.use(callerOf(), idle)).toMatchObject({ served: null, filling: null, isFilling: false });
    expect(service.calls).toBe(0);
  });

  test.each([401, 403])('is used no longer after a %i, until the service accepts the credentials', async (status) => {
    const service = new LyingService(calendarsOf(300));
    const { filled, indexes } = serverOf(service);
    const caller = callerOf();
    expect((await filled(caller))?.served?.productCount).toBe(300);
    indexes.credentialsChecked(digest(caller.credentials), status !== 200);
    expect(await indexes.use(caller, needed)).toBe(null);
    // Nor by another server.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const other = serverOf(service);
    expect(await other.indexes.use(caller, needed)).toBe(null);
    other.indexes.credentialsChecked(digest(caller.credentials), false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await other.indexes.use(caller, needed))?.served?.productCount).toBe(300);
  });

  test('is used no longer when the credentials have expired, nor filled', async () => {
    const service = new LyingService(calendarsOf(300));
    const { filled, indexes, clock } = serverOf(service);
    const caller = callerOf({ expiresAt: clock.now / 1000 + 60 });
    expect((await filled(caller))?.served?.productCount).toBe(300);
    clock.now += minute;
    expect(await indexes.use(caller, needed)).toBe(null);
  });

  test('belongs to credentials and market; shared credentials keep theirs when they are renewed', async () => {
    const service = new LyingService(calendarsOf(300));
    const { filled, indexes } = serverOf(service);
    const caller = callerOf();
    await filled(caller);
    const market = { company: 'C', salesOrganization: 'S', territoryId: 'T' };
    for (const other of [callerOf(), { ...caller, market }])
      expect((await indexes.use(other, idle))?.served).toBe(null);
    const [before, after] = [callerOf(), callerOf()];
    const baseUrl = `http://service-${persons}/`;
    await serverOf(service, { baseUrl, shared: before.credentials }).filled(before);
    const restarted = serverOf(service, { baseUrl, shared: after.credentials });
    expect((await restarted.indexes.use(after, idle))?.served?.productCount).toBe(300);
    const elsewhere = serverOf(service, { baseUrl: 'http://other/', shared: after.credentials });
    expect((await elsewhere.indexes.use(after, idle))?.served).toBe(null);
  });

  test('is dropped a week after its last use', async () => {
    const service = new LyingService(calendarsOf(300));
    const { filled, clock, indexes } = serverOf(service);
    const [left, other] = [callerOf(), callerOf()];
    const usable = await filled(left);
    clock.now += 8 * 24 * 60 * minute;
    await filled(other);
    expect(await sorted(usable)).toBe(null);
    expect((await indexes.use(left, idle))?.served).toBe(null);
  });
});

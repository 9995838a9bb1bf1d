import { describe, expect, it, vi } from 'vitest';

import { real } from '#stock/entries.arbitrary.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import {
  backendOf,
  calendarEntry,
  caller,
  callerOfMarket,
  entries,
  type Fault,
  FaultyBackend,
  oneOf,
  upTo,
} from './faulty-backend.fake.ts';
import { faulted, lookupOf, resultsOf, sizesOf } from './faulty-lookup.fixture.ts';

const { signal } = new AbortController();

describe('results', () => {
  it('requests 200 products per call and at most four calls at once', async () => {
    const { backend, kinds } = await faulted(1050, []);
    expect(sizesOf(backend)).toEqual([200, 200, 200, 200, 200, 50]);
    expect(backend.maxUnderWay).toBe(4);
    expect(new Set(kinds)).toEqual(new Set(['result']));
  });

  it('reports unknown products and unavailable quantities, and returns the other results', async () => {
    const backend = new FaultyBackend(
      new Map([
        [1, entries],
        [2, [real('2026-03-20', 5)]],
      ]),
    );
    const requests = [
      { productId: 1, quantity: 1000 },
      { productId: 2, quantity: 4000 },
      { productId: 2, quantity: 6000 },
      { productId: 9, quantity: 1000 },
    ];
    const results = await resultsOf(lookupOf(backend), requests);
    expect(results.map(({ kind }) => kind)).toEqual(['result', 'result', 'not-available', 'unknown-product']);
    expect(results[1]).toMatchObject({
      stockResult: { kind: 'in-stock', date: '2026-03-20' },
      item: { productId: 2, stockQuantity: 4 },
      checkedAt: backend.now,
      isStale: false,
    });
  });

  it.each([
    [1, { kind: 'result', stockResult: { date: '2026-03-20' } }],
    [2, { kind: 'not-available' }],
    [9, { kind: 'unknown-product' }],
  ])('requests one alone (§4.2): product %i', async (productId, expected) => {
    const calendars = new Map([
      [1, entries],
      [2, [real('2026-03-20', 0)]],
    ]);
    for (const manner of ['names products', 'names nothing'] as const) {
      const backend = new FaultyBackend(calendars, manner);
      const send = vi.spyOn(backend, 'send');
      expect(await resultsOf(lookupOf(backend), oneOf(productId))).toMatchObject([expected]);
      expect(send.mock.calls[0]?.[0]).toMatchObject({ path: `/stock/${productId}?quantity=1`, method: 'GET' });
    }
  });

  it('rejects when aborted, and requests no more', async () => {
    const backend = backendOf(900);
    const controller = new AbortController();
    const settle = vi.fn(() => controller.abort());
    const lookup = lookupOf(backend, 10).results(oneOf(...upTo(900)), caller, controller.signal, { settle });
    await expect(lookup).rejects.toThrow('aborted');
    expect(backend.stockCalls.length).toBeLessThanOrEqual(4);
  });

  it('rejects if the caller must sign in, keeps the results so far, and requests only the rest again', async () => {
    const backend = backendOf(6);
    const lookup = lookupOf(backend, 2);
    backend.faults = [null, { code: 'expired-token' }];
    const settled = new Set<number>();
    const requests = oneOf(...upTo(6));
    const first = lookup.results(requests, caller, signal, { settle: (index) => void settled.add(index) });
    await expect(first).rejects.toThrow(ServiceProblem);
    await expect(first).rejects.toMatchObject({ code: 'expired-token' });
    expect(settled.size).toBe(4);
    const rest = requests.filter((_, index) => !settled.has(index));
    expect((await resultsOf(lookup, rest)).map(({ kind }) => kind)).toEqual(['result', 'result']);
    expect(backend.requestedTwice).toEqual([]);
  });

  it('rejects errors that are not about the service', async () => {
    const backend = backendOf(3);
    backend.send = () => Promise.reject(new RangeError('oh'));
    await expect(resultsOf(lookupOf(backend), oneOf(1, 2, 3))).rejects.toThrow('oh');
  });
});

describe('a service that rejects a call as too large', () => {
  it('receives half as many requests per call from then on, also in later lookups', async () => {
    const backend = backendOf(400);
    backend.maxProducts = 60;
    const lookup = lookupOf(backend);
    const results = await resultsOf(lookup, oneOf(...upTo(400)));
    expect(sizesOf(backend).slice(0, 2)).toEqual([200, 200]);
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['result']));
    backend.stockCalls = [];
    await resultsOf(lookup, oneOf(...upTo(400)));
    expect(Math.max(...sizesOf(backend))).toBeLessThanOrEqual(60);
  });

  it.each<Fault>(['413', '400 size'])('may report it by %s', async (fault) => {
    const { backend, kinds } = await faulted(8, [fault], 8);
    expect(sizesOf(backend)).toEqual([8, 4, 4]);
    expect(new Set(kinds)).toEqual(new Set(['result']));
  });
});

describe('a service that requests a pause', () => {
  it.each<[Fault, number]>([
    ['429 Retry-After', 5000],
    ['503 Retry-After', 2000],
    ['429', 2000],
  ])('gets it: %s', async (fault, milliseconds) => {
    const { backend, kinds } = await faulted(3, [fault]);
    expect(backend.waits).toEqual([milliseconds]);
    expect(kinds).toEqual(Array(3).fill('result'));
  });

  it('receives no other requests meanwhile, and the caller is told', async () => {
    const backend = backendOf(40);
    backend.faults = ['429 Retry-After'];
    const { calledAt } = backend;
    const start = backend.now;
    const pauses: (number | null)[] = [];
    await resultsOf(lookupOf(backend, 1), oneOf(...upTo(40)), { pause: (until) => pauses.push(until) });
    expect(calledAt.filter((at) => at > start && at < start + 5000)).toEqual([]);
    expect(calledAt.filter((at) => at === start).length).toBeLessThanOrEqual(8);
    expect(calledAt).toHaveLength(41);
    expect(pauses).toEqual([start + 5000, null]);
  });

  it('receives no more requests if it requests pauses repeatedly', async () => {
    const { backend, results } = await faulted(1, Array(99).fill('429'));
    expect(backend.stockCalls).toHaveLength(20);
    expect(results[0]).toMatchObject({ kind: 'no-result', reason: 'busy' });
  });

  it("isn't waited for if the pause is long", async () => {
    const long = { code: 'too-many-requests', headers: { 'retry-after': '3600' } } as const;
    const { backend, results } = await faulted(
      900,
      Array.from({ length: 99 }, () => long),
    );
    expect(backend.stockCalls.length).toBeLessThanOrEqual(4);
    expect(backend.waits).toEqual([]);
    for (const result of results) expect(result).toMatchObject({ kind: 'no-result', reason: 'busy' });
  });

  it('is no longer waited for when aborted', async () => {
    const backend = backendOf(2);
    backend.faults = ['429 Retry-After'];
    backend.isSlow = true;
    const controller = new AbortController();
    const pause = () => queueMicrotask(() => controller.abort());
    const lookup = resultsOf(lookupOf(backend), oneOf(1, 2), { signal: controller.signal, pause });
    await expect(lookup).rejects.toThrow('aborted');
  });
});

describe('a failing service', () => {
  it.each<[Fault, string]>([
    ['500', 'service-error'],
    ['503', 'service-error'],
    ['timeout', 'service-error'],
    ['cut', 'service-error'],
    ['no JSON', 'broken-response'],
  ])('leaves its requests without a result, which can be requested again: %s', async (fault, reason) => {
    const { backend, lookup, results } = await faulted(3, Array(40).fill(fault));
    expect(results[0]).toEqual({ kind: 'no-result', reason, requestId: 'request-1', sentence: 'No.' });
    backend.faults = [];
    const again = await resultsOf(lookup, oneOf(1, 2, 3));
    expect(again.map(({ kind }) => kind)).toEqual(Array(3).fill('result'));
  });

  it('receives no more requests once nothing works', async () => {
    const { backend, kinds } = await faulted(10_000, Array(1000).fill('cut'));
    expect(backend.stockCalls.length).toBeLessThan(20);
    expect(new Set(kinds)).toEqual(new Set(['no-result']));
  });

  it('receives no more requests if all responses break the contract', async () => {
    const { backend, kinds } = await faulted(10_000, Array(9000).fill('no JSON'));
    expect(backend.stockCalls.length).toBeLessThan(120);
    expect(new Set(kinds)).toEqual(new Set(['no-result']));
  });

  it('leaves only the requests of failed batches without a result', async () => {
    const { kinds } = await faulted(6, [null, 'cut'], 3);
    expect(kinds.filter((kind) => kind === 'result')).toHaveLength(3);
  });

  it('is narrowed down to the request that causes the failure', async () => {
    const backend = backendOf(64);
    backend.failing = 40;
    const results = await resultsOf(lookupOf(backend, 32), oneOf(...upTo(64)));
    expect(results.flatMap(({ kind }, index) => (kind === 'result' ? [] : [index + 1]))).toEqual([40]);
  });

  it('ends the lookup if the credentials lack permission', async () => {
    const denied = { code: 'forbidden', detail: 'Not for you.' } as const;
    const { backend, results } = await faulted(
      900,
      Array.from({ length: 99 }, () => denied),
    );
    expect(backend.stockCalls.length).toBeLessThanOrEqual(4);
    const refused = { kind: 'no-result', reason: 'not-allowed', requestId: 'request-1', sentence: 'Not for you.' };
    expect([results[0], results[899]]).toEqual([refused, refused]);
  });
});

describe("a response that doesn't match the request", () => {
  it('is requested again if items are missing', async () => {
    const { backend, kinds } = await faulted(4, ['half']);
    expect(sizesOf(backend)).toEqual([4, 2]);
    expect(kinds).toEqual(Array(4).fill('result'));
  });

  it('is not reliable if items stay missing', async () => {
    const { results } = await faulted(2, Array(9).fill('half'));
    expect(results.at(-1)).toEqual({ kind: 'not-trusted', finding: { kind: 'missing' } });
  });

  it.each<[Fault, string[]]>([
    ['swapped', ['result', 'result', 'result']],
    ['foreign beside', ['result', 'result', 'result']],
    ['foreign in place', ['not-trusted', 'result', 'not-trusted']],
    ['other quantity', ['not-trusted', 'result', 'not-trusted']],
    ['other day', ['not-trusted', 'result', 'not-trusted']],
    ['deleted', ['not-trusted', 'result', 'not-trusted']],
    ['unreadable', ['not-trusted', 'result', 'not-trusted']],
    ['doubled', ['not-trusted', 'result', 'result']],
  ])('is detected: %s', async (fault, expected) => {
    const { kinds } = await faulted(3, [fault]);
    expect(kinds).toEqual(expected);
  });

  it('is requested once: only the items that are not as requested are not reliable', async () => {
    for (const fault of ['unreadable', 'other quantity', 'deleted'] as const) {
      const { backend, results } = await faulted(200, [fault]);
      expect(sizesOf(backend)).toEqual([200]);
      expect(results.filter(({ kind }) => kind === 'result')).toHaveLength(100);
    }
  });
});

const [ours, theirs] = [
  { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' },
  { company: 'BRU', salesOrganization: '2510', territoryId: 'FR_NO' },
];

describe('a service that responds for another market', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['the token names another territory', theirs, false],
    ['the token names another company alone', { company: 'LIL' }, false],
    ['the token names another sales organization', { ...ours, salesOrganization: '31' }, false],
    ['the token names this market', ours, true],
    ['the token names it with blanks', { ...ours, territoryId: ' BRU_GLO ' }, true],
    ['the token names a part of this market', { company: 'BRU' }, true],
    ['the token names no market', { territoryId: '', company: 7 }, true],
  ])('has none of it shown where %s', async (_, codes, isShown) => {
    const by = callerOfMarket(codes);
    for (const count of [1, 5]) {
      const backend = backendOf(count);
      const results = await resultsOf(lookupOf(backend), oneOf(...upTo(count)), { by });
      const refused = { kind: 'not-trusted', finding: { kind: 'other-market' } };
      for (const result of results) expect(result).toMatchObject(isShown ? { kind: 'result' } : refused);
      const calendars = await lookupOf(backend).calendars(upTo(count), by, signal);
      const none = { kind: 'no-result', reason: 'other-market', requestId: 'request-1' };
      for (const calendar of calendars.values()) expect(calendar).toMatchObject(isShown ? { kind: 'calendar' } : none);
      expect([backend.stockCalls.length, backend.calendarCalls.length]).toEqual([1, 1]);
      const product = await lookupOf(backend).product({ productId: 1, quantity: 1000 }, by, signal);
      expect([product.result?.kind, product.calendar.kind]).toEqual(
        isShown ? ['result', 'calendar'] : ['failed', 'failed'],
      );
    }
  });

  it('has the other products shown', async () => {
    const by = callerOfMarket(ours);
    const backend = backendOf(3);
    backend.faults = ['other market'];
    const results = await resultsOf(lookupOf(backend), oneOf(1, 2, 3), { by });
    expect(results.map(({ kind }) => kind)).toEqual(['not-trusted', 'result', 'not-trusted']);
    backend.listed.set(2, [{ ...calendarEntry(2, real('2026-03-20', 5)), company: 'LIL' }]);
    const found = await lookupOf(backend).calendars([1, 2, 3], by, signal);
    expect([...found.values()].map(({ kind }) => kind)).toEqual(['calendar', 'no-result', 'calendar']);
  });

  it('may leave codes out', async () => {
    const backend = backendOf(1);
    backend.codes = { company: '', salesOrganization: '', territoryId: '' };
    const [result] = await resultsOf(lookupOf(backend), oneOf(1), { by: callerOfMarket(theirs) });
    expect(result?.kind).toBe('result');
  });
});

describe('a service that rejects calls without details', () => {
  it('has the failing requests found, and settled by their calendars', async () => {
    const backend = new FaultyBackend(
      new Map([...upTo(60).map((id) => [id, entries] as const), [61, [real('2026-03-20', 5)]] as const]),
      'names nothing',
    );
    const requests = [...oneOf(...upTo(60)), { productId: 61, quantity: 6000 }, ...oneOf(99)];
    const results = await resultsOf(lookupOf(backend), requests);
    expect(results.map(({ kind }) => kind)).toEqual([...Array(60).fill('result'), 'not-available', 'unknown-product']);
  });

  it("with an empty calendar doesn't know the product", async () => {
    const results = await resultsOf(lookupOf(backendOf(1, 'names nothing, empty calendars')), oneOf(1, 9));
    expect(results.map(({ kind }) => kind)).toEqual(['result', 'unknown-product']);
  });

  it('never makes available stock appear as not available', async () => {
    const { kinds } = await faulted(1, ['404 nothing named']);
    expect(kinds).toEqual(['no-result']);
  });

  it('receives no more requests after twenty single failures, without reporting products as unknown', async () => {
    const backend = backendOf(0, 'names nothing');
    const results = await resultsOf(lookupOf(backend), oneOf(...upTo(500)));
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['no-result']));
    expect(results[0]).toMatchObject({ reason: 'stopped' });
    expect(backend.stockCalls.length).toBeLessThan(80);
  });

  it('may know none of a few products', async () => {
    const results = await resultsOf(lookupOf(backendOf(0, 'names nothing')), oneOf(1, 2, 3));
    expect(results.map(({ kind }) => kind)).toEqual(Array(3).fill('unknown-product'));
  });

  it('may not know many products once it has returned a result for one', async () => {
    const requests = oneOf(1, ...upTo(60).map((id) => id + 100));
    const results = await resultsOf(lookupOf(backendOf(1, 'names nothing'), 1), requests);
    expect(results.map(({ kind }) => kind)).toEqual(['result', ...Array(60).fill('unknown-product')]);
  });
});

const broken = (productId: number) => [
  calendarEntry(productId, real('2026-03-20', 40)),
  { ...calendarEntry(productId, real('2026-04-17', 90)), stockQuantity: '90' },
];

describe('calendars', () => {
  it('loads 200 per call', async () => {
    const backend = backendOf(450);
    const settle = vi.fn();
    const found = await lookupOf(backend).calendars([...upTo(450), 1], caller, signal, settle);
    expect(backend.calendarCalls.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(upTo(450));
    expect(settle).toHaveBeenCalledTimes(450);
    expect(found.get(3)).toEqual({
      kind: 'calendar',
      entries,
      territories: ['BRU_GLO'],
      unreadable: 0,
      receivedAt: backend.now,
      isStale: false,
    });
  });

  it('loads all pages of a service with smaller ones', async () => {
    const backend = backendOf(450);
    backend.maxPageSize = 70;
    const found = await lookupOf(backend).calendars(upTo(450), caller, signal);
    expect(new Set([...found.values()].map(({ kind }) => kind))).toEqual(new Set(['calendar']));
  });

  it.each<[string, readonly unknown[] | null]>([
    ['is left out', null],
    ['is empty', []],
    ['holds entries of another product', [calendarEntry(3, real('2026-04-17', 90))]],
    ['has a Unix time of another day', [{ ...calendarEntry(2, real('2026-04-17', 90)), stockDateUnix: 0 }]],
    ['has an unreadable entry', broken(2)],
  ])('loads a calendar by itself that %s', async (_, listed) => {
    const backend = backendOf(3);
    backend.listed.set(2, listed);
    const found = await lookupOf(backend).calendars([1, 2, 3], caller, signal);
    expect(backend.calendarCalls).toEqual([[1, 2, 3], [2]]);
    expect(found.get(2)).toMatchObject({ kind: 'calendar', entries, unreadable: 0 });
  });

  it('returns a calendar as incomplete if its own cannot be loaded', async () => {
    const backend = backendOf(3);
    backend.listed.set(2, broken(2));
    backend.spoilsCalendars = true;
    backend.faults = [null, '404 nothing named'];
    const found = await lookupOf(backend).calendars([1, 2, 3], caller, signal);
    expect(found.get(2)).toMatchObject({ kind: 'calendar', entries: [real('2026-03-20', 40)], unreadable: 1 });
  });

  it('loads all one by one if the service rejects them together', async () => {
    const backend = backendOf(3);
    backend.spoilsCalendars = true;
    backend.faults = ['404 nothing named'];
    const found = await lookupOf(backend).calendars([1, 2, 3, 9], caller, signal);
    expect(new Set(backend.calendarCalls.slice(1).flat())).toEqual(new Set([1, 2, 3, 9]));
    expect([1, 2, 3, 9].map((id) => found.get(id)?.kind)).toEqual([
      'calendar',
      'calendar',
      'calendar',
      'unknown-product',
    ]);
  });

  it('reports why a calendar is missing', async () => {
    const backend = backendOf(3);
    backend.spoilsCalendars = true;
    backend.faults = Array(9).fill('cut');
    const found = await lookupOf(backend).calendars([1, 2], caller, signal);
    const reason = { kind: 'no-result', reason: 'service-error', requestId: 'request-1', sentence: 'No.' };
    expect([...found.values()]).toEqual([reason, reason]);
  });
});

describe('calendarPage', () => {
  it('returns a page of all products', async () => {
    const backend = backendOf(45);
    const page = await lookupOf(backend).calendarPage({ page: 2, pageSize: 20 }, caller, signal);
    expect([...page.calendars.keys()]).toEqual(upTo(40).slice(20));
    expect(page).toMatchObject({ totalItemCount: 45, withheld: 0, repeated: [] });
    expect(backend.calendarCalls).toEqual([[]]);
  });

  it('loads the parts of a page that the service makes shorter', async () => {
    const backend = backendOf(45);
    backend.maxPageSize = 7;
    const page = await lookupOf(backend).calendarPage({ page: 2, pageSize: 20 }, caller, signal);
    expect([...page.calendars.keys()]).toEqual(upTo(40).slice(20));
    expect(page).toMatchObject({ totalItemCount: 45, withheld: 0 });
  });

  it('counts the products that the service withholds, and loads doubtful calendars by themselves', async () => {
    const backend = backendOf(5);
    backend.listed.set(2, null).set(3, broken(3)).set(4, []);
    const page = await lookupOf(backend).calendarPage({ page: 1, pageSize: 20 }, caller, signal);
    expect([...page.calendars.keys()]).toEqual([1, 3, 4, 5]);
    expect(page).toMatchObject({ totalItemCount: 5, withheld: 1 });
    expect(new Set([...page.calendars.values()].map(({ kind }) => kind))).toEqual(new Set(['calendar']));
    expect(backend.calendarCalls.slice(1).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([[3], [4]]);
  });

  it('has no products past the end, but correct counts', async () => {
    const page = await lookupOf(backendOf(5)).calendarPage({ page: 3, pageSize: 20 }, caller, signal);
    expect(page).toEqual({ calendars: new Map(), totalItemCount: 5, withheld: 0, repeated: [] });
  });

  it('rejects with the problem of a page that cannot be loaded', async () => {
    const backend = backendOf(5);
    backend.spoilsCalendars = true;
    backend.faults = ['503'];
    const page = lookupOf(backend).calendarPage({ page: 1, pageSize: 20 }, caller, signal);
    await expect(page).rejects.toMatchObject({ name: 'ServiceProblem', code: 'unavailable' });
  });
});

it('is of the day of the service and the generation of the catalog', async () => {
  expect(await lookupOf(backendOf(1)).present()).toEqual({ today: '2026-03-24', dataVersion: '7' });
});

import { describe, expect, it, vi } from 'vitest';

import { real } from '#stock/entries.arbitrary.ts';
import { countedLine } from '#stock/order/order.sample.ts';

import { OrderResults, stockOf } from '#stock/order/order-results.ts';
import { CheckedOrder, entries, faulted, linesOf, serviceOf, upTo } from './checked-order.sample.ts';
import { lineQueries } from '#stock/order/order-line.ts';

import { OrderCheck } from './order-check.ts';
import { CheckedService } from './checked-service.fake.ts';

describe('a check', () => {
  it('requests all lines at once', async () => {
    const { service, kinds } = await faulted(1050, []);
    expect(service.stockCalls.map(({ length }) => length)).toEqual([1050]);
    expect(new Set(kinds)).toEqual(new Set(['result']));
  });

  it('checks lines of one product with those above them', async () => {
    const service = serviceOf(2);
    const check = new CheckedOrder(service, linesOf(1, 2, 2, 1));
    await check.check();
    expect(service.stockCalls.flat().map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [1, 1000],
      [2, 1000],
      [2, 2000],
      [1, 2000],
    ]);
    expect(check.kinds).toEqual(Array(4).fill('result'));
  });

  it('reports unknown products and unavailable quantities, and returns the other results', async () => {
    const service = new CheckedService(
      new Map([
        [1, entries],
        [2, [real('2026-03-20', 5)]],
      ]),
    );
    const lines = [
      countedLine(1),
      countedLine(2, { productId: 2, quantity: 4000 }),
      countedLine(3, { productId: 2, quantity: 2000 }),
      countedLine(4, { productId: 9 }),
    ];
    const check = new CheckedOrder(service, lines);
    await check.check();
    expect(check.kinds).toEqual(['result', 'result', 'not-available', 'unknown-product']);
  });

  it('notifies its listeners once per task', async () => {
    const service = serviceOf(400);
    const check = new CheckedOrder(service, linesOf(...upTo(400)));
    const listener = vi.fn();
    const unsubscribe = check.subscribe(listener);
    await check.check();
    expect(listener.mock.calls.length).toBeLessThan(10);
    unsubscribe();
    const calls = listener.mock.calls.length;
    check.setLines([]);
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(calls);
  });

  it('counts finished lines, and returns the same snapshot until something changes', async () => {
    const service = serviceOf(3);
    service.linesAtOnce = 1;
    const check = new CheckedOrder(service, linesOf(1, 2, 3, 1));
    const done: [number, number][] = [];
    check.subscribe(() => {
      const { phase, done: each, total } = check.getSnapshot();
      if (phase === 'checking' && total > 0) done.push([each, total]);
    });
    await check.check();
    expect(done[0]).toEqual([0, 4]);
    expect(done.map(([each]) => each)).toEqual(done.map(([each]) => each).toSorted((a, b) => a - b));
    expect(check.getSnapshot()).toMatchObject({ phase: 'idle', done: 4, total: 4, canRetry: false });
    expect(check.getSnapshot()).toBe(check.getSnapshot());
  });
});

describe('a sign-out during a check', () => {
  it('pauses the check until the user signs in', async () => {
    const service = serviceOf(6);
    service.faults = ['401'];
    const lines = linesOf(...upTo(6));
    const check = new CheckedOrder(service, lines);
    const ended = check.check();
    await vi.waitFor(() => expect(check.getSnapshot().phase).toBe('signed-out'));
    expect(check.kinds).toEqual([...Array(3).fill('result'), ...Array(3).fill('checking')]);
    service.queue.signedIn();
    await ended;
    expect(check.kinds).toEqual(Array(6).fill('result'));
    expect(service.askedTwice).toEqual([]);
    expect(check.getSnapshot().phase).toBe('idle');
  });

  it('ends the check with its results so far if another user signs in', async () => {
    const service = serviceOf(6);
    service.faults = ['401'];
    const check = new CheckedOrder(service, linesOf(...upTo(6)));
    const ended = check.check();
    await vi.waitFor(() => expect(check.getSnapshot().phase).toBe('signed-out'));
    service.queue.signedIn('other');
    await ended;
    expect(check.getSnapshot().phase).toBe('idle');
    expect(check.kinds).toEqual([...Array(3).fill('result'), ...Array(3).fill('not-checked')]);
  });

  it('allows the user to cancel', async () => {
    const service = serviceOf(1);
    service.faults = ['401'];
    const check = new CheckedOrder(service, linesOf(1));
    const ended = check.check();
    await vi.waitFor(() => expect(check.getSnapshot().phase).toBe('signed-out'));
    check.cancel();
    await ended;
    expect(check.kinds).toEqual(['not-checked']);
    await check.check();
    expect(check.kinds).toEqual(['result']);
  });
});

describe('a canceled check', () => {
  it('keeps its results and can be continued', async () => {
    const service = serviceOf(40);
    service.linesAtOnce = 4;
    const lines = linesOf(...upTo(40));
    const check = new CheckedOrder(service, lines);
    const unsubscribe = check.subscribe(() => {
      if (check.getSnapshot().done >= 8) check.cancel();
    });
    await check.check();
    unsubscribe();
    const kinds = check.kinds;
    expect(new Set(kinds)).toEqual(new Set(['result', 'not-checked']));
    expect(check.getSnapshot().phase).toBe('idle');
    await check.check();
    expect(check.kinds).toEqual(Array(40).fill('result'));
    expect(service.askedTwice).toEqual([]);
  });

  it('can be followed by another at once', async () => {
    const service = serviceOf(40);
    service.linesAtOnce = 4;
    const lines = linesOf(...upTo(40));
    const check = new CheckedOrder(service, lines);
    const first = check.check();
    await Promise.resolve();
    check.cancel();
    const second = check.check();
    await Promise.all([first, second]);
    expect(check.kinds).toEqual(Array(40).fill('result'));
    expect(service.askedTwice).toEqual([]);
  });

  it('no longer waits for the service', async () => {
    const service = serviceOf(1);
    service.pausedUntil = service.clock + 5000;
    const check = new CheckedOrder(service, linesOf(1));
    const ended = check.check();
    await vi.waitFor(() => expect(check.getSnapshot().pausedUntil).toBe(service.pausedUntil));
    check.cancel();
    await ended;
    expect(check.kinds).toEqual(['not-checked']);
  });
});

describe('an edited line', () => {
  const edited = [countedLine(1, { productId: 1, quantity: 50_000 }), ...linesOf(1, 2, 3).slice(1)];

  it('loses its result at once and is the only one rechecked', async () => {
    const service = serviceOf(3);
    const check = new CheckedOrder(service, linesOf(1, 2, 3));
    await check.check();
    check.setLines(edited);
    expect(check.kinds).toEqual(['not-checked', 'result', 'result']);
    await check.check();
    expect(service.stockCalls.slice(1)).toEqual([[expect.objectContaining({ productId: 1, quantity: 50_000 })]]);
    expect(check.states[0]).toMatchObject({ stockResult: { date: '2026-04-17' } });
  });

  it('gets its result back when the edit is undone', async () => {
    const service = serviceOf(3);
    const check = new CheckedOrder(service, linesOf(1, 2, 3));
    await check.check();
    check.setLines(edited);
    check.setLines(linesOf(1, 2, 3));
    expect(check.kinds).toEqual(Array(3).fill('result'));
  });

  it('is included in the running check', async () => {
    const service = serviceOf(3);
    const check = new CheckedOrder(service, linesOf(1, 2, 3));
    const ended = check.check();
    check.setLines(edited);
    await ended;
    expect(check.states[0]).toMatchObject({ stockResult: { date: '2026-04-17' } });
  });

  it('causes the lines below it with the same product to be rechecked, whatever changed', async () => {
    const service = serviceOf(2);
    const lines = [
      countedLine(1, { quantity: 30_000 }),
      countedLine(2, { productId: 2 }),
      countedLine(3, { quantity: 30_000 }),
    ];
    const check = new CheckedOrder(service, lines);
    await check.check();
    expect(check.states).toMatchObject([
      { stockResult: { kind: 'in-stock' } },
      {},
      { stockResult: { date: '2026-04-17' } },
    ]);
    const fewer = [countedLine(1, { quantity: 1 }), ...lines.slice(1)];
    const changes = [
      [lines.slice(1), '2026-03-20'],
      [lines.toReversed(), '2026-04-17'],
      [fewer, '2026-03-20'],
    ] as const;
    for (const [changed, date] of changes) {
      check.setLines(changed);
      await check.check();
      expect(check.states.at(-1)).toMatchObject({ stockResult: { date } });
    }
  });
});

describe('a result', () => {
  it.each([
    ['another day', { day: '2026-03-25', stock: stockOf('me', 'first') }],
    ['newer stock', { day: '2026-03-24', stock: stockOf('me', 'second') }],
  ] as const)('is outdated on %s and rechecked', async (_, present) => {
    const service = serviceOf(1);
    const check = new CheckedOrder(service, linesOf(1));
    await check.check();
    check.book.setPresent(present);
    expect(check.states).toMatchObject([{ kind: 'outdated', day: '2026-03-24', was: { kind: 'result' } }]);
    expect(check.summary).toMatchObject({ firstShipDate: null, completion: { kind: 'open' }, counts: { outdated: 1 } });
    service.today = present.day;
    service.dataVersion = present.stock.split(' ')[1] ?? '';
    await check.check();
    expect(check.kinds).toEqual(['result']);
    expect(service.stockCalls).toHaveLength(2);
  });
});

it('is replaced by a full recheck, or kept if that fails', async () => {
  const service = serviceOf(3);
  const check = new CheckedOrder(service, linesOf(1, 2, 3));
  await check.check();
  service.clock += 1000;
  const seen = new Set<string>();
  const unsubscribe = check.subscribe(() => seen.add(check.kinds[0] ?? ''));
  await check.checkAnew();
  unsubscribe();
  expect(seen).toContain('checking');
  expect(service.stockCalls).toHaveLength(2);
  expect(check.states[0]).toMatchObject({ checkedAt: service.clock });

  const cancelled = check.checkAnew();
  await Promise.resolve();
  check.cancel();
  await cancelled;
  expect(check.kinds).toEqual(Array(3).fill('result'));
});

it('is kept with its calendar and time if the recheck fails, and rechecked again', async () => {
  const service = serviceOf(2);
  const check = new CheckedOrder(service, linesOf(1, 2));
  await check.check();
  const { states, summary } = check;
  service.clock += 60 * 60_000;
  service.faults = Array(99).fill('503');
  await check.checkAnew();
  expect(check.states).toEqual(states);
  expect(check.summary).toMatchObject({ oldestCheck: summary.oldestCheck, firstShipDate: summary.firstShipDate });
  const failed = check.book.find({ productId: 1, quantity: 1000 });
  expect(failed?.failure).toMatchObject({ reason: 'service-error' });
  expect(check.book.timelineOf(1)).not.toBeNull();
  expect(check.getSnapshot().canRetry).toBe(true);
  expect(new OrderResults(check.book.present, check.save()).find({ productId: 1, quantity: 1000 })).toMatchObject({
    failure: { reason: 'service-error' },
  });

  service.faults = [];
  await check.check();
  expect(check.states[0]).toMatchObject({ kind: 'result', checkedAt: service.clock });
  expect(failed?.failure).toBeNull();
  expect(check.getSnapshot().canRetry).toBe(false);
});

it("has the service's date at the check, in every time zone", async () => {
  const service = serviceOf(1);
  const check = new CheckedOrder(service, linesOf(1));
  await check.check();
  check.book.setPresent({ day: '2026-03-26', stock: stockOf('me', 'first') });
  expect(check.states).toMatchObject([{ kind: 'outdated', day: '2026-03-24' }]);
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  check.book.setPresent({ day: '2026-03-26', stock: stockOf('me', 'first') });
  expect(check.states).toMatchObject([{ kind: 'outdated', day: '2026-03-24' }]);
  service.today = '2026-03-26';
  await check.checkAnew();
  check.book.setPresent({ day: '2026-03-27', stock: stockOf('me', 'first') });
  expect(check.states).toMatchObject([{ kind: 'outdated', day: '2026-03-26' }]);
  vi.unstubAllEnvs();
});

it('is of the day and the data of the service at the check, which the caller is told', async () => {
  const service = serviceOf(1);
  const onStart = vi.fn();
  const book = new OrderResults({ day: service.today, stock: stockOf('me', 'first') });
  const [query] = lineQueries(linesOf(1));
  if (!query) throw new Error('A line has a question');
  const check = new OrderCheck(book, { ...service.options, onStart, queries: () => [query] });
  service.dataVersion = 'second';
  await check.check();
  expect(onStart.mock.calls).toMatchObject([[{ today: service.today, dataVersion: 'second' }]]);
  expect(book.stateOf(query).kind).toBe('outdated');
  book.setPresent({ day: service.today, stock: stockOf('me', 'second') });
  expect(book.stateOf(query).kind).toBe('result');
});

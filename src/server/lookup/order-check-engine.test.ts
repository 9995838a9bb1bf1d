import { describe, expect, it, vi } from 'vitest';

import { real } from '#stock/entries.arbitrary.ts';
import type { CheckEvent } from '#stock/order/check-events.ts';
import type { CountedLine, LineKey } from '#stock/order/order-line.ts';
import { countedLine } from '#stock/order/order.sample.ts';
import { maxQuantity } from '#stock/thousandths.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { backendOf, calendarEntry, caller, entries, FaultyBackend, upTo } from './faulty-backend.fake.ts';
import { lookupOf } from './faulty-lookup.fixture.ts';
import { checkOrder } from './order-check-engine.ts';
import type { StockLookup } from './stock-lookup.ts';

interface CheckOptions {
  keys?: LineKey[];
  calendars?: number[];
  signal?: AbortSignal;
  ready?: () => Promise<void>;
  onEvent?: (event: CheckEvent) => void;
}

/** Checks an order; returns its events, and the results by line. */
async function check(lookup: StockLookup, lines: readonly CountedLine[], options: CheckOptions = {}) {
  const { keys, calendars, signal = new AbortController().signal, ready = async () => undefined, onEvent } = options;
  const events: CheckEvent[] = [];
  const emit = (event: CheckEvent) => {
    events.push(event);
    onEvent?.(event);
  };
  const order = { lines, keys: keys === undefined ? null : new Set(keys), calendars };
  await checkOrder(lookup, order, caller, signal, { emit, ready, now: () => 1234 });
  return { events, ...read(events) };
}

function read(events: readonly CheckEvent[]) {
  const results = new Map(events.flatMap((event) => (event.kind === 'result' ? [[event.key, event.result]] : [])));
  const calendars = new Map(
    events.flatMap((event) => (event.kind === 'calendar' ? [[event.productId, event.calendar]] : [])),
  );
  return { results, calendars, kinds: [...results].toSorted(([a], [b]) => a - b).map(([, { kind }]) => kind) };
}

/** One line of 1 unit per product. */
const linesOf = (...productIds: number[]) => productIds.map((productId, at) => countedLine(at + 1, { productId }));

describe('checkOrder', () => {
  it('emits its day and data, a result for each line, a calendar for each product, and its end', async () => {
    const backend = backendOf(2);
    const { events, results, calendars } = await check(lookupOf(backend), linesOf(1, 2, 2, 9));
    const start = { kind: 'start', today: '2026-03-24', dataVersion: '7', receivedAt: 1234, isStale: false };
    expect(events[0]).toEqual(start);
    expect(events.at(-1)).toEqual({ kind: 'end' });
    expect(events).toHaveLength(2 + 4 + 2);
    expect(results.get(1)).toEqual({
      kind: 'result',
      stockResult: { kind: 'in-stock', date: '2026-03-20' },
      checkedAt: backend.now,
    });
    expect(results.get(4)).toEqual({ kind: 'unknown-product' });
    const steps = [
      ['2026-03-20', 40_000],
      ['2026-04-17', 90_000],
    ];
    expect(calendars).toEqual(new Map([1, 2].map((id) => [id, { steps, maxLeadTimeDate: '2026-06-12' }])));
  });

  it('requests a line with those of its product above it, whichever lines are checked', async () => {
    const backend = backendOf(2);
    const lines = [
      countedLine(1, { quantity: 30_000 }),
      countedLine(2, { productId: 2, quantity: 30_000 }),
      countedLine(3, { quantity: 30_000 }),
      countedLine(4, { quantity: 60_000 }),
    ];
    const { results } = await check(lookupOf(backend), lines, { keys: [2, 4] });
    expect(backend.stockCalls.flat()).toEqual([
      { productId: 2, quantity: 30_000 },
      { productId: 1, quantity: 120_000 },
    ]);
    expect([...results.keys()]).toEqual([2, 4]);
    expect(results.get(4)).toMatchObject({ stockResult: { kind: 'max-lead-time', date: '2026-06-12' } });
  });

  it('does not request a quantity above the limit, which lines of one product may reach together', async () => {
    const backend = backendOf(1);
    const lines = [1, 2].map((key) => countedLine(key, { quantity: maxQuantity }));
    const { results } = await check(lookupOf(backend), lines);
    expect(results.get(2)).toEqual({ kind: 'no-result', reason: 'refused', requestId: 'request-1' });
    expect(backend.stockCalls).toHaveLength(1);
  });

  it('loads each calendar once, also for lines in several calls', async () => {
    const backend = backendOf(3);
    const lines = linesOf(...upTo(300).map((key) => (key % 3) + 1));
    const { kinds } = await check(lookupOf(backend, 10), lines);
    expect(kinds).toEqual(Array(300).fill('result'));
    expect(backend.calendarCalls.flat().toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  });

  it('loads calendars without a line when they are requested, once', async () => {
    const backend = backendOf(3);
    const { events, calendars } = await check(lookupOf(backend), linesOf(1, 2, 3), { keys: [1], calendars: [1, 3, 3] });
    expect(backend.stockCalls.flat()).toHaveLength(1);
    expect([...calendars.keys()].toSorted((a, b) => a - b)).toEqual([1, 3]);
    expect(events).toHaveLength(2 + 1 + 2);
  });

  it('waits for its output between calendars', async () => {
    const backend = backendOf(1200);
    const gate: { open?: () => void } = {};
    const held = new Promise<void>((resolve) => (gate.open = resolve));
    const checked = check(lookupOf(backend), linesOf(...upTo(1200)), { ready: () => held });
    await vi.waitFor(() => expect(backend.stockCalls).toHaveLength(6));
    expect(backend.calendarCalls).toEqual([]);
    gate.open?.();
    expect((await checked).calendars.size).toBe(1200);
  });

  it('tells of pauses', async () => {
    const backend = backendOf(1);
    backend.faults = ['429 Retry-After'];
    const { events } = await check(lookupOf(backend), linesOf(1));
    expect(events.filter(({ kind }) => kind === 'pause')).toEqual([
      { kind: 'pause', until: backend.now },
      { kind: 'pause', until: null },
    ]);
  });

  it('rejects when aborted', async () => {
    const controller = new AbortController();
    const onEvent = () => controller.abort();
    const checked = check(lookupOf(backendOf(9)), linesOf(...upTo(9)), { signal: controller.signal, onEvent });
    await expect(checked).rejects.toThrow('aborted');
  });

  it('rejects if the user must sign in, after which only the other lines are requested', async () => {
    const backend = backendOf(40);
    const lookup = lookupOf(backend, 4);
    const lines = linesOf(...upTo(40));
    const events: CheckEvent[] = [];
    const onEvent = (event: CheckEvent) => {
      events.push(event);
      if (read(events).results.size === 8) backend.faults = [{ code: 'expired-token' }];
    };
    await expect(check(lookup, lines, { onEvent })).rejects.toThrow(ServiceProblem);
    const before = read(events).results;
    expect(before.size).toBeGreaterThanOrEqual(8);
    expect(before.size).toBeLessThan(40);
    const keys = lines.flatMap(({ key }) => (before.has(key) ? [] : [key]));
    const { results } = await check(lookup, lines, { keys });
    expect([...results.keys()].toSorted((a, b) => a - b)).toEqual(keys);
  });

  it('rejects if calendars require a sign-in', async () => {
    const backend = backendOf(1);
    backend.spoilsCalendars = true;
    backend.faults = [null, { code: 'expired-token' }];
    await expect(check(lookupOf(backend), linesOf(1))).rejects.toMatchObject({ code: 'expired-token' });
  });
});

describe('a result of an external service', () => {
  const quantity = 50_000;
  const lines = [countedLine(1, { quantity })];
  /** A service whose results are of `entries`, and whose calendar is another. */
  const contradicted = (listed: readonly unknown[]) => {
    const backend = new FaultyBackend(
      new Map([
        [1, entries],
        [2, entries],
      ]),
    );
    backend.listed.set(1, listed);
    return check(lookupOf(backend), [...lines, countedLine(2, { productId: 2 })]);
  };

  it('is not reliable if the calendar has not enough on its date', async () => {
    const { results } = await contradicted([calendarEntry(1, real('2026-03-20', 40))]);
    const finding = { kind: 'not-enough', date: '2026-04-17', level: 40_000 };
    expect(results.get(1)).toEqual({ kind: 'not-trusted', finding });
  });

  it('is shown with an earlier date of the calendar, which the service does not confirm', async () => {
    const { results } = await contradicted([calendarEntry(1, real('2026-04-10', 60))]);
    expect(results.get(1)).toMatchObject({
      stockResult: { kind: 'expected', date: '2026-04-17' },
      earlier: { kind: 'expected', date: '2026-04-10' },
    });
  });

  it('is not reliable if the calendar is incomplete', async () => {
    const backend = backendOf(2);
    backend.listed.set(1, [calendarEntry(1, real('2026-03-20', 90)), {}]);
    backend.spoilsCalendars = true;
    backend.faults = [null, null, '404 nothing named'];
    const { results, calendars } = await check(lookupOf(backend), [...lines, countedLine(2, { productId: 2 })]);
    const finding = { kind: 'incomplete-calendar', unreadable: 1 };
    expect(results.get(1)).toEqual({ kind: 'not-trusted', finding });
    expect(calendars.get(1)).toBeNull();
  });

  it('is not reliable if it refuses what the calendar has', async () => {
    const backend = backendOf(2, 'names products', [real('2026-03-20', 40)]);
    backend.listed.set(1, [calendarEntry(1, real('2026-03-20', 60))]);
    const { results } = await check(lookupOf(backend), [...lines, countedLine(2, { productId: 2, quantity })]);
    expect(results.get(2)).toEqual({ kind: 'not-available' });
    expect(results.get(1)).toMatchObject({ kind: 'not-trusted', finding: { kind: 'refused-though-available' } });
  });

  it('is kept if its calendar cannot be loaded', async () => {
    const backend = backendOf(1);
    backend.spoilsCalendars = true;
    backend.faults = [null, 'cut'];
    const { kinds, calendars } = await check(lookupOf(backend), lines);
    expect(kinds).toEqual(['result']);
    expect(calendars).toEqual(new Map([[1, null]]));
  });
});

it('emits a consistent result at once, without comparison', async () => {
  const lookup: StockLookup = { ...lookupOf(backendOf(3)), isConsistent: true };
  const { events } = await check(lookup, linesOf(1, 2, 3));
  expect(events.map(({ kind }) => kind)).toEqual([
    'start',
    ...Array(3).fill('result'),
    ...Array(3).fill('calendar'),
    'end',
  ]);
});

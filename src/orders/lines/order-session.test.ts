import { describe, expect, it, vi } from 'vitest';

import { NetworkError } from '#data/errors.ts';
import { serviceOf } from '#orders/check/checked-order.sample.ts';
import { real } from '#stock/entries.arbitrary.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { RecordedOutcome } from '#stock/order/check-record.ts';
import { OrderContent } from '#stock/contract/orders.ts';
import { contentOf } from '#parts/saved-orders/order-content.ts';
import type { NewLine } from '#parts/saved-orders/saved-order.ts';

import type { PromisedLine, PromisedLines } from '#stock/promises/told-order.ts';
import { stockOf } from '#stock/order/order-results.ts';
import { draftLine, type StoredOrder } from '#parts/saved-orders/saved-order.ts';

import { catalog, sessionOf, settledSession } from './order-session.sample.ts';
import type { OrderSession } from './order-session.ts';
import { wordsOn } from '#orders/order-words.sample.ts';

import { lineNotes } from './line-view.ts';
import type { Catalog } from './product-directory.ts';

const label = { id: 'Edit' };
const line = (product: string, quantity = 1, more: Partial<NewLine> = {}): NewLine => ({
  product,
  quantity: quantity * 1000,
  ...more,
});
const kinds = ({ lines }: OrderSession) => lines.getEntries().map(({ derived }) => derived?.state.kind);
const dates = ({ lines }: OrderSession) =>
  lines.getEntries().map(({ derived }) => (derived?.state.kind === 'result' ? derived.state.stockResult.date : null));

/** A lookup that finds nothing, and is pending until released. */
function heldLookup() {
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((open) => (gate.open = open));
  const resolve: Catalog['resolve'] = async (keys) => {
    await opened;
    return keys.map(() => null);
  };
  return { catalog: { ...catalog, resolve }, release: () => gate.open?.() };
}

describe('a check that waits for product lookups', () => {
  it.each(['cancel', 'close'] as const)('does not begin after %s', async (end) => {
    const { catalog, release } = heldLookup();
    const service = serviceOf(1);
    const session = sessionOf([line('1')], { catalog, service });
    const started = session.startCheck(true);
    expect([session.isInFlight, session.state.get().isPreparing]).toEqual([true, true]);
    session[end]();
    expect(session.isInFlight).toBe(false);
    release();
    await started;
    expect(service.stockCalls).toEqual([]);
  });

  it('begins once if it is restarted after a cancel', async () => {
    const { catalog, release } = heldLookup();
    const service = serviceOf(1);
    const session = sessionOf([line('1')], { catalog, service });
    const first = session.startCheck(true);
    session.cancel();
    const second = session.startCheck(true);
    release();
    await Promise.all([first, second]);
    expect(service.stockCalls).toHaveLength(1);
  });
});

it('shows why a product lookup failed, and checks the line on retry', async () => {
  const resolve = vi.fn<Catalog['resolve']>((keys) => catalog.resolve(keys));
  resolve.mockRejectedValueOnce(new NetworkError('down'));
  const session = await settledSession([line('1'), line('S-2')], { catalog: { ...catalog, resolve } });
  expect(kinds(session)).toEqual(['not-checked', 'no-result']);
  expect(session.state.get().overview).toMatchObject({
    lookupFailed: true,
    summary: { counts: { 'no-result': 1 } },
  });
  await session.startCheck(false);
  expect(kinds(session)).toEqual(['result', 'result']);
  expect(session.state.get().overview.lookupFailed).toBe(false);
});

describe('lines of one product', () => {
  it('are promised in list order, by id or SKU', async () => {
    const session = await settledSession([line('1', 30), line('S-1', 30), line('2', 1), line('s-1', 60)]);
    await session.startCheck(true);
    expect(dates(session)).toEqual(['2026-03-20', '2026-04-17', '2026-03-20', '2026-06-12']);
    expect(session.lines.getEntries().map(({ derived }) => derived?.combined)).toEqual([
      null,
      { quantity: 60_000, lines: [1] },
      null,
      { quantity: 120_000, lines: [1, 2] },
    ]);
  });

  it('are checked soon, and again if a line above changes', async () => {
    vi.useFakeTimers();
    try {
      const session = sessionOf([line('1', 30), line('S-1', 30)]);
      void session.settled();
      await vi.runAllTimersAsync();
      expect(kinds(session)).toEqual(['result', 'result']);
      session.lines.setCells([{ key: 1, cells: { quantity: 70_000 } }], label);
      expect(kinds(session)).toEqual(['not-checked', 'not-checked']);
      await vi.runAllTimersAsync();
      expect(dates(session)).toEqual(['2026-04-17', '2026-06-12']);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('checks pasted lines as soon as their products are found', async () => {
  vi.useFakeTimers();
  try {
    const service = serviceOf(20);
    const lookup = 2000;
    const resolve: Catalog['resolve'] = async (keys) => {
      await new Promise((done) => setTimeout(done, lookup));
      return catalog.resolve(keys);
    };
    const session = sessionOf([], { service, catalog: { ...catalog, resolve } });
    session.appendLines(session.makeLines([line('S-1', 30), line('S-2', 30)]), label);
    await vi.advanceTimersByTimeAsync(lookup);
    expect(service.stockCalls).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(service.stockCalls).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

it('keeps results of another day until the user checks again', async () => {
  vi.useFakeTimers();
  try {
    const service = serviceOf(20);
    const on = { day: '2026-01-02', stock: stockOf('me', service.dataVersion) } as const;
    const stockResult = { kind: 'max-lead-time', date: '2026-09-01' } as const;
    const result = { kind: 'result', stockResult, checkedAt: 1 } as const;
    const results = [{ productId: 1, quantity: 1000, result, on, settledAt: 1 }];
    const summary = { day: on.day, checkedAt: 1, complete: null, open: 1, late: 0 };
    const stored: StoredOrder = {
      header: { id: 'one', owner: 'me', name: '', changedAt: 0, lineCount: 2 },
      contents: {
        lines: [line('1', 1), line('2', 1)].map((each, at) => draftLine(at + 1, each, String)),
        check: { results, calendars: [] },
        previous: null,
        summary,
      },
    };
    const session = sessionOf([], { service, stored });
    void session.settled();
    await vi.runAllTimersAsync();
    expect(kinds(session)).toEqual(['outdated', 'result']);
    expect(session.stored().contents.summary).toBe(summary);
    expect(session.check.getSnapshot().canRetry).toBe(false);
    void session.startCheck(true);
    await vi.runAllTimersAsync();
    expect(kinds(session)).toEqual(['result', 'result']);
  } finally {
    vi.useRealTimers();
  }
});

it('requests a line again in a new check, even if it was pasted again', async () => {
  const service = serviceOf(20);
  const session = await settledSession([line('1')], { service });
  await session.startCheck(true);
  const rows = session.lines.getRows();
  session.lines.replaceAll([], label);
  session.appendLines(rows, label);
  await session.startCheck(true);
  expect(service.stockCalls).toHaveLength(2);
});

describe('a line in another unit than its product', () => {
  it('is not checked, and uses no stock, until it is confirmed', async () => {
    const service = serviceOf(20);
    const session = await settledSession([line('1', 30, { writtenUnit: 'pcs' }), line('1', 30)], { service });
    await session.startCheck(true);
    expect(kinds(session)).toEqual(['unit-differs', 'result']);
    expect(service.stockCalls).toEqual([[expect.objectContaining({ quantity: 30_000 })]]);
    expect(session.state.get().overview.summary).toMatchObject({
      counts: { 'unit-differs': 1, 'in-stock': 1 },
      completion: { kind: 'open', causes: [{ status: 'unit-differs', lines: [1] }] },
    });
    session.confirmUnit(1);
    await session.startCheck(false);
    expect(dates(session)).toEqual(['2026-03-20', '2026-04-17']);
  });
});

const reopened = (session: OrderSession, day: CalendarDate) =>
  settledSession([], { stored: structuredClone(session.stored()), present: { day, stock: 'me first' } });

describe('a stored order', () => {
  it('has no stock data for a product of the catalog that the service does not know', async () => {
    const session = await settledSession([line('20'), line('NOPE'), line('1')], { service: serviceOf(5) });
    await session.startCheck(true);
    expect(kinds(session)).toEqual(['no-stock-data', 'unknown-product', 'result']);
    session.setPresent({ day: '2026-03-25', stock: 'first' });
    expect(session.lines.getEntries()[0]?.derived?.state).toMatchObject({
      kind: 'outdated',
      was: { kind: 'no-stock-data' },
    });
  });

  it('has the same results on the day of its check', async () => {
    const session = await settledSession([line('1'), line('NOPE'), line('S-1', 50)]);
    await session.startCheck(true);
    expect(kinds(await reopened(session, '2026-03-24'))).toEqual(['result', 'unknown-product', 'result']);
  });

  it('is what the server returns of it, so that it isn’t written again when it is only opened', async () => {
    const session = await settledSession([line('1', 2, { shipBy: '2026-03-30', note: 'red' }), line('NOPE')]);
    session.setCustomer('Atelier Nord');
    await session.startCheck(true);
    await session.startCheck(true);
    const content = contentOf(session.stored());
    expect(content).toMatchObject({ checks: [{ dataVersion: 'first' }], previous: {}, summary: { open: 1 } });
    expect(JSON.stringify(OrderContent.parse(content))).toBe(JSON.stringify(content));
  });

  it('promises nothing on another day', async () => {
    const session = await settledSession([line('1')]);
    await session.startCheck(true);
    const later = await reopened(session, '2026-03-25');
    expect(kinds(later)).toEqual(['outdated']);
    expect(later.stored().contents.summary).toMatchObject({ day: '2026-03-24', dataVersion: 'first' });
    expect(later.state.get().overview.summary).toMatchObject({ firstShipDate: null, counts: { outdated: 1 } });
  });

  it('can undo its clearing after a reload', async () => {
    const session = await settledSession([line('1'), line('2')]);
    session.lines.setCells([{ key: 1, cells: { note: 'red' } }], label);
    session.lines.replaceAll([], label);
    const again = await reopened(session, '2026-03-24');
    expect(again.lines.getRows()).toEqual([]);
    expect(again.lines.getHistory().undo).toMatchObject({ message: 'Clear order' });
    again.lines.undo();
    expect(again.lines.getRows().map(({ product, note }) => [product, note])).toEqual([
      ['1', 'red'],
      ['2', ''],
    ]);
  });
});

it("shows the server's time of an earlier result after a failed check, without a comparison", async () => {
  const service = serviceOf(20);
  service.options.now = () => service.clock + 5000;
  const session = await settledSession([line('1'), line('2')], { service });
  await session.startCheck(true);
  const checkedAt = service.clock;
  service.clock += 60_000;
  service.faults = Array(99).fill('503');
  await session.startCheck(true);
  expect(kinds(session)).toEqual(['result', 'result']);
  const stale = { failure: { reason: 'service-error' }, checkedAt };
  expect(session.lines.getEntries()[0]?.derived).toMatchObject({ stale, change: null });
  expect(session.state.get().overview).toMatchObject({ stale: 2, comparison: { compared: 0 } });
});

it('finds a quantity missing once the new line was left, or the order is checked', async () => {
  const session = await settledSession([line('1')]);
  const { grid, lines } = session;
  async function enter(product: string): Promise<number> {
    const [key, row] = [lines.nextKey, lines.getKeys().length];
    grid.selection.set({ row, column: 0 });
    grid.editor.start(key, 'product', 'caret', '');
    grid.commitCells({ product });
    await session.settled();
    return key;
  }
  const problemOf = (key: number) => lines.getEntry(key)?.derived?.problem;
  const second = await enter('2');
  expect(problemOf(second)).toBeNull();
  const third = await enter('3');
  expect([problemOf(second), problemOf(third)]).toEqual(['no-quantity', null]);
  await session.startCheck(false);
  expect(problemOf(third)).toBe('no-quantity');
});

it('names the lines that changed since the previous check', async () => {
  const session = await settledSession([line('1'), line('2')]);
  await session.startCheck(true);
  const outcomes: RecordedOutcome[] = [{ kind: 'in-stock', date: '2026-03-20' }, { kind: 'not-available' }];
  const lines = new Map(outcomes.map((outcome, at) => [at + 1, { productId: at + 1, quantity: 1000, outcome }]));
  session.compareWith({ checkedAt: 0, lines });
  expect(session.state.get().overview.comparison).toMatchObject({ compared: 2, recovered: 1, changed: [2] });
});

it('contains the missing quantity on the ship-by date, or on any date', async () => {
  const service = serviceOf(20, [real('2026-03-20', 40), real('2026-04-17', 90)]);
  const lines = [line('1', 50, { shipBy: '2026-04-01' }), line('2', 100), line('3', 100, { shipBy: '2026-04-01' })];
  const session = await settledSession([...lines, line('4', 40, { shipBy: '2026-04-01' })], { service });
  await session.startCheck(true);
  const short = session.lines.getEntries().map(({ derived }) => derived?.advice?.short);
  expect(short).toEqual([10_000, 10_000, 60_000, null]);
});

it('splits a late line into what ships on time and the rest, by one operation', async () => {
  const session = await settledSession([line('1', 30), line('1', 30, { shipBy: '2026-04-01' })]);
  await session.startCheck(true);
  const late = session.lines.getEntries()[1]?.derived;
  expect(late).toMatchObject({
    daysLate: 16,
    advice: { part: { quantity: 10_000, date: '2026-03-24' }, most: { quantity: 10_000, date: '2026-04-01' } },
  });
  session.splitLine(2);
  await session.startCheck(false);
  expect(session.lines.getRows().map(({ quantity }) => quantity)).toEqual([30_000, 10_000, 20_000]);
  expect(dates(session)).toEqual(['2026-03-20', '2026-03-20', '2026-04-17']);
  session.lines.undo();
  expect(session.lines.getRows().map(({ quantity }) => quantity)).toEqual([30_000, 30_000]);
});

it('orders only the part of a late line that ships on time, or accepts its ship date', async () => {
  const session = await settledSession([line('1', 30), line('1', 30, { shipBy: '2026-04-01' })]);
  await session.startCheck(true);
  session.reduceLine(2);
  expect(session.lines.getRow(2)).toMatchObject({ quantity: 10_000, quantityText: '10' });
  await session.startCheck(false);
  expect(session.lines.getEntries()[1]?.derived?.daysLate).toBeNull();
  session.lines.undo();
  session.setShipByOf(2, '2026-04-17');
  await session.startCheck(false);
  expect(session.lines.getEntries()[1]?.derived).toMatchObject({ daysLate: null, advice: { part: null } });
});

it('ships a line before those of its product above, by one operation, and checks them again', async () => {
  const session = await settledSession([line('2'), line('1', 30), line('1', 10), line('1', 35)]);
  await session.startCheck(true);
  const words = { ...wordsOn('2026-03-24'), formatFromToday: () => 'today' };
  const notes = () => session.lines.getEntries().map(({ row, derived }) => derived && lineNotes(row, derived, words));
  expect(notes()[3]?.join(' · ').replaceAll('\u00a0', ' ')).toBe(
    '75 m with lines 2 and 3 · after lines 2 and 3, alone today',
  );
  session.shipFirst(4);
  expect(session.lines.getKeys()).toEqual([1, 4, 2, 3]);
  await session.startCheck(false);
  expect(dates(session)).toEqual(['2026-03-20', '2026-03-20', '2026-04-17', '2026-04-17']);
  expect(session.lines.getEntries()[1]?.derived?.advice?.alone).toBeNull();
  session.lines.undo();
  expect(session.lines.getKeys()).toEqual([1, 2, 3, 4]);
});

it('applies the ship-by date of all lines to lines added later', async () => {
  const session = await settledSession([line('1')]);
  session.setShipBy('2026-05-01');
  const [own, none] = session.makeLines([line('2', 1, { shipBy: '2026-04-01' }), line('3')]);
  expect([session.lines.getRow(1)?.shipBy, own?.shipBy, none?.shipBy]).toEqual([
    '2026-05-01',
    '2026-04-01',
    '2026-05-01',
  ]);
});

it('forgets the ship-by date of all lines when the order is cleared', async () => {
  const session = await settledSession([line('1')]);
  session.setShipBy('2026-05-01');
  session.clear();
  expect(session.state.get()).toMatchObject({ shipBy: null, overview: { lineCount: 0 } });
  expect(session.makeLines([line('2')])[0]?.shipBy).toBeNull();
  session.lines.undo();
  expect(session.lines.getRow(1)?.shipBy).toBe('2026-05-01');
});

it('distinguishes automatically checked lines from lines left without a result', async () => {
  const session = await settledSession([line('1'), line('2')]);
  await session.startCheck(true);
  session.lines.setCells([{ key: 1, cells: { quantity: 2000 } }], label);
  await vi.waitFor(() => expect(kinds(session)).toEqual(['not-checked', 'result']));
  await vi.waitFor(() => expect(session.state.get().overview.autoChecks).toBe(true));
  await vi.waitFor(() => expect(kinds(session)).toEqual(['result', 'result']), { timeout: 5000 });
  await vi.waitFor(() => expect(session.state.get().overview).toMatchObject({ autoChecks: false, unchecked: 0 }));
});

describe('a line whose promise was closed', () => {
  const promised = { kind: 'in-stock', date: '2026-03-24', day: '2026-03-24' } as const;
  const shipped = (key: number, productId: number, quantity: number): [number, PromisedLine] => [
    key,
    { productId, promised, openQuantity: 0, closedQuantity: quantity * 1000, closedAs: 'shipped' },
  ];

  it('is no longer checked or counted, and leaves its stock to the lines below', async () => {
    const session = await settledSession([line('1', 40), line('1', 40, { shipBy: '2026-03-01' }), line('2', 60)]);
    await session.startCheck(true);
    expect(dates(session)).toEqual(['2026-03-20', '2026-04-17', '2026-04-17']);
    session.setPromised(new Map([shipped(1, 1, 40), shipped(3, 2, 60)]));
    await vi.waitFor(() => expect(dates(session)).toEqual([null, '2026-03-20', null]));
    expect(kinds(session)).toEqual(['shipped', 'result', 'shipped']);
    await vi.waitFor(() =>
      expect(session.state.get().overview.summary).toMatchObject({
        completion: { kind: 'known', withMaxLeadTime: '2026-03-20' },
        counts: { shipped: 2, 'in-stock': 1 },
      }),
    );
  });

  it('is checked again if more of it or another product is ordered, or the promise is opened', async () => {
    const session = await settledSession([line('1', 40)]);
    const closed: PromisedLines = new Map([shipped(1, 1, 40)]);
    session.setPromised(closed);
    await vi.waitFor(() => expect(kinds(session)).toEqual(['shipped']));
    await vi.waitFor(() => expect(session.state.get().overview.summary.completion.kind).toBe('empty'));
    session.lines.setCells([{ key: 1, cells: { quantity: 100_000, quantityText: '100' } }], label);
    // The other 60.
    await vi.waitFor(() => expect(dates(session)).toEqual(['2026-04-17']));
    const [entry] = session.lines.getEntries();
    expect(entry?.derived && lineNotes(entry.row, entry.derived, wordsOn('2026-03-24'))[0]).toMatch(/^40\sm shipped$/);
    session.lines.setCells([{ key: 1, cells: { quantity: 40_000, quantityText: '40' } }], label);
    await vi.waitFor(() => expect(kinds(session)).toEqual(['shipped']));
    session.replaceProduct(1, '2');
    await vi.waitFor(() => expect(dates(session)).toEqual(['2026-03-20']));
    session.replaceProduct(1, '1');
    await vi.waitFor(() => expect(kinds(session)).toEqual(['shipped']));
    session.setPromised(new Map());
    await vi.waitFor(() => expect(dates(session)).toEqual(['2026-03-20']));
  });
});

it('compares lines with what was promised instead of the previous check', async () => {
  const session = await settledSession([line('1', 60), line('2', 60), line('3', 60)]);
  await session.startCheck(true);
  await session.startCheck(true);
  expect(session.state.get().overview.comparison).toMatchObject({ compared: 3 });
  const promised = { kind: 'expected', date: '2026-04-10', day: '2026-03-20' } as const;
  const onHand = { kind: 'in-stock', date: '2026-03-01', day: '2026-03-20' } as const;
  const whole = { openQuantity: 60_000, closedQuantity: 0, closedAs: null };
  session.setPromised(
    new Map<number, PromisedLine>([
      [1, { productId: 1, promised, ...whole }],
      [3, { productId: 3, promised: onHand, ...whole }],
    ]),
  );
  await vi.waitFor(() =>
    expect(session.lines.getEntries().map(({ derived }) => derived?.change)).toEqual([
      { kind: 'moved', days: 7, from: '2026-04-10' },
      null,
      // From the day that was promised, which is past.
      { kind: 'moved', days: 28, from: '2026-03-20' },
    ]),
  );
  await vi.waitFor(() => expect(session.state.get().overview.comparison).toBeNull());
});

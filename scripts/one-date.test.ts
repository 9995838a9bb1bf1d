import * as fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';

import type { Product } from '#stock/contract/gateway-responses.ts';
import { dayByDay } from '#stock/day-by-day.oracle.ts';
import { arbitraryDay, arbitraryEntries, arbitraryQuantity, today as oracleDay } from '#stock/entries.arbitrary.ts';
import { calendarFile } from '#stock/export/calendar-file.ts';
import { tileOfDate } from '#stock/calendars/calendar-tiles.ts';
import { datedResult } from '#stock/order/line-state.ts';
import type { DatedEntry } from '#stock/stock-timeline.ts';
import { customerWords } from '#parts/export/customer-copy.tsx';
import { type CalendarDate, later, todayIn, toMilliseconds } from '#stock/calendar-date.ts';
import { formatDate } from '#stock/locale-date.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import type { OrderWords } from '#orders/order-words.ts';
import { lineColumns } from '#orders/share/exported-lines.ts';
import { colleagueCopy, customerCopy, orderEvents } from '#orders/share/order-copies.ts';
import { type RunningApp, runApp } from '#server/running-app.fixture.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import { availabilityPage, checkedOrder, productsPage, sumsOf, wordsIn } from './one-date-pages.ts';
import {
  agreesWithItself,
  holds,
  manners,
  marketToken,
  oneDateService,
  type ServedProduct,
  servedResult,
} from './one-date-service.ts';

const zones = ['America/Los_Angeles', 'Pacific/Auckland', 'Pacific/Kiritimati', 'UTC'] as const;
const products = 3;

const arbitraryProduct: fc.Arbitrary<ServedProduct> = fc.record({
  entries: arbitraryEntries,
  manner: fc.constantFrom(...manners),
  days: fc.integer({ min: 1, max: 9 }),
});

/** Stock, questions about it, the zones of warehouse and user, and the hour. */
const arbitraryCase = fc.record({
  stock: fc.array(arbitraryProduct, { minLength: products, maxLength: products }),
  lines: fc.array(
    fc.record({
      productId: fc.integer({ min: 1, max: products + 1 }),
      quantity: arbitraryQuantity,
      shipBy: fc.option(arbitraryDay),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  warehouse: fc.constantFrom(...zones),
  user: fc.constantFrom(...zones),
  hour: fc.integer({ min: -72, max: 72 }),
  split: fc.record({ minQuantity: fc.integer({ min: 1, max: 4 }), maxShipments: fc.integer({ min: 1, max: 4 }) }),
  /** Hours by which the user's clock is wrong. */
  wrong: fc.constantFrom(-24, 0, 0, 24),
});
type Case = typeof arbitraryCase extends fc.Arbitrary<infer Each> ? Each : never;

const clock = { now: toMilliseconds(oracleDay) };
const apps = new Map<string, Promise<RunningApp>>();
const service = oneDateService();

/** The server of a mode and a warehouse's time zone. */
function appOf(isExternal: boolean, zone: string): Promise<RunningApp> {
  const name = `${isExternal} ${zone}`;
  const known = apps.get(name);
  if (known !== undefined) return known;
  const start = async () => {
    const upstream = isExternal && {
      STOCK_UPSTREAM_URL: (await service).url.href,
      STOCK_UPSTREAM_TOKEN: marketToken,
      STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key',
    };
    return runApp({ STOCK_TIME_ZONE: zone, ...upstream }, { now: () => new Date(clock.now), logLevel: 'silent' });
  };
  const app = start();
  apps.set(name, app);
  return app;
}

afterAll(async () => {
  vi.unstubAllGlobals();
  for (const app of apps.values()) await (await app).close();
  await (await service).close();
});

/** Rows of the store: one for a day and kind, and one max lead time. */
function rowsOf(productId: number, entries: readonly DatedEntry[]): StockRow[] {
  const kept = entries.filter(({ stockDate, isMaxLeadTime }, index) =>
    entries
      .slice(0, index)
      .every((other) => other.isMaxLeadTime !== isMaxLeadTime || (!isMaxLeadTime && other.stockDate !== stockDate)),
  );
  return kept.map((entry) =>
    Object.assign({}, entry, {
      productId,
      stockQuantity: Math.round(entry.stockQuantity * 1000),
      lastUpdateDate: '2026-03-20' as const,
    }),
  );
}

const nameOf = (productId: number): Product => ({
  productId,
  name: `Cloth ${productId}`,
  sku: `S-${productId}`,
  unit: 'm',
});

const isStockEntry = ({ isMaxLeadTime }: { isMaxLeadTime: boolean }) => !isMaxLeadTime;

/** What every page must say of a quantity: its effective ship date; null if it has none. */
type Truth = (productId: number, quantity: Thousandths) => CalendarDate | null;

function storedTruth(rows: ReadonlyMap<number, readonly StockRow[]>, today: CalendarDate): Truth {
  return (productId, quantity) => {
    const entries = (rows.get(productId) ?? []).map((row) =>
      Object.assign({}, row, { stockQuantity: fromThousandths(row.stockQuantity) }),
    );
    const stockResult = dayByDay(entries, today).stockResult(quantity);
    return stockResult.kind === 'not-available' ? null : later(stockResult.date, today);
  };
}

function servedTruth(stock: ReadonlyMap<number, ServedProduct>, today: CalendarDate): Truth {
  return (productId, quantity) => {
    const product = stock.get(productId);
    if (product === undefined) return null;
    const { entries, manner } = product;
    const isUnusable =
      ['another quantity', 'deleted items', 'unreadable items', 'another market'].includes(manner) ||
      (manner === 'an unreadable entry' && entries.length > 0);
    const stockResult = servedResult(product, quantity, today);
    if (isUnusable || stockResult.kind === 'not-available') return null;
    const date = later(stockResult.date, today);
    return stockResult.kind === 'max-lead-time' || holds(entries, quantity, date) ? date : null;
  };
}

const notConfirmed = 'By the calendar, not confirmed';

async function expectOneDate(isExternal: boolean, { stock, lines, warehouse, user, hour, split, wrong }: Case) {
  clock.now = toMilliseconds(oracleDay) + (12 + hour) * 3_600_000;
  const at = new Date(clock.now);
  const today = todayIn(warehouse, at);
  const app = await appOf(isExternal, warehouse);
  const served = new Map(stock.map((each, index) => [index + 1, each]));
  const rows = new Map(stock.map(({ entries }, index) => [index + 1, rowsOf(index + 1, entries)]));
  Object.assign(await service, { today, products: served });
  if (!isExternal)
    await app.write({
      rows: [...rows.values()].flat(),
      products: [1, 2, 3, 4].map(nameOf),
      replaceStock: true,
    });
  const truth = isExternal ? servedTruth(served, today) : storedTruth(rows, today);
  /** The same without max lead time. */
  const stockTruth = isExternal
    ? servedTruth(
        new Map(stock.map((each, index) => [index + 1, { ...each, entries: each.entries.filter(isStockEntry) }])),
        today,
      )
    : storedTruth(new Map(Array.from(rows, ([id, each]) => [id, each.filter(isStockEntry)])), today);

  const localDay = todayIn(user, new Date(clock.now + wrong * 3_600_000));
  const words = wordsIn('en', { today, localDay, timeZone: warehouse });
  const written = lines.map(({ productId, quantity, shipBy }) => ({
    product: String(productId),
    quantity,
    shipBy: shipBy !== null && shipBy >= today ? shipBy : null,
  }));
  const session = await checkedOrder(app, written, { today, now: () => clock.now });
  const promised = expectLines(session, truth, { today, words });
  const { customer, entries } = promised;
  const said: string[] = [promised.colleague];
  const above = new Map<number, Thousandths>();
  for (const [index, { productId, quantity }] of lines.entries()) {
    const total = (above.get(productId) ?? 0) + quantity;
    above.set(productId, total);
    const expected = truth(productId, total);
    const requested = { productId, quantity: total, shipBy: written[index]?.shipBy ?? null };
    const isTold = !isExternal || agreesWithItself(served.get(productId)?.manner ?? 'as specified');
    const single = await availabilityPage(app, requested, split, words);
    if (single === null) expect(expected).toBeNull();
    else expectAvailability(single, requested, { expected, truth: isTold ? truth : null });
    const listed = (await productsPage(app, [1, 2, 3, 4], total, words)).get(productId);
    if (listed !== undefined)
      expectProduct(listed, { today, expected, stockDate: isTold ? stockTruth(productId, total) : undefined });

    // A line that shares no stock is told a customer with the same sentence on both pages.
    const { state, advice } = entries[index]?.derived ?? {};
    const part = advice?.part ?? null;
    // Of a quantity that isn't available, only the calendar says which part is.
    if (part !== null && (state?.kind === 'result' || !isExternal))
      expect(truth(productId, total - quantity + part.quantity)).toBe(part.date);
    if (total === quantity && single?.inParts != null && part !== null) {
      const sentence = single.inParts.split('\n')[3] ?? '';
      expect(customer.replaceAll('\u00a0', ' ')).toContain(sentence.replaceAll('\u00a0', ' '));
    }
    expect(single?.customer ?? '').not.toMatch(/today|tomorrow/i);
    if (single?.colleague != null) said.push(single.colleague);
  }
  expect(customer).not.toMatch(/today|tomorrow/i);
  if (localDay !== today) expect(said.join('\n')).not.toMatch(/today|tomorrow/i);

  // The parts of a split line use up what they ship: the rest ships when the whole line would.
  const toSplit = entries.find(({ derived }) => derived?.advice?.part != null);
  if (toSplit !== undefined) {
    session.splitLine(toSplit.row.key);
    await session.settled();
    await session.startCheck(true);
    const { total } = expectLines(session, truth, { today, words });
    expect(total).toBe(promised.total);
  }
  session.close();
}

/** Every line of an order has the date of its quantity and those above it: on screen, in its files and texts. */
function expectLines(
  session: OrderSession,
  truth: Truth,
  { today, words }: { today: CalendarDate; words: OrderWords },
) {
  const entries = session.lines.getEntries();
  const copied = { id: 'order', name: '', entries, summary: session.state.get().overview.summary, words };
  const customer = customerCopy(copied, null, customerWords(words.i18n, 'en')).text;
  const file = calendarFile(orderEvents(copied), '2026-03-24T00:00:00Z');
  const column = lineColumns(words).find(({ header }) => header === 'Ship date');
  const above = new Map<string, Thousandths>();
  for (const [index, entry] of entries.entries()) {
    const { product, quantity } = entry.row;
    const total = (above.get(product) ?? 0) + (quantity ?? 0);
    above.set(product, total);
    const expected = truth(Number(product), total);
    const stockResult = entry.derived && datedResult(entry.derived.state);
    expect(stockResult && later(stockResult.date, today)).toBe(expected);
    expect(column?.cell({ ...entry, number: index + 1, timeline: null })).toBe(expected);
    const stamp = file.split('BEGIN:VEVENT').find((event) => event.includes(`UID:order-${entry.row.key}@`));
    expect(stamp === undefined ? null : /DTSTART;VALUE=DATE:(\d+)/.exec(stamp)?.[1]).toBe(
      expected === null ? null : expected.replaceAll('-', ''),
    );
    if (expected !== null) expect(customer).toContain(formatDate(expected, 'en', 'long'));
  }
  const total = entries.reduce((sum, { row }) => sum + (row.quantity ?? 0), 0);
  return { entries, total, customer, colleague: colleagueCopy(copied).text };
}

type Single = NonNullable<Awaited<ReturnType<typeof availabilityPage>>>;

/** `truth` is null if the service's results for other quantities differ from its calendar. */
function expectAvailability(
  { date, customer, exported, event, split, isUnconfirmed }: Single,
  { productId, quantity }: { productId: number; quantity: Thousandths },
  { expected, truth }: { expected: CalendarDate | null; truth: Truth | null },
) {
  expect([date, exported.needed?.['Ship date'], event]).toEqual([expected, expected, expected]);
  if (expected !== null) expect(customer).toContain(formatDate(expected, 'en', 'weekday'));
  if (truth === null) {
    // What the calendar says of other quantities is marked wherever the service is known to differ.
    const notes = isUnconfirmed ? exported.breaks.map(({ Note }) => Note) : [];
    expect(new Set(notes).size).toBeLessThanOrEqual(1);
    if (isUnconfirmed && split !== null) expect([split.isUnconfirmed, notes[0]]).toEqual([true, notConfirmed]);
    return;
  }
  expect(isUnconfirmed).toBe(false);
  for (const { Line, Quantity, 'Ship date': shipDate } of exported.breaks)
    expect([Quantity, truth(productId, Number(Quantity) + (Line === 'Above' ? 1 : 0))]).toEqual([Quantity, shipDate]);
  if (split === null) return;
  const { shipments, undeliverable } = split;
  const sums = sumsOf(shipments);
  expect(undeliverable > 0).toBe(expected === null);
  expect((sums.at(-1)?.sum ?? 0) + undeliverable).toBe(quantity);
  for (const { sum, date: shipped } of sums) {
    const possible = truth(productId, sum);
    expect(possible !== null && possible <= shipped).toBe(true);
  }
  if (expected !== null) expect(sums.at(-1)?.date).toBe(expected);
}

type Listed = NonNullable<ReturnType<Awaited<ReturnType<typeof productsPage>>['get']>>;

/** `stockDate` is the ship date from stock alone; undefined if the service's results differ from its calendar. */
function expectProduct(
  { row, date, exported, atRisk, heatmap }: Listed,
  {
    today,
    expected,
    stockDate,
  }: { today: CalendarDate; expected: CalendarDate | null; stockDate?: CalendarDate | null | undefined },
) {
  const { result } = row;
  expect([date, exported['Ship date']]).toEqual([expected, expected]);
  const stockResult = result?.kind === 'reliable' ? result.stockResult : null;
  const isStock = stockResult?.kind === 'in-stock' || stockResult?.kind === 'expected';
  // The status never promises what the date doesn't.
  if (isStock) expect(exported['Status']).toBe(tileOfDate(stockResult.date, today));
  if (isStock) expect(exported['Status'] === 'now').toBe(expected === today);
  if (stockResult === null) expect(exported['Status']).toBe('no-result');
  if (stockResult?.kind === 'not-available') expect(exported['Status']).toBe('nothing');
  if (row.summary === null) {
    expect(expected).toBeNull();
    return;
  }
  expect(atRisk?.['Ship date']).toBe(expected);
  for (const { size, periods } of heatmap) {
    expect(periods.map(({ isWrittenCovered }) => isWrittenCovered)).toEqual(periods.map(({ isEnough }) => isEnough));
    if (stockDate === undefined) continue;
    const first = periods.find(({ isCovered, isMaxLeadTime }) => isCovered || isMaxLeadTime);
    const isBeyond = expected !== null && expected > (periods.at(-1)?.end ?? '');
    if (size === 'day') expect(first?.start ?? null).toBe(isBeyond ? null : expected);
    else if (first?.isCovered === true) expect(expected !== null && expected <= first.start).toBe(true);
  }
}

it.each([
  ['this server’s own stock', false],
  ['an external service', true],
] as const)(
  'has one date and one quantity for a question on all pages, in all texts and files: %s',
  async (_, isExternal) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, (each) => expectOneDate(isExternal, each)),
      { numRuns: 40 },
    );
  },
  240_000,
);

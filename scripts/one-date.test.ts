import * as fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';

import { streamOrderCheck } from '#data/order-check-stream.ts';
import { RequestQueue, wait } from '#data/request-queue.ts';
import { CalendarsPage } from '#stock/contract/calendars.ts';
import { Availability, type Product } from '#stock/contract/gateway-answers.ts';
import { dayByDay } from '#stock/day-by-day.oracle.ts';
import { arbitraryDay, arbitraryEntries, arbitraryQuantity, today as oracleDay } from '#stock/entries.arbitrary.ts';
import { calendarFile } from '#stock/export/calendar-file.ts';
import { datedResult } from '#stock/order/line-state.ts';
import { stockOf } from '#stock/order/order-results.ts';
import { type DatedEntry, readTimeline } from '#stock/stock-timeline.ts';
import type { Wording } from '#parts/result/wording.ts';
import { customerWords } from '#parts/export/customer-copy.tsx';
import { type CalendarDate, later, todayIn, toMilliseconds } from '#stock/calendar-date.ts';
import { formatDate } from '#stock/locale-date.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import { colleagueText, customerText } from '#availability/copied-answer.ts';
import { answerOf, calendarRow } from '#products/calendar-row.ts';
import { productColumns } from '#products/exported-columns.ts';
import { settledSession } from '#orders/lines/order-session.sample.ts';
import type { OrderWords } from '#orders/order-words.ts';
import { wordsOn } from '#orders/order-words.sample.ts';
import { lineColumns } from '#orders/share/exported-lines.ts';
import { colleagueCopy, customerCopy, orderEvents } from '#orders/share/order-copies.ts';
import { type RunningApp, runApp } from '#server/running-app.fixture.ts';
import type { StockRow } from '#server/store/stock-store.ts';
import { localeOf } from '#ui/locale.tsx';

import { holds, manners, marketToken, oneDateService, type ServedProduct, servedAnswer } from './one-date-service.ts';

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

/** What every page must say of a quantity: its effective ship date; null if it has none. */
type Truth = (productId: number, quantity: Thousandths) => CalendarDate | null;

function storedTruth(rows: ReadonlyMap<number, readonly StockRow[]>, today: CalendarDate): Truth {
  return (productId, quantity) => {
    const entries = (rows.get(productId) ?? []).map((row) =>
      Object.assign({}, row, { stockQuantity: fromThousandths(row.stockQuantity) }),
    );
    const answer = dayByDay(entries, today).answer(quantity);
    return answer.kind === 'not-available' ? null : later(answer.date, today);
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
    const answer = servedAnswer(product, quantity, today);
    if (isUnusable || answer.kind === 'not-available') return null;
    const date = later(answer.date, today);
    return answer.kind === 'max-lead-time' || holds(entries, quantity, date) ? date : null;
  };
}

/** Looks one quantity up as Availability does, and returns its ship date and texts. */
async function availabilityOf(
  app: RunningApp,
  { productId, quantity }: { productId: number; quantity: Thousandths },
  shipBy: CalendarDate | null,
  words: OrderWords,
) {
  const response = await app.ask(`/gateway/availability?productId=${productId}&quantity=${fromThousandths(quantity)}`, {
    headers: { 'Cache-Control': 'no-cache' },
  });
  if (response.status !== 200) return { date: null, customer: null, colleague: null };
  const { today, product, calendar, result, receivedAt } = Availability.parse(JSON.parse(response.text));
  if (result?.kind !== 'reliable') return { date: null, customer: null, colleague: null };
  const { answer } = result;
  const wording: Wording = { ...words, unit: 'm', formatQuantity: (each) => words.formatQuantity(each, 'm') };
  const timeline = calendar?.unreadable === 0 ? readTimeline(calendar.entries, today) : null;
  const shown = { product, wording, timeline, receivedAt, outdatedDay: null };
  const needed = { quantity, neededBy: shipBy };
  return {
    date: answer.kind === 'not-available' ? null : later(answer.date, today),
    customer: customerText(shown, needed, answer, null, customerWords(words.i18n, 'en')).text,
    colleague: colleagueText(shown, needed, answer).text,
  };
}

/** Looks one quantity of all products up as Products does, and returns the ship dates on screen and in files. */
async function productsOf(app: RunningApp, quantity: Thousandths, words: OrderWords) {
  const ids = Array.from({ length: products + 1 }, (_, index) => index + 1).join();
  const response = await app.ask(`/gateway/calendars?productIds=${ids}&quantity=${fromThousandths(quantity)}`, {
    headers: { 'Cache-Control': 'no-cache' },
  });
  const page = CalendarsPage.parse(JSON.parse(response.text));
  const [column] = productColumns([{ id: 'wanted', name: '' }], {} as never, page.today, quantity, words.i18n);
  return new Map(
    page.rows.map((received) => {
      const row = calendarRow(received, page.today, quantity);
      const answer = answerOf(row);
      const date = answer === null || answer.kind === 'not-available' ? null : later(answer.date, page.today);
      return [row.productId, { date, exported: column?.cell(row) ?? null }] as const;
    }),
  );
}

const queue = new RequestQueue({ now: Date.now, wait });

async function expectOneDate(isExternal: boolean, { stock, lines, warehouse, user, hour, wrong }: Case) {
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

  const localDay = todayIn(user, new Date(clock.now + wrong * 3_600_000));
  const chosen = { language: 'en', format: 'en', ownUnit: 'm', today, timeZone: warehouse } as const;
  const locale = localeOf({ ...chosen, setLanguage: () => undefined }, localDay);
  const words: OrderWords = { ...locale, i18n: wordsOn(today).i18n };
  const origin = `http://127.0.0.1:${app.port}`;
  vi.stubGlobal('fetch', fetchOf(origin));

  const written = lines.map(({ productId, quantity, shipBy }) => ({
    product: String(productId),
    quantity,
    neededBy: shipBy !== null && shipBy >= today ? shipBy : null,
  }));
  const present = { day: today, stock: stockOf('me', 'any') };
  const session = await settledSession(written, {
    present,
    source: { stream: streamOrderCheck, queue, now: () => clock.now },
    onCheck: (info) => session.setPresent({ day: info.today, stock: stockOf('me', info.dataVersion) }),
  });
  await session.startCheck(true);
  const entries = session.lines.getEntries();
  const { verdict: summary } = session.overview.get();
  const copied = { name: '', entries, summary, words };
  const customer = customerCopy(copied, null, customerWords(words.i18n, 'en')).text;
  const file = calendarFile(orderEvents({ id: 'order', ...copied }), '2026-03-24T00:00:00Z');
  const column = lineColumns(words).find(({ header }) => header === 'Ship date');
  const above = new Map<number, Thousandths>();
  const said: string[] = [colleagueCopy(copied).text];
  for (const [index, { productId, quantity }] of lines.entries()) {
    const total = (above.get(productId) ?? 0) + quantity;
    above.set(productId, total);
    const expected = truth(productId, total);
    const entry = entries[index];
    const state = entry?.derived?.state;
    if (!entry || !state) throw new Error('Every line has a state');
    const answer = datedResult(state);
    expect(answer && later(answer.date, today)).toBe(expected);
    expect(column?.cell({ ...entry, number: index + 1, timeline: null })).toBe(expected);
    const stamp = file.split('BEGIN:VEVENT').find((event) => event.includes(`UID:order-${entry.row.key}@`));
    expect(stamp === undefined ? null : /DTSTART;VALUE=DATE:(\d+)/.exec(stamp)?.[1]).toBe(
      expected === null ? null : expected.replaceAll('-', ''),
    );

    const shipBy = written[index]?.neededBy ?? null;
    const asked = { productId, quantity: total };
    const single = await availabilityOf(app, asked, shipBy, words);
    expect(single.date).toBe(expected);
    const listed = await productsOf(app, total, words);
    expect(listed.get(productId)).toEqual({ date: expected, exported: expected });
    if (expected !== null) {
      const day = formatDate(expected, 'en', 'weekday');
      expect(single.customer).toContain(day);
      expect(customer).toContain(formatDate(expected, 'en', 'long'));
    }
    // A line that shares no stock is told a customer with the same sentence on both pages.
    const part = entry.derived?.advice?.part ?? null;
    // Of a quantity that isn't available, only the calendar says which part is.
    if (part !== null && (answer !== null || !isExternal))
      expect(truth(productId, total - quantity + part.quantity)).toBe(part.date);
    if (total === quantity && single.customer !== null && part !== null) {
      const sentence = single.customer.split('\n')[3] ?? '';
      expect(customer.replaceAll('\u00a0', ' ')).toContain(sentence.replaceAll('\u00a0', ' '));
    }
    expect(single.customer ?? '').not.toMatch(/today|tomorrow/i);
    if (single.colleague !== null) said.push(single.colleague);
  }
  expect(customer).not.toMatch(/today|tomorrow/i);
  if (localDay !== today) expect(said.join('\n')).not.toMatch(/today|tomorrow/i);
  session.close();
}

const { fetch: send } = globalThis;

/** Sends requests as the dashboard's page does. */
function fetchOf(origin: string): typeof send {
  return (path, { headers, ...request } = {}) =>
    send(new URL(path as string, origin), {
      ...request,
      headers: { ...(headers as Record<string, string>), Origin: origin },
    });
}

/** More cases: `ONE_DATE_RUNS=2000 npx vitest run --project service scripts/one-date`. */
it.each([
  ['this server’s own stock', false],
  ['an external service', true],
] as const)(
  'has one date and one quantity for a question on all pages, in all texts and files: %s',
  async (_, isExternal) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, (each) => expectOneDate(isExternal, each)),
      { numRuns: Number(process.env['ONE_DATE_RUNS'] ?? 40) },
    );
  },
  240_000,
);

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type CalendarDate, todayIn } from '#stock/calendar-date.ts';
import { maxLeadTime, real } from '#stock/entries.arbitrary.ts';
import { statusOf } from '#stock/order/line-state.ts';
import { quantityBreaks } from '#stock/quantity-breaks.ts';
import type { DatedEntry } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { customerWords } from '#parts/export/customer-copy.tsx';
import { colleagueCopy, customerCopy } from '#orders/share/order-copies.ts';
import { type RunningApp, runApp } from '#server/running-app.fixture.ts';

import { availabilityPage, checkedOrder, productsPage, sumsOf, wordsIn } from './one-date-pages.ts';
import { marketToken, type OneDateService, oneDateService, type ServedProduct } from './one-date-service.ts';

const day: CalendarDate = '2026-11-25';
const noon = '2026-11-25T12:00:00Z';

let clock = Date.parse(noon);
let embedded: RunningApp;
let external: RunningApp;
let service: OneDateService;
beforeAll(async () => {
  const options = { now: () => new Date(clock), logLevel: 'silent' as const };
  service = await oneDateService();
  embedded = await runApp({}, options);
  const connected = { STOCK_UPSTREAM_URL: service.url.href, STOCK_UPSTREAM_TOKEN: marketToken };
  external = await runApp({ ...connected, STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key' }, options);
  await external.write({ rows: [], products: [{ productId: 7, name: 'Poplin', sku: null, unit: 'm' }] });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await embedded.close();
  await external.close();
  await service.close();
});

interface Setting {
  /** The product's stock in the store, or as an external service tells it. */
  stock: readonly DatedEntry[] | ServedProduct;
  /** In units, 1 by default. */
  quantity?: number;
  shipBy?: CalendarDate | null;
  at?: string;
  /** Time zone of the user. */
  zone?: string;
  language?: 'en' | 'de';
}

const productId = 7;

/** Without non-breaking spaces. */
const plain = (text: string | undefined | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? '';

/** What all pages show and write of one product and quantity, by one server. */
async function allPages({ stock, quantity = 1, shipBy = null, at = noon, zone = 'UTC', language = 'en' }: Setting) {
  clock = Date.parse(at);
  const today = todayIn('UTC', new Date(clock));
  const isExternal = 'manner' in stock;
  if (isExternal) Object.assign(service, { today, products: new Map([[productId, stock]]) });
  else
    await embedded.write({
      contents: 'real',
      replaceStock: true,
      rows: stock.map((entry) =>
        Object.assign({}, entry, {
          productId,
          stockQuantity: Math.round(entry.stockQuantity * 1000),
          lastUpdateDate: '2026-11-20' as const,
        }),
      ),
      products: [{ productId, name: 'Poplin', sku: null, unit: 'm' }],
    });
  const app = isExternal ? external : embedded;
  const needed: Thousandths = Math.round(quantity * 1000);
  const words = wordsIn(language, { today, localDay: todayIn(zone, new Date(clock)), timeZone: 'UTC' });
  const english = wordsIn('en', { today, localDay: todayIn(zone, new Date(clock)), timeZone: 'UTC' });
  const question = { productId, quantity: needed, shipBy };
  const split = { minQuantity: 1000, maxShipments: 3 };
  const availability = await availabilityPage(app, question, split, english);
  const texts = language === 'en' ? availability : await availabilityPage(app, question, split, words);
  const product = (await productsPage(app, [productId], needed, english)).get(productId);
  const session = await checkedOrder(app, [{ product: String(productId), quantity: needed, shipBy }], {
    today,
    now: () => clock,
  });
  const entries = session.lines.getEntries();
  const copied = { id: 'order', name: '', entries, summary: session.state.get().overview.summary, words };
  const state = entries[0]?.derived?.state;
  session.close();
  return {
    availability,
    product,
    /** Ship date on Availability, in its file, on Products, in its file and in its report, and in an order. */
    dates: [
      availability?.date ?? null,
      availability?.exported.needed?.['Ship date'] ?? null,
      product?.date ?? null,
      product?.exported['Ship date'] ?? null,
      state?.kind === 'result' ? (state.stockResult.date < today ? today : state.stockResult.date) : null,
    ],
    /** Status of the product in files, and of the order's line. */
    statuses: [product?.exported['Status'], state && statusOf(state)],
    customer: plain(texts?.customer),
    colleague: plain(texts?.colleague),
    order: plain(customerCopy(copied, null, customerWords(words.i18n, language)).text),
    orderForColleague: plain(colleagueCopy(copied).text),
  };
}

const everywhere = (date: CalendarDate | null) => [date, date, date, date, date];

const told = (entries: readonly DatedEntry[], manner: ServedProduct['manner'] = 'as specified', days = 4) => ({
  entries,
  manner,
  days,
});

/** Settings of a product of this server's own store, and of one that an external service tells as specified. */
const ofBoth = <Row extends object>(rows: readonly (readonly [string, DatedEntry[], Row])[]) =>
  rows.flatMap(([name, stock, row]) => [
    [`${name}, in the store`, stock as Setting['stock'], row] as const,
    [`${name}, of a service`, told(stock), row] as const,
  ]);

describe('which day it is', () => {
  const sold = [real('2026-11-24', 10), real(day, 2), real('2026-11-26', 0), real('2026-11-27', 5)];
  const [west, east] = [
    { zone: 'America/Los_Angeles', at: '2026-11-25T00:30:00Z' },
    { zone: 'Pacific/Kiritimati', at: '2026-11-25T11:00:00Z' },
  ];

  it.each(
    ofBoth<Omit<Setting, 'stock'> & { date: CalendarDate | null }>([
      ['more than ever, west', sold, { quantity: 10, ...west, date: null }],
      ['more than ever, east', sold, { quantity: 10, ...east, date: null }],
      ['what is there, west', sold, { quantity: 2, ...west, date: day }],
      ['what is there, east', sold, { quantity: 2, ...east, date: day }],
      ['what comes later, west', sold, { quantity: 5, ...west, date: '2026-11-27' }],
      ['what comes later, east', sold, { quantity: 5, ...east, date: '2026-11-27' }],
    ]),
  )('is that of the service: %s', async (_name, stock, { date, ...setting }) => {
    for (const language of ['en', 'de'] as const) {
      const pages = await allPages({ stock, ...setting, language });
      expect(pages.dates).toEqual(everywhere(date));
      const texts = [pages.customer, pages.colleague, pages.order, pages.orderForColleague].join('\n');
      expect(texts).not.toMatch(/today|tomorrow|heute|morgen|not reliable|nicht verlässlich/i);
    }
  });

  it('has one maximum where a quantity is never available', async () => {
    const { availability, customer, order, statuses } = await allPages({ stock: sold, quantity: 10, ...west });
    expect(statuses).toEqual(['nothing', 'not-available']);
    expect(availability?.timeline && quantityBreaks(availability.timeline).breaks.at(-1)).toEqual({
      date: '2026-11-27',
      upTo: 5000,
    });
    const offer = "We can ship 5 m on Friday, November 27, 2026. We can't ship the remaining 5 m at present.";
    expect(customer).toContain(offer);
    expect(order).toContain(offer);
  });

  const never = { date: null, statuses: ['nothing', 'not-available'] };
  it.each(
    ofBoth<{ date: CalendarDate | null; statuses: string[] }>([
      ['a max lead time date on 9999-12-31', [maxLeadTime('9999-12-31')], never],
      ['a max lead time date on 4712-12-31', [maxLeadTime('4712-12-31')], never],
      ['a max lead time date on 1753-01-01', [maxLeadTime('1753-01-01')], never],
      ['stock on 9999-12-31', [real('9999-12-31', 10)], never],
      ['stock on 2099-12-31', [real('2099-12-31', 10)], never],
      ['stock since 1900-01-01', [real('1900-01-01', 10)], { date: day, statuses: ['now', 'in-stock'] }],
      [
        'stock in December and on 9999-12-31',
        [real('2026-12-10', 3), real('9999-12-31', 10)],
        { date: '2026-12-10', statuses: ['within-30', 'expected'] },
      ],
    ]),
  )('is no day if it is a placeholder: %s', async (_name, stock, { date, statuses }) => {
    const pages = await allPages({ stock, quantity: 2 });
    expect(pages.dates).toEqual(everywhere(date));
    expect(pages.statuses).toEqual(statuses);
    const { heatmap } = pages.product ?? {};
    expect(heatmap?.every(({ periods }) => periods.every(({ end }) => end < '2030-01-01'))).toBe(true);
    expect([pages.customer, pages.colleague, pages.order].join('\n')).not.toMatch(/9999|4712|2099|1900|1753/);
  });
});

describe('what is no fact', () => {
  it.each([
    [5, 'the readable entry has less'],
    [100, 'the readable entry has it'],
  ])('%d of half a calendar is promised nowhere: %s', async (quantity) => {
    const stock = told([real('2026-11-24', 5), real('2026-11-20', 100)], 'an unreadable entry');
    const { dates, statuses, availability, product, customer, order } = await allPages({ stock, quantity });
    expect([dates, statuses]).toEqual([everywhere(null), ['no-result', 'not-trusted']]);
    expect(availability?.unreliable).toEqual({ kind: 'incomplete-calendar', unreadable: 1 });
    expect(availability?.exported).toMatchObject({ needed: { Note: 'The stock calendar is incomplete.' }, breaks: [] });
    expect(product?.row.listed).toEqual({ kind: 'no-result', productId, why: 'incomplete' });
    expect(product?.heatmap[0]?.periods).toEqual([]);
    expect([availability?.split, availability?.event, customer]).toEqual([null, null, '']);
    expect(order).not.toContain('Poplin');
  });

  const rising = [real('2026-11-20', 0), real('2026-12-10', 90)];
  it('is a date of the calendar that the service confirms only for a later day', async () => {
    const stock = told(rising, 'later than its calendar');
    const { dates, statuses, availability, product, customer, order } = await allPages({ stock, quantity: 50 });
    expect([dates, statuses]).toEqual([everywhere('2026-12-14'), ['within-30', 'expected']]);
    const earlier = { kind: 'expected', date: '2026-12-10' };
    expect([availability?.earlier, availability?.isUnconfirmed]).toEqual([earlier, true]);
    expect(product?.row.result).toMatchObject({ earlier });
    expect(product?.atRisk?.['Ship date']).toBe('2026-12-14');
    expect(availability?.exported).toMatchObject({
      needed: { Note: 'The stock calendar shows 50\u00a0m from Dec 10, 2026; the service confirms Dec 14, 2026.' },
      breaks: [{ Note: 'By the calendar, not confirmed' }, { Note: 'By the calendar, not confirmed' }],
    });
    for (const text of [customer, order]) expect(text).toMatch(/^(?!.*December 10).*December 14, 2026/s);
  });

  it.each([
    ['has less on the day of the result', told([...rising, real('2026-12-12', 20)], 'later than its calendar')],
    ['has it only after the day of the result', told(rising, 'earlier than its calendar')],
  ])('is a result of which the calendar %s', async (_name, stock) => {
    const { dates, statuses, customer, order } = await allPages({ stock, quantity: 50 });
    expect([dates, statuses, customer]).toEqual([everywhere(null), ['no-result', 'not-trusted'], '']);
    expect(order).not.toContain('Poplin');
  });

  it.each([
    ['en', 'We can ship 120 m on Tuesday, January 5, 2027.'],
    ['de', 'Wir können 120 m am Dienstag, 5. Januar 2027 versenden.'],
  ] as const)('is a 404 without a reason, which the calendar settles, in %s', async (language, offer) => {
    const stock = told([real('2027-01-05', 120)], 'names nothing');
    const { dates, statuses, customer, order } = await allPages({ stock, quantity: 500, language });
    expect([dates, statuses]).toEqual([everywhere(null), ['nothing', 'not-available']]);
    expect(customer).toContain(offer);
    expect(order).toContain(offer);
  });

  it.each<[string, Setting['stock']]>([
    ['a product of the catalog without rows', []],
    ['a service that names nothing and has no entries', told([], 'names nothing')],
  ])('is the absence of stock data: %s', async (_name, stock) => {
    const { availability, product, statuses, dates } = await allPages({ stock });
    expect(dates).toEqual(everywhere(null));
    expect(availability?.hasNoStockData).toBe(true);
    expect(product?.row.listed).toMatchObject({ kind: 'no-result', why: 'no-stock-data' });
    expect(statuses).toEqual(['no-result', 'no-stock-data']);
  });
});

describe('one figure for one question', () => {
  const stock = [
    real('2026-11-20', 148.5),
    real('2026-11-28', 131),
    real('2026-12-11', 406.5),
    real('2026-12-20', 335),
    real('2027-01-08', 500),
    real('2027-02-08', 520),
  ];

  it.each(ofBoth([['300 m', stock, {}]]))('is that of breaks, split and result: %s', async (_name, of) => {
    const { availability, dates } = await allPages({ stock: of, quantity: 300 });
    expect(dates).toEqual(everywhere('2026-12-11'));
    const { exported, split } = availability ?? {};
    expect(exported?.breaks.map(({ Quantity, 'Ship date': date }) => [Quantity, date])).toEqual([
      [148_500, day],
      [406_500, '2026-12-11'],
      [500_000, '2027-01-08'],
      [520_000, '2027-02-08'],
      [520_000, null],
    ]);
    expect(sumsOf(split?.shipments ?? [])).toEqual([
      { sum: 148_500, date: day },
      { sum: 300_000, date: '2026-12-11' },
    ]);
  });

  it('ends a split on the day of the whole', async () => {
    const { availability, dates } = await allPages({ stock, quantity: 500 });
    expect(dates).toEqual(everywhere('2027-01-08'));
    expect(availability?.split?.shipments.at(-1)?.date).toBe('2027-01-08');
  });

  it.each([
    ['en', 'We can ship 406.5 m on Friday, December 11, 2026 and the remaining 93.5 m on Friday, January 8, 2027.'],
    ['de', 'Wir können 406,5 m am Freitag, 11. Dezember 2026 und die restlichen 93,5 m am Freitag, 8. Januar 2027'],
  ] as const)('is the part by the ship-by date, in %s', async (language, offer) => {
    const { customer, order } = await allPages({ stock, quantity: 500, shipBy: '2026-12-12', language });
    expect(order).toContain(offer);
    for (const text of [customer, order]) expect(text).not.toMatch(/short|drops|fehlen|sinkt|131|335/);
  });

  it.each([
    ['en', "We can ship 240 m on Wednesday, November 25, 2026. We can't ship the remaining 10 m at present."],
    ['de', 'Wir können 240 m am Mittwoch, 25. November 2026 versenden.'],
  ] as const)('is the part of what is not available, in %s', async (language, offer) => {
    const part = [real('2026-11-20', 240), real('2026-12-01', 100)];
    const { customer, order } = await allPages({ stock: part, quantity: 250, language });
    for (const text of [customer, order]) {
      expect(text).toContain(offer);
      expect(text).not.toMatch(/not available|nicht verfügbar|short|drops|sinkt|100/);
    }
  });
});

it('reads zones, milliseconds, nulls and blanks of an external service alike on every page', async () => {
  const stock = told(
    [real('2026-11-20', 2), real('2026-12-10', 8), real('2026-12-11', 9)],
    'nulls, blanks and other zones',
  );
  for (const [quantity, date] of [
    [2, day],
    [8, '2026-12-10'],
    [9, '2026-12-11'],
  ] as const) {
    const { dates, availability, product } = await allPages({ stock, quantity });
    expect(dates).toEqual(everywhere(date));
    expect([availability?.lastUpdateDate, product?.row.lastUpdateDate]).toEqual([null, null]);
    expect([product?.row.summary?.territories, product?.exported['Territory']]).toEqual([['BRU_GLO'], 'BRU_GLO']);
  }
});

it('takes any quantity above 0 if none is given', async () => {
  await allPages({ stock: [real('2026-11-20', 0.3)] });
  const { text } = await embedded.ask(`/gateway/calendars?productIds=${productId}`);
  expect(JSON.parse(text)).toMatchObject({
    rows: [{ result: { kind: 'reliable', stockResult: { kind: 'in-stock' } } }],
    counts: { tiles: { now: 1, nothing: 0 } },
  });
});

it('is a quantity of one unit: products of another have no date, status or count', async () => {
  const units = ['m', 'm', 'kg', 'pcs'];
  const ids = units.map((_, index) => index + 1);
  clock = Date.parse(noon);
  await embedded.write({
    contents: 'real',
    replaceStock: true,
    rows: ids.map((id) => ({
      productId: id,
      stockDate: '2026-11-20',
      stockQuantity: 500_000,
      isMaxLeadTime: false,
      isDeleted: false,
      lastUpdateDate: '2026-11-20',
    })),
    products: ids.map((id, index) => ({ productId: id, name: `Cloth ${id}`, sku: null, unit: units[index] ?? null })),
  });
  const words = wordsIn('en', { today: day, localDay: day, timeZone: 'UTC' });
  const pages = await productsPage(embedded, ids, 300_000, words);
  const seen = ids.map((id) => pages.get(id)).map((page) => [page?.date, page?.exported['Status']]);
  const [meters, other] = [
    [day, 'now'],
    [null, 'other-unit'],
  ];
  expect(seen).toEqual([meters, meters, other, other]);
  const { text } = await embedded.ask(`/gateway/calendars?productIds=${ids.join()}&quantity=300`);
  expect(JSON.parse(text)).toMatchObject({ unit: 'm', counts: { tiles: { now: 2, 'no-result': 0 }, otherUnit: 2 } });
});

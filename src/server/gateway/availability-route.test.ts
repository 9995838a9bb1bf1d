import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Availability } from '#stock/contract/gateway-responses.ts';
import { Problem } from '#stock/contract/problem.ts';
import { addDays, type CalendarDate, toUnixSeconds } from '#stock/calendar-date.ts';
import { type AppResponse, runApp, type RunningApp } from '#server/running-app.fixture.ts';
import type { ProductStock, StockCalendar, StockLookup } from '#server/lookup/stock-lookup.ts';
import { handleError, printProblem, ServiceProblem } from '#server/service/service-problem.ts';
import { requireSignIn, type SignIn } from '#server/sign-in/sign-in.ts';
import { quickLimits } from '#server/upstream/upstream-setup.fixture.ts';
import { type FakeUpstream, fakeUpstream, type Handler, json, refusal } from '#server/upstream/upstream.fake.ts';

import { availabilityRoute } from './availability-route.ts';
import type { BackendResponse } from './stock-backend.ts';

const now = () => new Date('2026-11-25T12:00:00Z');
const today = '2026-11-25';

const read = ({ status, text }: AppResponse) => {
  expect(status).toBe(200);
  return Availability.parse(JSON.parse(text));
};
const problemIn = ({ text }: AppResponse) => Problem.parse(JSON.parse(text));

describe('with the embedded service', () => {
  let app: RunningApp;
  const ask = (query: string) => app.ask(`/gateway/availability?${query}`);
  beforeAll(async () => {
    app = await runApp({}, { now });
    const row = { isMaxLeadTime: false, isDeleted: false, lastUpdateDate: '2026-11-24' } as const;
    await app.write({
      contents: 'real',
      rows: [
        { ...row, productId: 2024, stockDate: '2026-11-24', stockQuantity: 10_000 },
        { ...row, productId: 2024, stockDate: '2026-11-25', stockQuantity: 2000 },
        { ...row, productId: 2024, stockDate: '2026-11-27', stockQuantity: 5000 },
        { ...row, productId: 2025, stockDate: '2026-12-01', stockQuantity: 0, isMaxLeadTime: true },
        { ...row, productId: 2026, stockDate: '2026-12-01', stockQuantity: 1000, isDeleted: true },
      ],
      products: [
        { productId: 2024, name: 'Poplin', sku: 'P-1', unit: 'm' },
        { productId: 2030, name: 'Without stock', sku: null, unit: 'm' },
      ],
    });
  });
  afterAll(() => app.close());

  const noAnswer = { earlier: null, lastUpdateDate: null };
  const given = { kind: 'reliable', earlier: null, lastUpdateDate: '2026-11-24' };
  it.each([
    [2024, 2, { ...given, stockResult: { kind: 'in-stock', date: '2026-11-25' } }],
    [2024, 2.001, { ...given, stockResult: { kind: 'expected', date: '2026-11-27' } }],
    [2024, 10, { kind: 'reliable', stockResult: { kind: 'not-available' }, ...noAnswer }],
    [2025, 10, { ...given, stockResult: { kind: 'max-lead-time', date: '2026-12-01' } }],
    [2026, 1, { kind: 'reliable', stockResult: { kind: 'not-available' }, ...noAnswer }],
    [2030, 1, { kind: 'no-stock-data' }],
  ])('returns the result of product %i, quantity %d', async (productId, quantity, result) => {
    expect(read(await ask(`productId=${productId}&quantity=${quantity}`)).result).toEqual(result);
  });

  it('returns the product, the whole calendar, the day and the data version', async () => {
    expect(read(await ask('productId=2024&quantity=5'))).toMatchObject({
      today,
      receivedAt: now().getTime(),
      isStale: false,
      dataVersion: '2',
      product: { productId: 2024, name: 'Poplin', sku: 'P-1', unit: 'm' },
      calendar: {
        entries: [
          { stockDate: '2026-11-24', stockQuantity: 10, isMaxLeadTime: false, isDeleted: false },
          { stockDate: '2026-11-25', stockQuantity: 2, isMaxLeadTime: false, isDeleted: false },
          { stockDate: '2026-11-27', stockQuantity: 5, isMaxLeadTime: false, isDeleted: false },
        ],
        unreadable: 0,
      },
      problems: {},
    });
  });

  it('returns the calendar alone without a quantity', async () => {
    const response = read(await ask('productId=2025'));
    expect(response.result).toBeNull();
    expect(response.calendar?.entries).toHaveLength(1);
    expect(read(await ask('productId=2030')).result).toEqual({ kind: 'no-stock-data' });
  });

  it.each([
    ['productId=7&quantity=1', 404, 'unknown-product'],
    ['productId=7', 404, 'unknown-product'],
    ['quantity=1', 400, 'bad-request'],
    ['productId=0&quantity=1', 400, 'bad-request'],
    ['productId=2024&quantity=0', 400, 'bad-request'],
    ['productId=2024&quantity=1e3', 400, 'bad-request'],
    ['productId=2024&other=1', 400, 'bad-request'],
  ])('refuses %s', async (query, status, code) => {
    const response = await ask(query);
    expect([response.status, problemIn(response).type]).toEqual([status, `urn:stock-horizon:problem:${code}`]);
  });
});

type Entry = [date: CalendarDate, quantity: number, isMaxLeadTime?: boolean];
const codes = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const stockOf = ([stockDate, stockQuantity, isMaxLeadTime = false]: Entry) => ({
  ...codes,
  productId: 50,
  stockDate,
  stockDateUnix: toUnixSeconds(stockDate),
  stockQuantity,
  isMaxLeadTime,
});
const envelope = (...items: object[]) => ({
  parameters: null,
  results: items.map((item) => ({ item })),
  facets: [],
  filters: [],
  filter: '',
  page: 1,
  pageSize: 1,
  totalPageCount: 1,
  totalItemCount: 1,
});
const itemOf = (entry: Entry, more: object = {}) =>
  json(envelope({ itemId: '50', id: '50', localized: [], lastUpdateDate: '2026-11-24', ...stockOf(entry), ...more }));
const calendarOf = (...entries: Entry[]) =>
  json(envelope(...entries.map((entry) => Object.assign(stockOf(entry), { isDeleted: false }))));
const bare404 = json({ statusCode: 404, message: 'Resource not found' }, 404);

const confirmed = (kind: string, date: CalendarDate, earlier: object | null = null) => ({
  kind: 'reliable',
  stockResult: { kind, date },
  earlier,
  lastUpdateDate: '2026-11-24',
});

describe('with an external service', () => {
  let upstream: FakeUpstream;
  let app: RunningApp;
  let handlers: { item: Handler; calendar: Handler };
  beforeAll(async () => {
    upstream = await fakeUpstream((call, response) =>
      (call.url.includes('/calendar') ? handlers.calendar : handlers.item)(call, response),
    );
    app = await runApp(
      {
        STOCK_UPSTREAM_URL: upstream.url.href,
        STOCK_UPSTREAM_TOKEN: 'token',
        STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key',
      },
      { now, upstreamLimits: quickLimits },
    );
  });
  afterAll(async () => {
    await app.close();
    await upstream.close();
  });

  const ask = (item: Handler, calendar: Handler, query = 'productId=50&quantity=50') => {
    handlers = { item, calendar };
    return app.ask(`/gateway/availability?${query}`, { headers: { 'Cache-Control': 'no-cache' } });
  };
  const holds: Entry[] = [
    ['2026-11-20', 0],
    ['2026-12-10', 90],
    ['2026-12-12', 20],
  ];
  const unavailable = { kind: 'reliable', stockResult: { kind: 'not-available' }, earlier: null, lastUpdateDate: null };

  it.each<[string, Handler, Handler, object]>([
    ['agree', itemOf(['2026-12-10', 50]), calendarOf(...holds), confirmed('expected', '2026-12-10')],
    [
      'differ: the calendar holds it earlier',
      itemOf(['2026-12-14', 50]),
      calendarOf(['2026-11-20', 0], ['2026-12-10', 90]),
      confirmed('expected', '2026-12-14', { kind: 'expected', date: '2026-12-10' }),
    ],
    [
      'differ: the calendar does not hold it',
      itemOf(['2026-12-14', 50]),
      calendarOf(...holds),
      { kind: 'not-reliable', reason: { kind: 'not-enough', date: '2026-12-14', level: 20_000 } },
    ],
    ['are a bare 404 and too little', bare404, calendarOf(['2027-01-05', 40]), unavailable],
    ['are a bare 404 and nothing', bare404, calendarOf(), { kind: 'no-stock-data' }],
    [
      'are a bare 404 and enough',
      bare404,
      calendarOf(...holds),
      {
        kind: 'not-reliable',
        reason: { kind: 'refused-though-available', calendar: { kind: 'expected', date: '2026-12-10' } },
      },
    ],
  ])('compares result and calendar: they %s', async (_what, item, calendar, result) => {
    const response = read(await ask(item, calendar));
    expect(response).toMatchObject({ today, isStale: false, problems: {}, product: { productId: 50, name: null } });
    expect(response.result).toEqual(result);
  });

  it.each([
    ['is unreadable', { stockQuantity: '5' }],
    ['is of another product', { productId: 51 }],
    ['contradicts its own date', { stockDateUnix: 0 }],
  ])('promises nothing if an entry of the calendar %s', async (_what, more) => {
    const entries = holds.map((entry, index) =>
      Object.assign(stockOf(entry), { isDeleted: false }, index === 1 && more),
    );
    const response = read(
      await ask(
        itemOf(['2026-12-12', 20], { stockQuantity: 20 }),
        json(envelope(...entries)),
        'productId=50&quantity=20',
      ),
    );
    expect(response.result).toEqual({ kind: 'not-reliable', reason: { kind: 'incomplete-calendar', unreadable: 1 } });
    expect([response.calendar?.entries.length, response.calendar?.unreadable]).toEqual([2, 1]);
  });

  it.each([
    ['another product', { productId: 51 }, 'results[0].item.productId'],
    ['another quantity', { stockQuantity: 1 }, 'results[0].item.stockQuantity'],
    ['what is deleted', { isDeleted: true }, 'results[0].item.isDeleted'],
  ])('shows no result for %s', async (_what, more, path) => {
    const response = read(await ask(itemOf(['2026-12-10', 50], more), calendarOf(...holds)));
    expect(response.result).toBeNull();
    expect(response.calendar?.entries).toHaveLength(3);
    expect(response.problems.result).toMatchObject({ status: 502, errors: [{ path }] });
  });

  it.each([
    ['midnight in Brussels', -3600, 1],
    ['midnight in Kiritimati', -14 * 3600, 1],
    ['milliseconds', 0, 1000],
  ])('takes the day of stockDate where its Unix time is %s', async (_what, offset, factor) => {
    const shifted = (entry: Entry) => ({
      ...stockOf(entry),
      stockDateUnix: (toUnixSeconds(entry[0]) + offset) * factor,
      isDeleted: false,
    });
    const [zero, enough] = [shifted(['2026-11-20', 0]), shifted(['2026-12-10', 50])];
    const item = itemOf(['2026-12-10', 50], { stockDateUnix: enough.stockDateUnix });
    const response = read(await ask(item, json(envelope(zero, enough))));
    expect([response.result, response.calendar?.unreadable]).toEqual([confirmed('expected', '2026-12-10'), 0]);
  });

  const entriesWith = (more: object) =>
    json(envelope(...holds.map((entry) => Object.assign(stockOf(entry), { isDeleted: false }, more))));

  it.each([
    ['company', 'LIL'],
    ['salesOrganization', '31'],
    ['territoryId', 'FR_NO'],
  ])('shows nothing of a market whose %s is not that of the token', async (name, code) => {
    const claims = Buffer.from(JSON.stringify(codes)).toString('base64url');
    const other = await runApp(
      {
        STOCK_UPSTREAM_URL: upstream.url.href,
        STOCK_UPSTREAM_TOKEN: `e30.${claims}.sign`,
        STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key',
      },
      { now, upstreamLimits: quickLimits },
    );
    const askOther = () =>
      other.ask('/gateway/availability?productId=50&quantity=50', { headers: { 'Cache-Control': 'no-cache' } });
    handlers = { item: itemOf(['2026-12-10', 50]), calendar: entriesWith({}) };
    expect(read(await askOther()).result).toEqual(confirmed('expected', '2026-12-10'));
    handlers = { item: itemOf(['2026-12-10', 50], { [name]: code }), calendar: entriesWith({ [name]: code }) };
    const response = await askOther();
    expect([response.status, problemIn(response)]).toMatchObject([
      502,
      { type: 'urn:stock-horizon:problem:other-market', detail: expect.stringContaining('company BRU') as string },
    ]);
    await other.close();
  });

  it('shows a result without a last update and codes, which change no date', async () => {
    const bare = { company: null, territoryId: null, lastUpdateDate: null };
    const entries = holds.map((entry) => Object.assign(stockOf(entry), { isDeleted: false, ...bare }));
    const response = read(await ask(itemOf(['2026-12-10', 50], bare), json(envelope(...entries))));
    expect(response.result).toEqual({ ...confirmed('expected', '2026-12-10'), lastUpdateDate: null });
    expect(response.calendar?.unreadable).toBe(0);
  });

  it('returns what could be loaded, and the problem of the rest', async () => {
    const withoutCalendar = read(await ask(itemOf(['2026-12-10', 50]), refusal(500)));
    expect(withoutCalendar.result).toEqual(confirmed('expected', '2026-12-10'));
    expect(withoutCalendar.calendar).toBeNull();
    expect(withoutCalendar.problems).toMatchObject({ calendar: { status: 500 } });
    const withoutResult = read(await ask(refusal(500), calendarOf(...holds)));
    expect([withoutResult.result, withoutResult.calendar?.entries.length]).toEqual([null, 3]);
    expect(withoutResult.problems).toMatchObject({ result: { status: 500 } });
  });

  it.each<[string, Handler, number]>([
    ['fails', refusal(500), 500],
    ['finds nothing', bare404, 404],
    ['rejects the credentials', refusal(401), 401],
    ['is busy', json({ message: 'Slow down' }, 429, { 'Retry-After': '600' }), 429],
  ])('responds with the problem if the service %s', async (_what, handler, status) => {
    const response = await ask(handler, handler);
    expect([response.status, problemIn(response).status]).toEqual([status, status]);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });
});

it('is of the day in the time zone of the service', async () => {
  const app = await runApp({ STOCK_TIME_ZONE: 'Pacific/Kiritimati' }, { now });
  const response = read(await app.ask('/gateway/availability?productId=12345&quantity=1'));
  expect(response.today).toBe(addDays(today, 1));
  await app.close();
});

describe('of what was looked up', () => {
  const at = now().getTime();
  const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
  const signIn = { required: async () => ({ credentials: {}, identity: { expiresAt: null, market }, personId: 'p' }) };
  const calendar = (ago: number, isStale = false): StockCalendar => ({
    kind: 'calendar',
    entries: [{ stockDate: '2026-11-20', stockQuantity: 90, isMaxLeadTime: false, isDeleted: false }],
    territories: [],
    unreadable: 0,
    receivedAt: at - ago,
    isStale,
  });
  const result = (ago: number, isStale = false) =>
    ({
      kind: 'result',
      stockResult: { kind: 'in-stock', date: '2026-11-20' },
      item: { ...stockOf(['2026-11-20', 50]), productId: 50, lastUpdateDate: '2026-11-24' },
      checkedAt: at - ago,
      isStale,
    }) as unknown as ProductStock['result'];
  const problem = new ServiceProblem('upstream-timeout', 'The service did not respond in time.');
  const failed = (status: number, headers: Record<string, string> = {}) => ({
    response: {
      status,
      headers: { 'content-type': 'application/problem+json', 'x-inner': 'kept', ...headers },
      body: Buffer.from(printProblem(problem, '/inside', 'r').text),
    } as BackendResponse,
  });

  async function respond(
    found: Omit<ProductStock, 'today' | 'dataVersion'>,
    query = '&quantity=50',
    sku: string | null = null,
  ) {
    const lookup = { product: async () => ({ today, dataVersion: '3', ...found }) } as unknown as StockLookup;
    const named = { productId: 50, name: null, sku, unit: null };
    const server = fastify();
    server.setErrorHandler(handleError);
    requireSignIn(server, signIn as unknown as SignIn);
    await server.register(availabilityRoute(lookup, () => ({ resolveProducts: async () => [named] }) as never, now));
    const response = await server.inject(`/availability?productId=50${query}`);
    await server.close();
    return { ...response, status: response.statusCode, text: response.body } as unknown as AppResponse;
  }

  it.each([
    ['of the service just now', calendar(0), result(0), undefined, 'direct', 0],
    ['of which a part is', calendar(0), result(4000), '4', 'direct', 4],
    ['of a clock ahead', calendar(-9000), result(-100), undefined, 'direct', 0],
    ['of the cache', calendar(7900), result(4000), '7', undefined, 7],
    ['older, since the service failed', calendar(60_000, true), result(0), '60', 'stale', 60],
    ['older in its result', calendar(0), result(60_000, true), '60', 'stale', 60],
  ] as const)('says the age of a response %s', async (_what, of, given, age, stale, seconds) => {
    const response = await respond({ calendar: of, result: given });
    expect([response.headers['age'], response.headers['stock-response']]).toEqual([age, stale]);
    expect(read(response)).toMatchObject({ receivedAt: at - seconds * 1000, isStale: stale === 'stale' });
  });

  it('is the part that is there if the other fails', async () => {
    const failure = { kind: 'failed', ...failed(504) } as const;
    const lacking = read(await respond({ calendar: failure, result: { kind: 'not-available' } }));
    expect(lacking).toMatchObject({ calendar: null, problems: { calendar: { status: 504 } } });
    expect(lacking.result).toEqual({
      kind: 'reliable',
      stockResult: { kind: 'not-available' },
      earlier: null,
      lastUpdateDate: null,
    });
    const unknown = read(await respond({ calendar: failure, result: { kind: 'unknown-product' } }));
    expect(unknown.result).toBeNull();
    const missing = read(await respond({ calendar: { kind: 'unknown-product' }, result: failure }));
    expect(missing).toMatchObject({
      result: null,
      calendar: { entries: [], unreadable: 0 },
      problems: { result: { status: 504 } },
    });
    const only = read(await respond({ calendar: { kind: 'unknown-product' }, result: result(0) }));
    expect(only.calendar).toEqual({ entries: [], unreadable: 0 });
  });

  it.each([
    ['the calendar, without a quantity', null, ''],
    ['both', { kind: 'failed', ...failed(503) }, '&quantity=50'],
    ['the calendar, of a 404 without a reason', { kind: 'refused', ...failed(503) }, '&quantity=50'],
  ] as const)('is the failure of %s', async (_what, given, query) => {
    const calendarFailure = { kind: 'failed', ...failed(503, { 'retry-after': '9' }) } as const;
    const response = await respond({ calendar: calendarFailure, result: given }, query);
    expect([response.status, problemIn(response).detail]).toEqual([503, problem.message]);
    expect(response.headers['x-inner']).toBeUndefined();
    expect(response.headers['retry-after']).toBe(given === null ? '9' : undefined);
  });

  it('knows a product of the catalog by its SKU alone', async () => {
    const nothing = { calendar: { kind: 'unknown-product' }, result: { kind: 'unknown-product' } } as const;
    expect(read(await respond(nothing, '&quantity=50', 'P-1'))).toMatchObject({ result: { kind: 'no-stock-data' } });
    const unknown = await respond(nothing);
    expect([unknown.status, problemIn(unknown)]).toMatchObject([
      404,
      { detail: 'Product 50 is unknown in this market. Check productId.', unknownProductIds: [50] },
    ]);
  });
});

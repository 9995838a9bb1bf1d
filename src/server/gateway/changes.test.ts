import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ChangesPage } from '#stock/contract/changes.ts';
import { HistorySize } from '#stock/contract/history.ts';
import { runApp, type RunningApp } from '#server/running-app.fixture.ts';
import { fakeUpstream, refusal } from '#server/upstream/upstream.fake.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

const now = new Date('2026-11-25T10:00:00Z');
const at = (text: string) => Date.parse(text);
const stock = (productId: number, stockDate: `${number}-${number}-${number}`, quantity: number) =>
  stockRow({ productId, stockDate, stockQuantity: quantity * 1000 });

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ STOCK_TIME_ZONE: 'America/Los_Angeles' }, { now: () => now });
  const rows = [
    stock(1, '2026-11-01', 5),
    stock(1, '2026-12-11', 80),
    stock(2, '2026-12-20', 50),
    stock(3, '2026-11-01', 7),
    stock(4, '2026-11-01', 9),
    stock(5, '2026-11-01', 3),
    stock(6, '2026-06-01', 4),
    stock(6, '2026-11-01', 5),
  ];
  const products = [1, 2, 3, 4].map((productId) => ({
    productId,
    name: `Linen ${productId}`,
    sku: null,
    unit: productId === 4 ? 'kg' : 'm',
  }));
  await app.write({ contents: 'real', rows, products, committedAt: at('2026-11-20T06:00:00Z') });
  // Product 3 has less for a day, which is changed back.
  await app.write({ rows: [stock(3, '2026-11-01', 6)], committedAt: at('2026-11-23T06:00:00Z') });
  await app.write({
    replaceStock: true,
    rows: [
      // 80 m move by ten days.
      stock(1, '2026-11-01', 5),
      stock(1, '2026-12-21', 80),
      // Earlier by a week.
      stock(2, '2026-12-13', 50),
      stock(3, '2026-11-01', 7),
      // 9 kg are no longer available.
      stock(4, '2026-11-01', 8),
      // Product 5 is gone, what product 6 had in summer isn't of interest, and 7 is new.
      stock(6, '2026-11-01', 5),
      stock(7, '2026-11-01', 1),
    ],
    committedAt: at('2026-11-24T18:00:00Z'),
  });
});
afterAll(() => app.close());

async function pageOf(query: string, body?: object): Promise<ChangesPage> {
  const response = await app.ask(`/gateway/changes?${query}`, body && { method: 'POST', body });
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, '']);
  return ChangesPage.parse(JSON.parse(response.text));
}
const idsOf = ({ rows }: ChangesPage) => rows.map(({ product }) => product.productId);

it('tells administrators how much the earlier calendars take up', async () => {
  const { status, text } = await app.ask('/gateway/history/size');
  const { bytes, ...size } = HistorySize.parse(JSON.parse(text));
  expect([status, size]).toEqual([
    200,
    { calendars: 8, from: at('2026-11-20T06:00:00Z'), limit: { days: 400, calendars: 2_000_000 } },
  ]);
  expect(bytes).toBeGreaterThan(0);
  expect((await app.ask('/gateway/history/size?of=1')).status).toBe(400);
});

describe('GET /gateway/changes', () => {
  it('returns both calendars of each product that differs, worst first', async () => {
    const page = await pageOf('since=2026-11-24');
    expect(page).toMatchObject({
      today: '2026-11-25',
      receivedAt: now.getTime(),
      dataVersion: String((await app.store.state()).generation),
      since: at('2026-11-24T08:00:00Z'),
      historyFrom: at('2026-11-20T06:00:00Z'),
      isStale: false,
      counts: { gone: 2, later: 1, earlier: 3, same: 0 },
      unit: null,
    });
    expect(idsOf(page)).toEqual([5, 4, 1, 2, 3, 7]);
    const entry = { isMaxLeadTime: false };
    expect(page.rows[2]).toEqual({
      product: { productId: 1, name: 'Linen 1', sku: null, unit: 'm' },
      before: [
        { ...entry, stockDate: '2026-11-01', stockQuantity: 5 },
        { ...entry, stockDate: '2026-12-11', stockQuantity: 80 },
      ],
      now: [
        { ...entry, stockDate: '2026-11-01', stockQuantity: 5 },
        { ...entry, stockDate: '2026-12-21', stockQuantity: 80 },
      ],
    });
    expect(page.rows[0]).toMatchObject({ product: { productId: 5, name: null }, now: null });
    expect(page.rows[5]).toMatchObject({ product: { productId: 7 }, before: null });
  });

  it('compares with the calendars at a time, whatever happened in between', async () => {
    expect(idsOf(await pageOf('since=2026-11-22'))).toEqual([5, 4, 1, 2, 7]);
    expect(idsOf(await pageOf(`since=${at('2026-11-24T18:00:00Z')}`))).toEqual([]);
    expect(idsOf(await pageOf(`since=${at('2026-11-24T18:00:00Z') - 1}`))).toContain(1);
  });

  it('goes back to the first stock data at most', async () => {
    const page = await pageOf('since=2026-01-01');
    expect(page.since).toBe(page.historyFrom);
    expect(idsOf(page)).toEqual([5, 4, 1, 2, 7]);
  });

  it('sorts by the ship date of a quantity, of whose unit all products are', async () => {
    const page = await pageOf('since=2026-11-24&quantity=50');
    expect(page.unit).toBe('m');
    // Products 3, 5 and 7 never have 50.
    expect(idsOf(page)).toEqual([1, 5, 3, 7, 2]);
    expect(idsOf(await pageOf('since=2026-11-24&quantity=5&unit=kg'))).toEqual([5, 4, 7]);
  });

  it('returns some products, and pages', async () => {
    expect(idsOf(await pageOf('since=2026-11-24&productIds=2,3'))).toEqual([2, 3]);
    expect(idsOf(await pageOf('since=2026-11-24', { productIds: [2, 4] }))).toEqual([4, 2]);
    const found = await pageOf('since=2026-11-24&find=LIN%203');
    expect([idsOf(found), found.counts]).toEqual([[3], { gone: 0, later: 0, earlier: 1, same: 0 }]);
    const page = await pageOf('since=2026-11-24&page=2&pageSize=4');
    expect(idsOf(page)).toEqual([3, 7]);
    expect(page.counts).toEqual({ gone: 2, later: 1, earlier: 3, same: 0 });
  });

  it.each([
    ['gone', [5, 4]],
    ['later', [1]],
    ['same', []],
    ['earlier', [2, 3, 7]],
    ['moved', [5, 4, 1, 2, 3, 7]],
  ])('returns those that are %s, in the same order, and counts all', async (direction, ids) => {
    const page = await pageOf(`since=2026-11-24&direction=${direction}`);
    expect([idsOf(page), page.counts]).toEqual([ids, { gone: 2, later: 1, earlier: 3, same: 0 }]);
  });

  it('pages those of a direction', async () => {
    expect(idsOf(await pageOf('since=2026-11-24&direction=earlier&page=2&pageSize=1'))).toEqual([3]);
    expect(idsOf(await pageOf('since=2026-11-24&direction=later&page=2&pageSize=1'))).toEqual([]);
  });

  it('names the directions there are', async () => {
    const { status, text } = await app.ask('/gateway/changes?since=2026-11-24&direction=sideways');
    expect([status, JSON.parse(text).detail]).toEqual([400, 'direction must be moved, gone, later, same or earlier.']);
  });

  it('counts all products as they were on that day', async () => {
    const counts = async (query: string) => (await pageOf(`${query}&counted=true`)).countsThen;
    const none = { now: 0, 'within-7': 0, 'within-30': 0, later: 0, 'max-lead-time': 0, nothing: 0, 'no-result': 0 };
    // On Nov 21: product 2 in 29 days, all others at once.
    expect(await counts('since=2026-11-21')).toEqual({ tiles: { ...none, now: 5, 'within-30': 1 }, shortNow: 1 });
    const of50 = { tiles: { ...none, 'within-30': 2, nothing: 3 }, shortNow: 5 };
    expect(await counts('since=2026-11-21&quantity=50&unit=m')).toEqual(of50);
    // On Nov 25: 5 is gone, and 7 is new.
    expect(await counts('since=2026-11-25')).toEqual({ tiles: { ...none, now: 5, 'within-30': 1 }, shortNow: 1 });
    // The history doesn't reach back.
    expect(await counts('since=2026-11-19')).toBeNull();
    expect((await pageOf('since=2026-11-21')).countsThen).toBeNull();
    // Only a day is counted, not a time.
    expect(await counts(`since=${at('2026-11-21T08:00:00Z')}`)).toBeNull();
  });

  it('shows changes of an import that follows', async () => {
    await app.write({ rows: [stock(2, '2026-12-13', 45)], committedAt: at('2026-11-25T09:00:00Z') });
    expect(idsOf(await pageOf('since=2026-11-25'))).toEqual([2]);
  });

  it.each(['', 'since=', 'since=yesterday', 'since=2026-02-30', 'since=2026-11-24&pageSize=251', 'since=-1'])(
    'rejects %j',
    async (query) => {
      expect((await app.ask(`/gateway/changes?${query}`)).status).toBe(400);
    },
  );

  it('takes the IDs of products once', async () => {
    const response = await app.ask('/gateway/changes?since=2026-11-24&productIds=2', {
      method: 'POST',
      body: { productIds: [2] },
    });
    expect([response.status, JSON.parse(response.text).detail]).toEqual([400, 'productIds must be given once.']);
  });
});

it('returns no changes while an external service rejects the credentials', async () => {
  const upstream = await fakeUpstream(refusal(401));
  const own = await runApp({
    STOCK_UPSTREAM_URL: upstream.url.href,
    STOCK_UPSTREAM_TOKEN: 'token',
    STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key',
  });
  const since = at('2026-11-24T08:00:00Z');
  const changes = async () => ChangesPage.parse(JSON.parse((await own.ask(`/gateway/changes?since=${since}`)).text));
  await expect.poll(async () => (await changes()).dataVersion, { timeout: 20_000 }).toBe('0');
  expect(await changes()).toMatchObject({
    since,
    historyFrom: null,
    rows: [],
    counts: { gone: 0, later: 0, earlier: 0, same: 0 },
    countsThen: null,
    unit: null,
  });
  await own.close();
  await upstream.close();
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CalendarsPage } from '#stock/contract/calendars.ts';
import { runApp, type RunningApp } from '#server/running-app.fixture.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

const now = new Date('2026-11-25T10:00:00Z');
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({}, { now: () => now });
  await app.write({
    contents: 'real',
    rows: [
      stockRow({ productId: 1, stockDate: '2026-11-01', stockQuantity: 300, lastUpdateDate: '2026-11-20' }),
      stockRow({ productId: 1, stockDate: '2026-12-01', stockQuantity: 80_000, lastUpdateDate: '2026-11-21' }),
      stockRow({ productId: 2, stockDate: '2026-11-01', stockQuantity: 90_000, lastUpdateDate: '2026-11-19' }),
      stockRow({ productId: 2, stockDate: '2026-12-02', stockQuantity: 10_000 }),
      stockRow({ productId: 3, stockDate: '2026-11-01', stockQuantity: 5000 }),
      stockRow({ productId: 3, stockDate: '2027-02-01', isMaxLeadTime: true }),
      stockRow({ productId: 4, stockDate: '2026-11-01', stockQuantity: 70_000, isDeleted: true }),
    ],
    products: [
      { productId: 1, name: 'Zephyr', sku: 'Z-1', unit: 'm' },
      { productId: 2, name: 'Crêpe', sku: 'C-2', unit: 'm' },
      { productId: 3, name: 'Wool', sku: 'W-3', unit: 'kg' },
      { productId: 5, name: 'No rows', sku: 'N-5', unit: 'm' },
    ],
  });
});
afterAll(() => app.close());

async function pageOf(query: string, body?: object): Promise<CalendarsPage> {
  const response = await app.ask(`/gateway/calendars${query}`, body && { method: 'POST', body });
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, '']);
  return CalendarsPage.parse(JSON.parse(response.text));
}
const idsOf = ({ rows }: CalendarsPage) => rows.map(({ product }) => product.productId);

describe('GET /gateway/calendars', () => {
  it('returns all products with calendar, result, update and counts, on one day and data version', async () => {
    const page = await pageOf('?quantity=40');
    expect(page).toMatchObject({
      today: '2026-11-25',
      receivedAt: now.getTime(),
      isStale: false,
      dataVersion: String((await app.store.state()).generation),
      found: 4,
      total: 4,
      isSortedAndFiltered: true,
      unit: 'm',
      units: [
        { unit: 'm', count: 3 },
        { unit: 'kg', count: 1 },
      ],
    });
    expect(page.counts).toEqual({
      tiles: { now: 1, 'within-7': 1, 'within-30': 0, later: 0, 'max-lead-time': 0, nothing: 1, 'no-result': 0 },
      otherUnit: 1,
      shortNow: 2,
      shortWithin: { 2: 1, 4: 1, 8: 1 },
      oldestUpdate: { date: '2026-11-19', product: expect.objectContaining({ productId: 2 }) as object, others: 0 },
    });
    expect(page.rows[0]).toEqual({
      product: { productId: 1, name: 'Zephyr', sku: 'Z-1', unit: 'm' },
      entries: [
        { stockDate: '2026-11-01', stockQuantity: 0.3, isMaxLeadTime: false, isDeleted: false },
        { stockDate: '2026-12-01', stockQuantity: 80, isMaxLeadTime: false, isDeleted: false },
      ],
      territories: ['BRU_GLO'],
      problem: null,
      result: { kind: 'reliable', stockResult: { kind: 'expected', date: '2026-12-01' }, earlier: null },
      lastUpdateDate: '2026-11-21',
    });
    expect(page.rows.map(({ result }) => result?.kind)).toEqual(['reliable', 'reliable', 'other-unit', 'reliable']);
  });

  it('counts any quantity above 0, of every unit, if none is given', async () => {
    const page = await pageOf('');
    expect(page.counts?.tiles).toMatchObject({ now: 3, nothing: 1 });
    expect(page.counts?.otherUnit).toBe(0);
    expect(page.rows[0]?.result).toMatchObject({ stockResult: { kind: 'in-stock' } });
  });

  it.each([
    ['?sort=name', [2, 3, 1, 4]],
    ['?sort=name&desc=true', [1, 3, 2, 4]],
    ['?sort=available&desc=true', [2, 3, 1, 4]],
    ['?quantity=40&sort=wanted', [2, 1, 3, 4]],
    ['?quantity=40&sort=fallsShort', [2, 1, 4, 3]],
    ['?quantity=40&tile=short-now', [1, 4]],
    ['?tile=available-30', [1, 2, 3]],
    ['?quantity=40&tile=short-soon', [2]],
    ['?quantity=4&unit=kg&tile=now', [3]],
    ['?tile=nothing', [4]],
    ['?find=CREPE', [2]],
    ['?find=z-', [1]],
    ['?find=nothing%20like%20this', []],
    ['?page=2&pageSize=3', [4]],
    ['?page=9', []],
    ['?productIds=3,5,1,77', [3, 5, 1, 77]],
    ['?productIds=3,5,1,77&sort=available', [1, 3, 5, 77]],
  ])('%s', async (query, ids) => {
    expect(idsOf(await pageOf(query))).toEqual(ids);
  });

  it('tells products without stock data from unknown ones', async () => {
    const { rows, counts, total } = await pageOf('?productIds=1,5,77,4');
    expect(rows.map(({ problem }) => problem)).toEqual([null, 'no-stock-data', 'unknown-product', null]);
    expect([counts?.tiles['no-result'], total]).toEqual([2, 4]);
    // The earlier name of the tile, which a tab opened before may send.
    for (const tile of ['no-result', 'no-answer'])
      expect(idsOf(await pageOf(`?productIds=1,5,77,4&tile=${tile}`))).toEqual([5, 77]);
  });

  it('leaves out the max lead time on request', async () => {
    const { rows, counts } = await pageOf('?productIds=3&quantity=40&includeMaxLeadTime=false');
    expect(rows[0]?.entries?.length).toBe(1);
    expect(rows[0]?.result).toMatchObject({ stockResult: { kind: 'not-available' } });
    expect(counts?.tiles).toMatchObject({ 'max-lead-time': 0, nothing: 1 });
  });

  it.each([
    '?page=0',
    '?pageSize=251',
    '?tile=all',
    '?sort=stock',
    '?quantity=0',
    '?productIds=1,',
    '?shortWeeks=3',
    '?x=1',
  ])('rejects %s', async (query) => {
    expect((await app.ask(`/gateway/calendars${query}`)).status).toBe(400);
  });
});

describe('POST /gateway/calendars', () => {
  it('takes more IDs than fit in a URL, each once', async () => {
    const productIds = [...Array.from({ length: 5000 }, (_, index) => 5000 - index), 3];
    const page = await pageOf('?sort=available&pageSize=4', { productIds });
    expect(idsOf(page)).toEqual([4, 1, 3, 2]);
    expect(page.total).toBe(5000);
  });

  it('takes the IDs of products once', async () => {
    const body = { productIds: [1] };
    const response = await app.ask('/gateway/calendars?productIds=1', { method: 'POST', body });
    expect([response.status, JSON.parse(response.text).detail]).toEqual([400, 'productIds must be given once.']);
  });

  it.each([{ productIds: [0] }, { productIds: '1' }, {}])('rejects %j', async (body) => {
    expect((await app.ask('/gateway/calendars', { method: 'POST', body })).status).toBe(400);
  });
});

it('reads everything from one import', async () => {
  let isFirst = true;
  const own = await runApp(
    {},
    {
      now: () => now,
      wrapStore: (store) => ({
        ...store,
        sortedPage: async (...args) => {
          const page = await store.sortedPage(...args);
          // An import between the order and the rows.
          if (isFirst) {
            isFirst = false;
            await own.write({ rows: [stockRow({ productId: 12_345, stockDate: '2026-11-25', stockQuantity: 7000 })] });
          }
          return page;
        },
      }),
    },
  );
  const response = await own.ask('/gateway/calendars?quantity=50');
  const page = CalendarsPage.parse(JSON.parse(response.text));
  expect(page.counts?.tiles).toMatchObject({ now: 0, nothing: 1 });
  expect(page.rows[0]?.result).toMatchObject({ stockResult: { kind: 'not-available' } });
  expect(page.dataVersion).toBe(String((await own.store.state()).generation));
  await own.close();
});

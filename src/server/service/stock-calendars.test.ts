import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { RunningService } from './running-service.fixture.ts';
import { codes, entry, filterOf, oneProduct, runSampleService } from './stock.sample.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runSampleService();
});
afterAll(() => service.close());

const get = async (path: string) => {
  const response = await service.ask(path);
  return { status: response.status, body: (await response.json()) as unknown };
};

describe('§4.1 calendar of one product', () => {
  test('contains past entries and no deleted ones, in the complete envelope', async () => {
    const { value: _absent, ...filter } = filterOf(12345);
    expect(await get('/stock/12345/calendar?includeMaxLeadTime=true')).toEqual({
      status: 200,
      body: {
        parameters: null,
        results: [
          { item: entry(12345, '2026-10-01', 1_790_812_800, 900) },
          { item: entry(12345, '2026-11-01', 1_793_491_200, 40.5) },
          { item: entry(12345, '2027-03-17', 1_805_241_600, 250.125) },
          { item: entry(12345, '2027-06-12', 1_812_758_400, 99_999, true) },
        ],
        facets: [],
        filters: [filter],
        filter: 'productId.eq.12345',
        ...oneProduct,
      },
    });
  });

  test.each([
    ['without the max lead time by default', '', ['2026-10-01', '2026-11-01', '2027-03-17']],
    ['without it on request', '?includeMaxLeadTime=false', ['2026-10-01', '2026-11-01', '2027-03-17']],
    ['with only the dates that cover a quantity', '?quantity=250', ['2026-10-01', '2027-03-17']],
    ['with the max lead time on request', '?quantity=901&includeMaxLeadTime=true', ['2027-06-12']],
  ])('is returned %s', async (_case, query, dates) => {
    const { body } = await get(`/stock/12345/calendar${query}`);
    const { results } = body as { results: { item: { stockDate: string } }[] };
    expect(results.map((result) => result.item.stockDate)).toEqual(dates);
  });

  test('is empty for a known product without entries', async () => {
    expect(await get('/stock/888/calendar')).toMatchObject({ status: 200, body: { results: [], ...oneProduct } });
  });

  test('rejects an unknown product', async () => {
    expect(await get('/stock/4711/calendar')).toMatchObject({
      status: 404,
      body: { type: 'urn:stock-horizon:problem:unknown-product' },
    });
  });
});

describe.each(['GET', 'POST'])('§4.4 calendars of several products by %s', (method) => {
  const search = async (query: string) => {
    const response = await service.ask(`/stock/calendar${query}`, { method });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  test('returns the matching products, each once, by ascending ID', async () => {
    expect(await search('?filter=PRODUCTID.eq.any(888,777,888,4711)&includeMaxLeadTime=true')).toEqual({
      status: 200,
      body: {
        parameters: null,
        results: [
          {
            item: {
              itemId: '777',
              id: '777',
              localized: [],
              productId: 777,
              ...codes,
              stock: [entry(777, '2026-12-01', 1_796_083_200, 10)],
            },
          },
          { item: { itemId: '888', id: '888', localized: [], productId: 888, ...codes, stock: [] } },
        ],
        facets: [],
        filters: [filterOf(777), filterOf(888)],
        filter: 'productId.eq.any(777,888)',
        page: 1,
        pageSize: 20,
        totalPageCount: 1,
        totalItemCount: 2,
      },
    });
  });

  test.each([
    ['every product without a filter', '', [777, 888, 999, 12345], '', 0, [1, 20, 1, 4]],
    ['a page of them', '?page=2&pageSize=3', [12345], '', 0, [2, 3, 2, 4]],
    ['nothing past the last page', '?page=9&pageSize=3', [], '', 0, [9, 3, 2, 4]],
    ['one', '?filter=productid.eq.999', [999], 'productId.eq.999', 1, [1, 20, 1, 1]],
    [
      'a page of a filter, with all matches in the filter',
      '?filter=productid.eq.any(999,777)&pageSize=1',
      [777],
      'productId.eq.any(777,999)',
      2,
      [1, 1, 2, 2],
    ],
    [
      'the products that match every term',
      '?filter=productid.eq.any(777,999)/productid.eq.999',
      [999],
      'productId.eq.999',
      1,
      [1, 20, 1, 1],
    ],
    ['no unknown product', '?filter=productid.eq.any(5,4)', [], 'productId.eq.any(5,4)', 0, [1, 20, 0, 0]],
    [
      'nothing for contradictory terms',
      '?filter=productid.eq.777/productid.eq.999',
      [],
      'productId.eq.777/productId.eq.999',
      0,
      [1, 20, 0, 0],
    ],
  ])(
    'returns %s',
    async (_case, query, productIds, filter, filters, [page, pageSize, totalPageCount, totalItemCount]) => {
      const { status, body } = await search(query);
      expect(status).toBe(200);
      expect((body.results as { item: { productId: number } }[]).map((result) => result.item.productId)).toEqual(
        productIds,
      );
      expect(body.filters).toHaveLength(filters);
      expect(body).toMatchObject({ filter, page, pageSize, totalPageCount, totalItemCount });
    },
  );
});

test('§4.4 ignores the body of a POST, whatever it is', async () => {
  for (const contentType of ['application/json', 'text/plain', 'not a type', ''])
    expect(
      await service.ask('/stock/calendar', {
        method: 'POST',
        headers: { 'Content-Type': contentType },
        body: '{"pageSize":',
      }),
    ).toHaveProperty('status', 200);
});

test('responses are JSON in UTF-8', async () => {
  const { headers } = await service.ask('/stock/12345');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

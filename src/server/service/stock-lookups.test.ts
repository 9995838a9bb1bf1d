import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { RunningService } from './running-service.fixture.ts';
import { filterOf, item, oneProduct, runSampleService } from './stock.sample.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runSampleService();
});
afterAll(() => service.close());

const get = async (path: string) => {
  const response = await service.ask(path);
  return { status: response.status, body: (await response.json()) as unknown };
};
const post = async (path: string, body: unknown) => {
  const response = await service.ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
};

describe('§4.2 stock of one product', () => {
  test('returns the complete envelope', async () => {
    expect(await get('/stock/12345?quantity=250.125')).toEqual({
      status: 200,
      body: {
        parameters: null,
        results: [item(12345, '2027-03-17', 1_805_241_600, 250.125)],
        facets: [],
        filters: [filterOf(12345)],
        filter: 'productId.eq.12345',
        ...oneProduct,
      },
    });
  });

  test.each([
    ['one unit by default', '', '2026-11-01', false, 1],
    ['the current entry, not past ones', '?quantity=900', '2027-06-12', true, 900],
    ['a thousandth more than an entry', '?quantity=40.501', '2027-03-17', false, 40.501],
    ['more decimals than are stored, rounded up', '?quantity=250.1251', '2027-06-12', true, 250.1251],
    ['no deleted entry', '?quantity=500', '2027-06-12', true, 500],
  ])('returns the date for %s', async (_case, query, stockDate, isMaxLeadTime, stockQuantity) => {
    const { body } = await get(`/stock/12345${query}`);
    expect(body).toMatchObject({ results: [{ item: { stockDate, isMaxLeadTime, stockQuantity } }] });
  });

  test('prefers stock to a max lead time on the same date', async () => {
    expect(await get('/stock/999?quantity=10')).toMatchObject({
      body: { results: [{ item: { isMaxLeadTime: false } }] },
    });
    expect(await get('/stock/999?quantity=11')).toMatchObject({
      body: { results: [{ item: { isMaxLeadTime: true } }] },
    });
  });

  test('rejects an unknown product', async () => {
    expect(await get('/stock/4711?quantity=1')).toMatchObject({
      status: 404,
      body: {
        type: 'urn:stock-horizon:problem:unknown-product',
        detail: 'Product 4711 is unknown in this market. Check productId.',
        instance: '/api/stock/4711',
        unknownProductIds: [4711],
      },
    });
  });

  test('rejects a quantity that no date covers', async () => {
    expect(await get('/stock/777?quantity=10.001')).toMatchObject({
      status: 404,
      body: {
        type: 'urn:stock-horizon:problem:quantity-not-available',
        detail:
          'Quantity 10.001 of product 777 is not available on any date, and there is no max lead time. Enter a smaller quantity.',
        unavailableProductIds: [777],
      },
    });
  });

  test('counts a product with only deleted rows as known', async () => {
    expect(await get('/stock/888')).toMatchObject({
      body: { type: 'urn:stock-horizon:problem:quantity-not-available' },
    });
  });
});

describe('§4.3 stock of several products', () => {
  test('returns each line in the order of the request, repeated products too', async () => {
    const products = [
      { productId: 777, quantity: 2.5 },
      { productId: 12345, quantity: 40.5 },
      { productId: 777, quantity: 10 },
    ];
    expect(await post('/stock', { products })).toEqual({
      status: 200,
      body: {
        parameters: null,
        results: [
          item(777, '2026-12-01', 1_796_083_200, 2.5, { lastUpdateDate: '2026-11-02' }),
          item(12345, '2026-11-01', 1_793_491_200, 40.5),
          item(777, '2026-12-01', 1_796_083_200, 10, { lastUpdateDate: '2026-11-02' }),
        ],
        facets: [],
        filters: [filterOf(777), filterOf(12345)],
        filter: 'productId.eq.any(777,12345)',
        page: 1,
        pageSize: 3,
        totalPageCount: 1,
        totalItemCount: 3,
      },
    });
  });

  test('returns no line if one has no result, and lists every such product', async () => {
    const products = [
      { productId: 12345, quantity: 1 },
      { productId: 4711, quantity: 1 },
      { productId: 777, quantity: 11 },
      { productId: 4712, quantity: 1 },
      { productId: 888, quantity: 1 },
    ];
    expect(await post('/stock', { products })).toMatchObject({
      status: 404,
      body: {
        type: 'urn:stock-horizon:problem:products-not-available',
        detail:
          '2 products are unknown in this market, and 2 are not available in this quantity. Send the request without them.',
        unknownProductIds: [4711, 4712],
        unavailableProductIds: [777, 888],
      },
    });
  });
});

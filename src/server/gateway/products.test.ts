import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ProductPage, ResolveResponse } from '#contract/gateway.ts';
import { runApp, type RunningApp } from '#server/running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.close());

const crepe = { productId: 12_345, name: 'Crêpe Alizé', sku: 'CR-77', unit: 'm' };

describe('the search', () => {
  it.each(['q=12345', 'q=cr-77', 'q=alize+crepe', 'q=alize%20crepe', 'q=Cr%C3%AApe&page=1&pageSize=50'])(
    'finds by %s',
    async (query) => {
      const { products, page, hasMore } = ProductPage.parse(
        JSON.parse((await app.ask(`/gateway/products?${query}`)).text),
      );
      expect({ products, page, hasMore }).toEqual({ products: [crepe], page: 1, hasMore: false });
    },
  );

  it('has nothing on a page past the end', async () => {
    const answer = await app.ask('/gateway/products?q=crepe&page=2');
    expect(JSON.parse(answer.text)).toEqual({ products: [], page: 2, pageSize: 20, hasMore: false });
  });

  it.each([
    ['pageSize=51', 'pageSize'],
    ['pageSize=0', 'pageSize'],
    ['page=0', 'page'],
    ['page=1e3', 'page'],
    ['page=%D9%A1', 'page'],
    ['page=', 'page'],
    ['q=a&q=b', 'q'],
    ['q=%00', 'q'],
    ['q=%ff', 'q'],
    [`q=${'a'.repeat(201)}`, 'q'],
    ['query=a', 'query'],
    ['__proto__=a', '__proto__'],
    ['q[]=a', 'q[]'],
  ])('refuses %s and names %s', async (query, path) => {
    const answer = await app.ask(`/gateway/products?${query}`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).errors).toContainEqual({ path, message: expect.stringContaining(path) as string });
  });
});

const resolve = (body: object | string) => app.ask('/gateway/products/resolve', { method: 'POST', body });

describe('the lookup', () => {
  it('answers each key in its place', async () => {
    const answer = await resolve({ keys: ['nothing', '12345', 'cr-77', '', '__proto__', '12345'] });
    expect(ResolveResponse.parse(JSON.parse(answer.text)).products).toEqual([null, crepe, crepe, null, null, crepe]);
  });

  it('takes a thousand keys and no more', async () => {
    expect((await resolve({ keys: Array.from({ length: 1000 }, (_, index) => String(index)) })).status).toBe(200);
    expect((await resolve({ keys: Array.from({ length: 1001 }, String) })).status).toBe(400);
  });

  it.each([
    [{}],
    [[]],
    [{ keys: 'x' }],
    [{ keys: [1] }],
    [{ keys: [], more: 1 }],
    ['null'],
    ['{"keys":[],"__proto__":1}'],
  ])('refuses %j', async (body) => {
    expect((await resolve(body)).status).toBe(400);
  });
});

it('shows products to nobody who is not signed in', async () => {
  const headers = { 'X-Forwarded-For': '10.0.0.1' };
  expect((await app.ask('/gateway/products?q=crepe', { headers })).status).toBe(401);
  const answer = await app.ask('/gateway/products/resolve', { method: 'POST', body: { keys: ['12345'] }, headers });
  expect(answer.status).toBe(401);
});

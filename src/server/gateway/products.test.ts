import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CreatedKey } from '#stock/contract/keys.ts';
import { ProductPage, ResolveResponse } from '#stock/contract/gateway-responses.ts';
import { cookieOf, runApp, type RunningApp } from '#server/running-app.fixture.ts';
import { toolClient } from '#server/mcp/tool-client.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.close());

const crepe = { productId: 12_345, name: 'Crêpe Alizé', sku: 'CR-77', unit: 'm' };

describe('product search', () => {
  it.each(['q=12345', 'q=cr-77', 'q=alize+crepe', 'q=alize%20crepe', 'q=Cr%C3%AApe&page=1&pageSize=50'])(
    'finds by %s',
    async (query) => {
      const { products, page, hasMore } = ProductPage.parse(
        JSON.parse((await app.ask(`/gateway/products?${query}`)).text),
      );
      expect({ products, page, hasMore }).toEqual({ products: [crepe], page: 1, hasMore: false });
    },
  );

  it('has no results past the last page', async () => {
    const response = await app.ask('/gateway/products?q=crepe&page=2');
    expect(JSON.parse(response.text)).toEqual({ products: [], page: 2, pageSize: 20, hasMore: false });
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
  ])('rejects %s and names %s', async (query, path) => {
    const response = await app.ask(`/gateway/products?${query}`);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text).errors).toContainEqual({ path, message: expect.stringContaining(path) as string });
  });
});

const resolve = (body: object | string) => app.ask('/gateway/products/resolve', { method: 'POST', body });

describe('product lookup', () => {
  it('returns a result for each key, in order', async () => {
    const response = await resolve({ keys: ['nothing', '12345', 'cr-77', '', '__proto__', '12345'] });
    expect(ResolveResponse.parse(JSON.parse(response.text)).products).toEqual([null, crepe, crepe, null, null, crepe]);
  });

  it('suggests products for words of their names', async () => {
    const response = await resolve({ keys: ['cr-77'], names: ['about alize crepe please', 'nothing'] });
    expect(ResolveResponse.parse(JSON.parse(response.text))).toEqual({ products: [crepe], named: [[crepe], []] });
  });

  it.each([{ names: Array.from({ length: 101 }, () => 'a') }, { names: ['a'.repeat(241)] }, { names: 'a' }])(
    'rejects too many or too long texts of names',
    async (more) => expect((await resolve({ keys: [], ...more })).status).toBe(400),
  );

  it('accepts at most 1,000 keys', async () => {
    expect((await resolve({ keys: Array.from({ length: 1000 }, (_, index) => String(index)) })).status).toBe(200);
    expect((await resolve({ keys: Array.from({ length: 1001 }, String) })).status).toBe(400);
  });

  it.each([
    [{}, 'keys is missing: it must be a list of up to 1,000 texts, each a product id or SKU.'],
    [[], 'body must be a JSON object with the list keys.'],
    [{ keys: 'x' }, 'keys must be a list of up to 1,000 texts, each a product id or SKU.'],
    [{ keys: [1] }, 'keys[0] must be a text, a product id or SKU.'],
    [{ keys: [], more: 1 }, 'more is not a known field of the body: leave it out.'],
    ['null', 'body must be a JSON object with the list keys.'],
    ['{"keys":[],"__proto__":1}', '__proto__ is not a known field of the body: leave it out.'],
  ])('rejects %j and describes the correct form', async (body, detail) => {
    const response = await resolve(body);
    expect([response.status, JSON.parse(response.text).detail]).toEqual([400, detail]);
  });
});

it('requires a sign-in', async () => {
  const headers = { 'X-Forwarded-For': '10.0.0.1' };
  expect((await app.ask('/gateway/products?q=crepe', { headers })).status).toBe(401);
  const response = await app.ask('/gateway/products/resolve', { method: 'POST', body: { keys: ['12345'] }, headers });
  expect(response.status).toBe(401);
});

describe('the catalog of a market, with CATALOG_BY_MARKET=1', () => {
  let apart: RunningApp;
  const velvet = { productId: 777, name: 'Velvet, night blue', sku: 'VNB-7', unit: 'm' };
  beforeAll(async () => {
    apart = await runApp({ CATALOG_BY_MARKET: '1' });
    await apart.write({
      contents: 'demo',
      market: { ...apart.config.market, territoryId: 'OTHER' },
      rows: [stockRow({ productId: 777, stockDate: '2026-11-21' })],
      products: [velvet],
    });
  });
  afterAll(() => apart.close());
  /** Requests as a user of a market. */
  async function userOf(territoryId: string) {
    const { jwtSecret, subscriptionKeys } = apart.secrets;
    const market = { ...apart.config.market, territoryId };
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    const token = await signToken(jwtSecret ?? '', { subject: territoryId, expiresAt, market });
    const body = { token, subscriptionKey: subscriptionKeys[0] };
    const cookie = cookieOf(await apart.ask('/gateway/session', { method: 'POST', body })) ?? '';
    return async (path: string, body?: object, { method = 'POST', headers = {} } = {}) =>
      apart.ask(path, { headers: { Cookie: cookie, ...headers }, ...(body !== undefined && { method, body }) });
  }
  const requests: [path: string, body?: object][] = [
    ['/gateway/products?q='],
    ['/gateway/products?q=velvet'],
    ['/gateway/products?q=velvte'],
    ['/gateway/products?q=777'],
    ['/gateway/products?q=VNB-7'],
    ['/gateway/products/resolve', { keys: ['777', 'VNB-7'], names: ['night blue velvet'] }],
    ['/gateway/availability?productId=777&quantity=1'],
    ['/gateway/calendars?productIds=777&quantity=1'],
    ['/gateway/calendars?quantity=1'],
    ['/gateway/calendars?productIds=777&find=velvet'],
  ];

  it.each(requests)('shows a product to no user of another market: %s', async (path, body) => {
    const [other, own] = await Promise.all([userOf('OTHER'), userOf(apart.config.market.territoryId)]);
    expect((await other(path, body)).text).toContain('Velvet, night blue');
    const response = await own(path, body);
    expect(response.status).toBe(path.startsWith('/gateway/availability') ? 404 : 200);
    expect(response.text).not.toMatch(/velvet|VNB-7/i);
  });

  it('finds and suggests no product of another market by its name', async () => {
    const [other, own] = await Promise.all([userOf('OTHER'), userOf(apart.config.market.territoryId)]);
    const seenBy = async (user: typeof own) => {
      const named = await user('/gateway/products/resolve', { keys: [], names: ['night blue velvet'] });
      const listed = await user('/gateway/calendars?productIds=777&find=velvet');
      return [JSON.parse(named.text).named, JSON.parse(listed.text).found];
    };
    expect(await seenBy(other)).toEqual([[[velvet]], 1]);
    expect(await seenBy(own)).toEqual([[[]], 0]);
  });

  it('names a product in no live address, tool or list of orders of another market', async () => {
    const [other, own] = await Promise.all([userOf('OTHER'), userOf(apart.config.market.territoryId)]);
    const seenBy = async (user: typeof own) => {
      const put = { method: 'PUT', headers: { 'If-None-Match': '*' } };
      const content = { name: 'Order', lines: [{ key: 1, product: '777', quantity: 1000 }], checks: [] };
      expect((await user('/gateway/orders/order-of-the-market', content, put)).status).toBe(201);
      const named = { ...content, lines: [{ key: 1, product: 'VNB-7', quantity: 1000 }] };
      expect((await user('/gateway/orders/order-by-its-article', named, put)).status).toBe(201);
      const key = async (path: string, body: object) => CreatedKey.parse(JSON.parse((await user(path, body)).text)).key;
      const live = async (view: object) => {
        const address = { name: 'x', days: 30, view, language: 'en' };
        return (await apart.ask(`/live/${await key('/gateway/keys', address)}.json`)).text;
      };
      const { call } = await toolClient(apart.port, await key('/gateway/keys/assistants', { name: 'x' }));
      const concerned = await user('/gateway/orders/concerned', { productIds: [777] });
      return {
        order: await live({ of: 'order', id: 'order-of-the-market' }),
        products: await live({ of: 'products', productIds: [777] }),
        all: await live({ of: 'products' }),
        tool: JSON.stringify([
          await call('find_products', { query: 'velvet' }),
          await call('check_availability', { product: '777', quantity: 1 }),
          await call('list_short_products', { quantity: 1 }),
        ]),
        concerned: String(JSON.parse(concerned.text).orders.map(({ name }: { name: string }) => name)),
      };
    };
    const [seen, hidden] = [await seenBy(other), await seenBy(own)];
    for (const what of ['order', 'products', 'all', 'tool'] as const) {
      expect([what, seen[what]]).toEqual([what, expect.stringContaining('Velvet, night blue')]);
      expect(hidden[what]).not.toMatch(/night blue|VNB-7/i);
    }
    // Of the article number, only those of its market know what product it is.
    expect([seen.concerned, hidden.concerned]).toEqual(['Order,Order', 'Order']);
  });

  it('has every product in every market without the setting', async () => {
    await app.write({ contents: 'demo', products: [velvet] });
    expect((await app.ask('/gateway/products?q=VNB-7')).text).toContain('Velvet, night blue');
  });
});

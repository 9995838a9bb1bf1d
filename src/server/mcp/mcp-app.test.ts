import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CalendarsPage } from '#stock/contract/calendars.ts';
import { Availability } from '#stock/contract/gateway-responses.ts';
import { CreatedKey } from '#stock/contract/keys.ts';
import { cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

import { toolClient } from './tool-client.fixture.ts';

let clock = Date.parse('2026-11-26T12:00:00Z');
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ STOCK_TIME_ZONE: 'UTC' }, { now: () => new Date(clock) });
  await app.write({
    contents: 'real',
    rows: [
      stockRow({ productId: 1, stockDate: '2026-11-20', stockQuantity: 100_000 }),
      stockRow({ productId: 1, stockDate: '2026-12-02', stockQuantity: 20_500 }),
      stockRow({ productId: 1, stockDate: '2026-12-10', stockQuantity: 400_000 }),
      stockRow({ productId: 2, stockDate: '2027-02-18', stockQuantity: 99_999_000, isMaxLeadTime: true }),
      stockRow({ productId: 3, stockDate: '2026-12-02', stockQuantity: 8000 }),
    ],
    products: [
      { productId: 1, name: 'Blue poplin', sku: 'BP-1', unit: 'm' },
      { productId: 2, name: 'Silk', sku: 'S-2', unit: 'm' },
    ],
  });
});
afterAll(() => app.close());

/** A person, with a key for an assistant. */
async function owner(subject: string) {
  const { jwtSecret, subscriptionKeys } = app.secrets;
  const token = await signToken(jwtSecret ?? '', { subject, expiresAt: Math.floor(clock / 1000) + 900_000_000 });
  const body = { token, subscriptionKey: subscriptionKeys[0] ?? '' };
  const headers = { Cookie: cookieOf(await app.ask('/gateway/session', { method: 'POST', body })) ?? '' };
  const send = (method: string, path: string, content?: object) =>
    app.ask(`/gateway${path}`, { method, headers, ...(content && { body: content }) });
  const made = await send('POST', '/keys/assistants', { name: 'Assistant' });
  return { send, headers, ...CreatedKey.parse(JSON.parse(made.text)) };
}

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const post = (key: string, headers: Record<string, string | undefined> = {}) =>
  app.ask('/mcp', {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, Accept: 'application/json, text/event-stream', ...headers },
    body: message,
  });

describe('the tools', () => {
  it('give the figures of the screens', async () => {
    const { key, send } = await owner('ann');
    const { client, call } = await toolClient(app.port, key);
    const checked = await call('check_availability', { product: 'BP-1', quantity: 250 });
    const page = Availability.parse(JSON.parse((await send('GET', '/availability?productId=1&quantity=250')).text));
    expect(page.result).toMatchObject({ stockResult: { kind: 'expected', date: '2026-12-10' } });
    expect(checked.data).toMatchObject({ today: page.today, result: { ship_date: '2026-12-10', status: 'Expected' } });

    const short = await call('list_short_products', { quantity: 50 });
    const query = 'quantity=50&tile=short-soon&sort=fallsShort';
    const listed = CalendarsPage.parse(JSON.parse((await send('GET', `/calendars?${query}`)).text));
    expect(listed.rows.map(({ product }) => product.productId)).toEqual([1]);
    expect(short.data).toMatchObject({
      found: listed.found,
      unit: 'm',
      products: [
        {
          product: { product_id: 1 },
          available_today: 100,
          falls_short_on: '2026-12-02',
          short: 29.5,
          ship_date: '2026-12-10',
          basis: 'Expected: backed by stock',
        },
      ],
    });
    expect(short.text).toContain(
      '100 m available today, falls short on 2026-12-02 by 29.5 m; ship date 2026-12-10. Expected: backed by stock.',
    );
    // The catalog doesn't have it.
    const unnamed = await call('check_availability', { product: '3', quantity: 8 });
    expect(unnamed.data).toMatchObject({ result: { product: { product_id: 3, name: null }, ship_date: '2026-12-02' } });

    const now = await call('list_short_products', { quantity: 50, period: 'now' });
    expect(now.data).toMatchObject({
      products: [
        { product: { product_id: 2 }, falls_short_on: '2026-11-26', basis: 'Max lead time: not backed by stock' },
        { product: { product_id: 3 }, short: 50 },
      ],
    });

    const found = await call('find_products', { query: 'poplin' });
    expect(found).toMatchObject({
      data: { products: [{ product_id: 1, name: 'Blue poplin', sku: 'BP-1', unit: 'm' }], has_more: false },
      text: 'Blue poplin, SKU BP-1, product ID 1',
    });
    await client.close();
  });

  it('need the key alone: neither the cookie nor the origin counts', async () => {
    const { key, headers } = await owner('bea');
    expect((await app.ask('/mcp', { method: 'POST', headers, body: message })).status).toBe(404);
    for (const others of [{ Origin: 'https://assistant.example' }, { Origin: undefined }, { Cookie: 'a=b' }]) {
      const response = await post(key, others);
      expect(response.status).toBe(200);
      expect(response.headers['set-cookie']).toBeUndefined();
      // No page may read it.
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect((await post(key, { Host: 'evil.example' })).status).toBe(403);
    expect(app.log()).not.toContain(key);
  });

  it('end with the key: revoked, after 90 days, and with everything of the person', async () => {
    const ann = await owner('ann who revokes');
    expect((await post(ann.key)).status).toBe(200);
    await ann.send('DELETE', `/keys/${ann.id}`);
    expect((await post(ann.key)).status).toBe(404);

    const bea = await owner('bea who leaves');
    await bea.send('DELETE', '/my-data');
    expect((await post(bea.key)).status).toBe(404);

    const cleo = await owner('cleo');
    clock += 90 * 86_400_000;
    expect((await post(cleo.key)).status).toBe(404);
  });
});

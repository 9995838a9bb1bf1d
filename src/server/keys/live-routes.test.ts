import { csvParse } from 'd3-dsv';
import ical from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { CreatedKey } from '#stock/contract/keys.ts';
import type { OrderContent } from '#stock/contract/orders.ts';
import { Problem } from '#stock/contract/problem.ts';
import { problemCode } from '#stock/contract/problem-codes.ts';
import { byteOrderMark } from '#stock/export/csv.ts';
import { type AppResponse, cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import type { StockRow } from '#server/store/stock-store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let clock = Date.parse('2026-11-21T12:00:00Z');
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({}, { now: () => new Date(clock), elapsed: () => clock });
  await app.write({
    contents: 'real',
    rows: [
      row(1, '2026-01-01', 90_500),
      row(1, '2026-12-04', 200_000),
      row(2, '2027-02-01', 0, { isMaxLeadTime: true }),
      row(3, '2026-01-01', 5000),
    ],
    products: [
      { productId: 1, name: 'Crêpe, "blue"', sku: 'CR-1', unit: 'm' },
      { productId: 2, name: '=2+5+cmd', sku: '@SUM(A1)', unit: 'm' },
      { productId: 3, name: 'Zip', sku: 'Z-3', unit: 'pcs' },
      { productId: 4, name: 'No stock', sku: null, unit: null },
    ],
  });
});
afterAll(() => app.close());

// The limits of a minute start again.
beforeEach(() => void (clock += minute));

function row(productId: number, stockDate: StockRow['stockDate'], stockQuantity: number, changes = {}): StockRow {
  return {
    productId,
    stockDate,
    stockQuantity,
    isMaxLeadTime: false,
    isDeleted: false,
    lastUpdateDate: '2026-11-20',
    ...changes,
  };
}

let ids = 0;
const newId = () => `order-of-this-test-${(ids += 1)}`;

async function makeOrder(lines: OrderContent['lines'], id = newId()): Promise<string> {
  const body = { name: 'Spring', lines, checks: [] };
  const { headers } = await app.ask(`/gateway/orders/${id}`);
  const version: Record<string, string> =
    headers.etag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': headers.etag };
  await app.ask(`/gateway/orders/${id}`, { method: 'PUT', headers: version, body });
  return id;
}

async function makeKey(view: object, changes: object = {}): Promise<CreatedKey> {
  const body = { name: 'Spring', days: 30, view, language: 'en', ...changes };
  return CreatedKey.parse(JSON.parse((await app.ask('/gateway/keys', { method: 'POST', body })).text));
}

/** A request as a spreadsheet sends it: without a cookie. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.ask(path, { method, headers: { 'User-Agent': 'Microsoft.Data.Mashup', ...headers } });
const rowsOf = ({ text }: AppResponse) => csvParse(text.replace(byteOrderMark, ''));
const problem = ({ status, text }: AppResponse) => [status, problemCode(Problem.parse(JSON.parse(text)).type)];
const feedOf = (text: string) => {
  const [, properties, components] = ical.parse(text) as [string, unknown[][], [string, unknown[][]][]];
  const events = components.map(([, all]) => Object.fromEntries(all.map(([name, , , value]) => [name, value])));
  return { properties, events };
};
/** The events of a feed of the first product: their IDs and titles. */
const eventsOf = async (view: object) => {
  const { key } = await makeKey({ of: 'products', productIds: [1], ...view });
  return feedOf((await get(`/live/${key}.ics`)).text).events.map(({ uid, summary }) => [uid, summary]);
};
const basic = (password: string) => ({ Authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` });

const lines: OrderContent['lines'] = [
  { key: 1, product: 'cr-1', quantity: 50_000, shipBy: '2026-12-01' },
  { key: 2, product: '1', quantity: 100_500, shipBy: '2026-12-01' },
  { key: 3, product: '@SUM(A1)', quantity: 1000, note: '+hyper,"link"' },
  { key: 4, product: '4', quantity: 1000 },
  { key: 5, product: '99', quantity: 1000 },
  { key: 6, product: 'Nobody knows it', quantity: 1000 },
  { key: 7, product: '1', quantityText: 'some' },
  { key: 8, product: '3', quantity: 1000, unit: 'kg' },
  { key: 9, product: '3', quantity: 6000 },
];

describe('an order', () => {
  it('is a row a line, with its ship date and basis or the reason that there is none', async () => {
    const { key } = await makeKey({ of: 'order', id: await makeOrder(lines) });
    const response = await get(`/live/${key}.csv`);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.text.startsWith(`${byteOrderMark}line,product,product_id,`)).toBe(true);
    const rows = rowsOf(response);
    expect(rows.columns.slice(-7)).toEqual('status basis checked_at stock_data_of complete row of'.split(' '));
    const checked = new Date(clock).toISOString().replace('.000Z', 'Z');
    expect(rows[1]).toEqual({
      line: '2',
      product: '1',
      product_id: '1',
      sku: 'CR-1',
      name: 'Crêpe, "blue"',
      quantity: '100.5',
      unit: 'm',
      ship_by: '2026-12-01',
      days_late: '3',
      note: '',
      ship_date: '2026-12-04',
      reason: '',
      status: 'expected',
      basis: 'stock',
      checked_at: checked,
      stock_data_of: '2026-11-20',
      complete: 'TRUE',
      row: '2',
      of: '9',
    });
    expect(rows.map((row) => [row['ship_date'], row['status'], row['basis'], row['reason'], row['complete']])).toEqual([
      ['2026-11-21', 'in-stock', 'stock', '', 'TRUE'],
      ['2026-12-04', 'expected', 'stock', '', 'TRUE'],
      ['2027-02-01', 'max-lead-time', 'max-lead-time', '', 'TRUE'],
      ['', 'no-stock-data', '', '', 'TRUE'],
      ['', 'unknown-product', '', '', 'TRUE'],
      ['', 'unknown-product', '', 'not-found', 'FALSE'],
      ['', 'no-result', '', 'no-quantity', 'FALSE'],
      ['', 'unit-differs', '', 'other-unit', 'FALSE'],
      ['', 'not-available', '', '', 'TRUE'],
    ]);
    // No cell starts a formula.
    expect([rows[2]?.['name'], rows[2]?.['product'], rows[2]?.['note']]).toEqual([
      "'=2+5+cmd",
      "'@SUM(A1)",
      `'+hyper,"link"`,
    ]);
  });

  it('is the same as JSON, with numbers and booleans', async () => {
    const { key } = await makeKey({ of: 'order', id: await makeOrder(lines) });
    const { headers, text } = await get(`/live/${key}.json`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const { rows, ...about } = JSON.parse(text) as { rows: Record<string, unknown>[] };
    expect(about).toMatchObject({ name: 'Spring', today: '2026-11-21', complete: false, row_count: 9 });
    expect(rows[1]).toMatchObject({ product_id: 1, quantity: 100.5, ship_date: '2026-12-04', complete: true, of: 9 });
    expect(rows[2]).toMatchObject({ name: '=2+5+cmd', basis: 'max-lead-time' });
    expect(rows[5]).toMatchObject({ ship_date: null, basis: null, complete: false });
  });

  it('is a calendar feed whose events keep their IDs when dates move', async () => {
    const id = await makeOrder(lines);
    const { key } = await makeKey({ of: 'order', id }, { language: 'de' });
    const { headers, text } = await get(`/live/${key}.ics`);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    const { properties, events } = feedOf(text);
    expect(properties.map(([name, , , value]) => [name, value])).toContainEqual(['x-wr-calname', 'Spring']);
    expect(events.map(({ uid, dtstart, summary }) => [uid, dtstart, summary])).toEqual([
      [`${id}-1@stock-horizon`, '2026-11-21', 'Crêpe, "blue": 50 m'],
      [`${id}-2@stock-horizon`, '2026-12-04', 'Crêpe, "blue": 100,5 m'],
      [`${id}-3@stock-horizon`, '2027-02-01', '=2+5+cmd: 1 m (maximale Lieferzeit)'],
      [expect.stringMatching(/^[\da-f]{12}-missing@/), '2026-11-21', '3 Zeilen ohne Ergebnis'],
    ]);
  });

  it('has its new lines at once, and is looked up again after 15 minutes', async () => {
    const id = await makeOrder([{ key: 1, product: '1', quantity: 1000 }]);
    const { key } = await makeKey({ of: 'order', id });
    const checkedAt = async () => rowsOf(await get(`/live/${key}.csv`))[0]?.['checked_at'];
    const first = await checkedAt();
    clock += 14 * minute;
    expect(await checkedAt()).toBe(first);
    await makeOrder(
      [
        { key: 1, product: '1', quantity: 1000 },
        { key: 2, product: '3', quantity: 1000 },
      ],
      id,
    );
    expect(rowsOf(await get(`/live/${key}.csv`))).toHaveLength(2);
    const second = await checkedAt();
    clock += 15 * minute;
    expect(await checkedAt()).not.toBe(second);
  });

  it('has its closed lines without a date, at once, and they take no stock from the others', async () => {
    const id = await makeOrder([
      { key: 1, product: '1', quantity: 90_000 },
      { key: 2, product: '1', quantity: 90_000, shipBy: '2026-12-01' },
    ]);
    const told = { productId: 1, product: 'Crêpe', quantity: 90_000, unit: 'm' };
    const letter = `letter-of-${id}`;
    await app.ask(`/gateway/promises/${letter}`, {
      method: 'PUT',
      body: {
        orderId: id,
        day: '2026-11-21',
        checkedAt: clock,
        lines: [
          { ...told, lineKey: 1, promised: { kind: 'in-stock', date: '2026-01-01' } },
          { ...told, lineKey: 2, promised: { kind: 'expected', date: '2026-12-04' } },
        ],
        text: 'We can ship.',
      },
    });
    const { key } = await makeKey({ of: 'order', id });
    const close = (place: number, closed: string | null) =>
      app.ask(`/gateway/promises/${letter}/${place}/closed`, { method: 'POST', body: { closed } });
    const names = ['quantity', 'ship_date', 'days_late', 'status', 'reason', 'complete'];
    const read = async () => rowsOf(await get(`/live/${key}.csv`)).map((row) => names.map((name) => row[name]));
    const open = [
      ['90', '2026-11-21', '', 'in-stock', '', 'TRUE'],
      ['90', '2026-12-04', '3', 'expected', '', 'TRUE'],
    ];
    expect(await read()).toEqual(open);

    await close(0, 'shipped');
    expect(await read()).toEqual([
      ['90', '', '', 'shipped', '', 'TRUE'],
      ['90', '2026-11-21', '', 'in-stock', '', 'TRUE'],
    ]);
    const { events } = feedOf((await get(`/live/${key}.ics`)).text);
    expect(events.map(({ uid, dtstart }) => [uid, dtstart])).toEqual([[`${id}-2@stock-horizon`, '2026-11-21']]);

    await close(1, 'ordered');
    expect((await read()).map(([, date, , status]) => [date, status])).toEqual([
      ['', 'shipped'],
      ['', 'ordered'],
    ]);
    await close(0, 'cancelled');
    await close(1, null);
    expect(await read()).toEqual(open);

    // Of a line that was raised since, the rest is still to ship.
    await close(0, 'shipped');
    await makeOrder(
      [
        { key: 1, product: '1', quantity: 90_500 },
        { key: 2, product: '1', quantity: 90_000 },
      ],
      id,
    );
    expect(await read()).toEqual([
      ['90.5', '2026-11-21', '', 'in-stock', '', 'TRUE'],
      ['90', '2026-11-21', '', 'in-stock', '', 'TRUE'],
    ]);
    const rest = feedOf((await get(`/live/${key}.ics`)).text).events.map(({ summary }) => summary);
    expect(rest).toEqual(['Crêpe, "blue": 0.5 m', 'Crêpe, "blue": 90 m']);
    await app.ask(`/gateway/promises/${letter}`, { method: 'DELETE' });
  });

  it('leads nowhere when it is deleted', async () => {
    const id = await makeOrder(lines);
    const { key } = await makeKey({ of: 'order', id });
    const { headers } = await app.ask(`/gateway/orders/${id}`);
    await app.ask(`/gateway/orders/${id}`, { method: 'DELETE', headers: { 'If-Match': headers.etag ?? '' } });
    expect(problem(await get(`/live/${key}.csv`))).toEqual([404, 'not-found']);
  });
});

describe('products', () => {
  it('are all of the market, filtered and sorted by their query', async () => {
    const all = await makeKey({ of: 'products' });
    expect(rowsOf(await get(`/live/${all.key}.csv`)).map((row) => row['product_id'])).toEqual(['1', '2', '3']);
    const some = await makeKey({ of: 'products', tile: 'now', sort: 'product', desc: true });
    expect(rowsOf(await get(`/live/${some.key}.csv`)).map((row) => row['product_id'])).toEqual(['3', '1']);
  });

  it('are those of a saved list, as it is now', async () => {
    const id = 'list-of-this-test-1';
    const put = async (productIds: number[], version: Record<string, string>) =>
      app.ask(`/gateway/lists/${id}`, { method: 'PUT', headers: version, body: { name: 'Linen', productIds } });
    const { headers } = await put([2, 99], { 'If-None-Match': '*' });
    const { key } = await makeKey({ of: 'products', list: id, quantity: 100_000, unit: 'm' });
    const rows = rowsOf(await get(`/live/${key}.csv`));
    expect(rows.map((row) => [row['product_id'], row['quantity'], row['ship_date'], row['status']])).toEqual([
      ['2', '100', '2027-02-01', 'max-lead-time'],
      ['99', '100', '', 'unknown-product'],
    ]);
    await put([3, 1, 4], { 'If-Match': headers.etag ?? '' });
    expect(rowsOf(await get(`/live/${key}.csv`)).map((row) => [row['product_id'], row['status']])).toEqual([
      ['3', 'unit-differs'],
      ['1', 'expected'],
      ['4', 'no-stock-data'],
    ]);
    await put([], { 'If-Match': (await app.ask(`/gateway/lists/${id}`)).headers.etag ?? '' });
    expect(rowsOf(await get(`/live/${key}.csv`))).toHaveLength(0);
  });

  it('that run short have the day from which they do, and when they are available again', async () => {
    const { key } = await makeKey({ of: 'products', productIds: [1, 2], tile: 'short-now', quantity: 150_000 });
    const rows = rowsOf(await get(`/live/${key}.csv`));
    expect([...rows]).toMatchObject([
      {
        product_id: '1',
        falls_short_on: '2026-11-21',
        short_by: '59.5',
        next_ship_date: '2026-12-04',
        next_ship_date_basis: 'stock',
      },
      {
        product_id: '2',
        falls_short_on: '2026-11-21',
        short_by: '150',
        next_ship_date: '2027-02-01',
        next_ship_date_basis: 'max-lead-time',
      },
    ]);
    expect(rows.columns.slice(-7)).toEqual('status basis checked_at stock_data_of complete row of'.split(' '));
    const { events } = feedOf((await get(`/live/${key}.ics`)).text);
    expect(events.map(({ dtstart, summary }) => [dtstart, summary])).toEqual([
      ['2026-11-21', 'Crêpe, "blue": 150 m falls short'],
      ['2026-11-21', '=2+5+cmd: 150 m falls short'],
    ]);
    const descriptions = events.map(({ description }) => String(description));
    expect(descriptions[1]).toContain('Next ship date: 2027-02-01 (max lead time)');
    expect(descriptions.join(' ')).not.toContain('Ship date, not');
  });

  it('have events with IDs of product and quantity, so that feeds beside each other keep theirs', async () => {
    const first = await eventsOf({ quantity: 90_500 });
    expect(first).toEqual([['product-1-90.5@stock-horizon', 'Crêpe, "blue": 90.5 m']]);
    expect(await eventsOf({ quantity: 100_000 })).toEqual([['product-1-100@stock-horizon', 'Crêpe, "blue": 100 m']]);
    expect(await eventsOf({ quantity: 100_000, includeMaxLeadTime: false })).toEqual([
      ['product-1-100-stock@stock-horizon', 'Crêpe, "blue": 100 m'],
    ]);
    expect(await eventsOf({})).toEqual([['product-1@stock-horizon', 'Crêpe, "blue"']]);
    clock += day;
    expect(await eventsOf({ quantity: 90_500 })).toEqual(first);
  });
});

it('promises are rows with what was promised and how it stands', async () => {
  const promised = { kind: 'expected', date: '2026-12-04' };
  const line = { productId: 1, product: 'Crêpe', quantity: 300_000, unit: 'm', promised };
  const letter = { customer: '=Atelier', day: '2026-11-21', checkedAt: clock, lines: [line], text: 'We can ship.' };
  await app.ask('/gateway/promises/letter-of-this-test', { method: 'PUT', body: letter });
  const { key } = await makeKey({ of: 'promises' });
  expect([...rowsOf(await get(`/live/${key}.csv`))]).toMatchObject([
    {
      customer: "'=Atelier",
      promised_date: '2026-12-04',
      promised_basis: 'stock',
      ship_date: '',
      status: 'not-available',
      basis: '',
      complete: 'TRUE',
      of: '1',
    },
  ]);
  await app.ask('/gateway/promises/letter-of-this-test', { method: 'DELETE' });
  expect(rowsOf(await get(`/live/${key}.csv`))).toHaveLength(0);
});

/** A response without what differs between any two. */
const plain = ({ status, headers, text }: AppResponse) => {
  const { 'x-request-id': requestId = '', date: _date, ...others } = headers;
  return { status, headers: others, text: text.replace(String(requestId), '') };
};

describe('the key', () => {
  const unknown = 'A'.repeat(43);

  it('is answered the same whether it is revoked, expired, unknown or none', async () => {
    const view = { of: 'order', id: await makeOrder(lines) };
    const [revoked, expired] = [await makeKey(view), await makeKey(view)];
    expect((await get(`/live/${revoked.key}.csv`)).status).toBe(200);
    await app.ask(`/gateway/keys/${revoked.id}`, { method: 'DELETE' });
    const never = plain(await get(`/live/${unknown}.csv`));
    expect(problem(await get(`/live/${unknown}.csv`))).toEqual([404, 'not-found']);
    expect(never.text).not.toContain(unknown);
    expect(plain(await get(`/live/${revoked.key}.csv`))).toEqual(never);
    clock += 30 * day;
    expect(plain(await get(`/live/${expired.key}.csv`))).toEqual(never);
    expect(plain(await get('/live/x.csv'))).toEqual(never);
    expect(plain(await get(`/live/${expired.id}.csv`))).toEqual(never);
    expect(plain(await get(`/live/${unknown}.xlsx`))).toEqual(never);
  });

  it('may be the password of an address without it', async () => {
    const { key, id } = await makeKey({ of: 'products' });
    const path = `/live/${id.slice(0, 12)}.csv`;
    const requested = await get(path);
    expect([requested.status, requested.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="Stock Horizon", charset="UTF-8"',
    ]);
    expect(rowsOf(await get(path, basic(key)))).toHaveLength(3);
    expect(problem(await get(path, basic(unknown)))).toEqual([404, 'not-found']);
    expect(problem(await get('/live/0123456789ab.csv', basic(key)))).toEqual([404, 'not-found']);
    // Nobody learns from the address without a password whether there is one.
    expect((await get('/live/0123456789ab.csv')).status).toBe(401);
  });

  it('is read instead of any cookie, and from any origin', async () => {
    const { jwtSecret, subscriptionKeys } = app.secrets;
    const token = await signToken(jwtSecret ?? '', { subject: 'bea', expiresAt: Math.floor(clock / 1000) + 3600 });
    const body = { token, subscriptionKey: subscriptionKeys[0] ?? '' };
    const Cookie = cookieOf(await app.ask('/gateway/session', { method: 'POST', body })) ?? '';
    const foreign = { Cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await get(`/live/${unknown}.csv`, foreign)).status).toBe(404);
    const { key } = await makeKey({ of: 'products' });
    const { status, headers } = await get(`/live/${key}.csv`, foreign);
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('is in no log, in whatever way it is sent', async () => {
    const { key, id } = await makeKey({ of: 'products' });
    await get(`/live/${key}.csv`, {}, 'HEAD');
    await get(`/live/${key}.csv?key=${key}`);
    await get(`/live/${key}.txt`);
    await get(`/LIVE/${key}.csv`);
    await get(`/%6Cive/${key}.csv`);
    await get(`/live/${id.slice(0, 12)}.csv`, basic(key));
    await get(`/live/${key}.csv`, {}, 'POST');
    expect(app.log()).toContain('"path":"/live/[hidden]"');
    expect(app.log()).not.toContain(key);
    expect((await app.ask('/metrics')).text).toContain('area="keys",operation="live"');
    expect((await app.ask('/metrics')).text).not.toContain(key);
  });

  it('is noted when it is used, not by a look at its head', async () => {
    const { key, id } = await makeKey({ of: 'products' });
    const usedAt = async () => {
      const { keys } = JSON.parse((await app.ask('/gateway/keys')).text) as { keys: CreatedKey[] };
      return keys.find((each) => each.id === id)?.usedAt;
    };
    expect((await get(`/live/${key}.csv`, {}, 'HEAD')).status).toBe(200);
    expect(await usedAt()).toBeNull();
    await get(`/live/${key}.csv`);
    expect(await usedAt()).toBe(clock);
  });

  it('is not noted when a program loads it beforehand', async () => {
    const { key, id } = await makeKey({ of: 'products' });
    for (const [name, value] of [
      ['Sec-Purpose', 'prefetch;prerender'],
      ['Purpose', 'prefetch'],
      ['X-Moz', 'prefetch'],
    ] as const)
      expect((await get(`/live/${key}.csv`, { [name]: value })).status).toBe(200);
    const { keys } = JSON.parse((await app.ask('/gateway/keys')).text) as { keys: CreatedKey[] };
    expect(keys.find((each) => each.id === id)?.usedAt).toBeNull();
  });

  it('opens nothing from the moment its person is signed out, if it needs their credentials', async () => {
    const { jwtSecret, subscriptionKeys } = app.secrets;
    const token = await signToken(jwtSecret ?? '', {
      subject: 'locked out',
      expiresAt: Math.floor(clock / 1000) + 36_000,
    });
    const body = { token, subscriptionKey: subscriptionKeys[0] ?? '' };
    const Cookie = cookieOf(await app.ask('/gateway/session', { method: 'POST', body })) ?? '';
    const make = async (view: object) => {
      const content = { name: 'Spring', days: 30, view, language: 'en' };
      const made = await app.ask('/gateway/keys', { method: 'POST', headers: { Cookie }, body: content });
      return CreatedKey.parse(JSON.parse(made.text)).key;
    };
    const addresses = [await make({ of: 'products' }), await make({ of: 'promises' })];
    for (const key of addresses) expect((await get(`/live/${key}.csv`)).status).toBe(200);
    await app.ask('/gateway/session', { method: 'DELETE', headers: { Cookie } });
    for (const key of addresses) {
      const response = await get(`/live/${key}.csv`);
      expect([response.status, response.text.includes('Crêpe')]).toEqual([503, false]);
    }
  });

  it('costs the same one look into the store, whatever is wrong with it', async () => {
    const calls: string[] = [];
    const counted = await runApp(
      {},
      {
        wrapStore: (store) => ({
          ...store,
          findKey: (...args) => {
            calls.push('findKey');
            return store.findKey(...args);
          },
          noteKeyUse: (...args) => {
            calls.push('noteKeyUse');
            return store.noteKeyUse(...args);
          },
        }),
      },
    );
    const body = { name: 'Spring', days: 30, view: { of: 'products' }, language: 'en' };
    const made = CreatedKey.parse(JSON.parse((await counted.ask('/gateway/keys', { method: 'POST', body })).text));
    await counted.ask(`/gateway/keys/${made.id}`, { method: 'DELETE' });
    const other = CreatedKey.parse(
      JSON.parse((await counted.ask('/gateway/keys/assistants', { method: 'POST', body: { name: 'A' } })).text),
    );
    for (const text of [unknown, made.key, other.key]) {
      calls.length = 0;
      expect((await counted.ask(`/live/${text}.csv`)).status).toBe(404);
      expect(calls).toEqual(['findKey']);
    }
    await counted.close();
  });

  it('has 60 requests a minute', async () => {
    const { key } = await makeKey({ of: 'products' });
    const statuses = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await get(`/live/${key}.csv`)).status);
    expect([statuses.lastIndexOf(200), statuses.at(-1)]).toEqual([59, 429]);
    clock += minute;
    expect((await get(`/live/${key}.csv`)).status).toBe(200);
  });

  it('is guessed 30 times a minute from an address, where keys in use keep working', async () => {
    const [used, unused] = [await makeKey({ of: 'products' }), await makeKey({ of: 'products' })];
    expect((await get(`/live/${used.key}.csv`)).status).toBe(200);
    const statuses = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await get(`/live/${unknown}.csv`)).status);
    expect([statuses.lastIndexOf(404), statuses.at(-1)]).toEqual([29, 429]);
    expect((await get(`/live/${unused.key}.csv`)).status).toBe(429);
    expect((await get(`/live/${used.key}.csv`)).status).toBe(200);
  });
});

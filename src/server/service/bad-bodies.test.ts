import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { expectBadRequest, type RunningService, sendRaw, type RawRequest } from './running-service.fixture.ts';
import { runSampleService } from './stock.sample.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runSampleService();
});
afterAll(() => service.close());

const send = (path: string, sent?: RawRequest) => sendRaw(service, path, sent);

function postStock(body: unknown, headers: Record<string, string> = {}) {
  return send('/stock', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

describe('the body of POST /stock', () => {
  const line = { productId: 12345, quantity: 1 };
  const lines = (count: number) => ({ products: Array.from({ length: count }, () => line) });

  test.each<[unknown, string[]]>([
    ['', ['body']],
    ['{', ['body']],
    ["{'products':[]}", ['body']],
    ['{"products":[{"productId":1,"quantity":NaN}]}', ['body']],
    ['{"products":[{"productId":1,"quantity":0x10}]}', ['body']],
    ['{"products":[{"productId":1,"quantity":+5}]}', ['body']],
    ['{"products":[]}\0', ['body']],
    [Buffer.from([0x7b, 0xff, 0x7d]), ['body']],
    ['null', ['body']],
    ['"products"', ['body']],
    ['[]', ['body']],
    [[line], ['body']],
    [{}, ['products']],
    [{ products: null }, ['products']],
    [{ products: line }, ['products']],
    [{ products: [] }, ['products']],
    [lines(1001), ['products']],
    [{ ...lines(1), page: 1 }, ['page']],
    ['{"products":[{"productId":12345,"quantity":1}],"__proto__":{}}', ['__proto__']],
    ['{"__proto__":{"products":[{"productId":12345,"quantity":1}]}}', ['products', '__proto__']],
    ['{"products":[{"productId":12345,"quantity":1,"__proto__":{"x":1}}]}', ['products[0].__proto__']],
    ['{"products":[{"productId":12345,"quantity":1,"constructor":{"prototype":{}}}]}', ['products[0].constructor']],
    ['{"products":[{"productId":12345,"quantity":1,"quantity":500}]}', ['body']],
    [String.raw`{"products":[{"productId":12345,"quantity":1,"quantit\u0079":500}]}`, ['body']],
    ['{"products":[],"products":[{"productId":12345,"quantity":1}]}', ['body']],
    [{ products: [line, null] }, ['products[1]']],
    [{ products: [line, [12345, 1]] }, ['products[1]']],
    [{ products: [12345] }, ['products[0]']],
    [{ products: [{ productId: 12345 }] }, ['products[0].quantity']],
    [{ products: [{ quantity: 1 }] }, ['products[0].productId']],
    [{ products: [{ productid: 12345, quantity: 1 }] }, ['products[0].productId', 'products[0].productid']],
    [{ products: [line, { ...line, unit: 'm' }] }, ['products[1].unit']],
    [{ products: [{ ...line, productId: '12345' }] }, ['products[0].productId']],
    [{ products: [{ ...line, productId: 1.5 }] }, ['products[0].productId']],
    [{ products: [{ ...line, productId: 0 }] }, ['products[0].productId']],
    [{ products: [{ ...line, productId: 2_147_483_648 }] }, ['products[0].productId']],
    [{ products: [line, line, line, { ...line, quantity: '5' }] }, ['products[3].quantity']],
    [{ products: [{ ...line, quantity: 0 }] }, ['products[0].quantity']],
    [{ products: [{ ...line, quantity: -0.001 }] }, ['products[0].quantity']],
    [{ products: [{ ...line, quantity: 1_000_000_000.001 }] }, ['products[0].quantity']],
    ['{"products":[{"productId":12345,"quantity":1e400}]}', ['products[0].quantity']],
    [{ products: [{ ...line, quantity: null }] }, ['products[0].quantity']],
    [{ products: [{ ...line, quantity: true }] }, ['products[0].quantity']],
    [{ products: [{ ...line, quantity: [1] }] }, ['products[0].quantity']],
  ])('is rejected as %j', async (body, paths) => {
    expectBadRequest(await postStock(body), paths);
  });

  test('may have 1,000 products, with decimals', async () => {
    expect(await postStock(lines(1000))).toMatchObject({ status: 200 });
    expect(await postStock({ products: [{ productId: 12345, quantity: 40.5 }] })).toMatchObject({ status: 200 });
  });

  test('is rejected with a query', async () => {
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(lines(1)) };
    expectBadRequest(await send('/stock?quantity=1', sent), ['quantity']);
  });

  test('lists no more than 1,000 errors', async () => {
    const keys = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`key${index}`, 1]));
    const { problem } = await postStock({ ...lines(1), ...keys });
    expect(problem?.errors).toHaveLength(1000);
  });

  test.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json; charset=latin1', {}],
    ['application/jsonp', {}],
    ['json', {}],
    ['', {}],
    ['application/json', { 'Content-Encoding': 'gzip' }],
  ])('is rejected as %j with %j', async (contentType, headers) => {
    const { status, problem } = await postStock(lines(1), { 'Content-Type': contentType, ...headers });
    expect(status).toBe(415);
    expect(problem?.type).toBe('urn:stock-horizon:problem:unsupported-media-type');
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('is accepted as %j', async (contentType) => {
    expect(await postStock(lines(1), { 'Content-Type': contentType })).toMatchObject({ status: 200 });
  });
});

describe('a body that is too large', () => {
  const large = Buffer.alloc(1_048_577, ' ');

  test.each([
    ['/stock', { 'Content-Type': 'application/json' }],
    ['/stock', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }],
    ['/stock/calendar', { 'Content-Type': 'text/plain' }],
  ])('is rejected at %s with %j', async (path, headers) => {
    const { status, problem } = await send(path, { method: 'POST', headers, body: large });
    expect(status).toBe(413);
    expect(problem?.type).toBe('urn:stock-horizon:problem:payload-too-large');
  });
});

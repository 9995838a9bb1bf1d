import { request as httpRequest } from 'node:http';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Problem } from '#contract/problem.ts';

import { runService, type RunningService, testMarket } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runService([
    [
      testMarket,
      {
        productId: 12345,
        stockDate: '2026-11-01',
        stockQuantity: 40_500,
        isMaxLeadTime: false,
        isDeleted: false,
        lastUpdateDate: '2026-11-20',
      },
    ],
  ]);
});
afterAll(() => service.close());

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends a request target exactly as it is written, which `fetch` would tidy up. */
async function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const answer = await new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port: service.port,
          path: `/api${path}`,
          method,
          headers: {
            ...service.headers,
            ...(body !== undefined &&
              !('Transfer-Encoding' in headers) && { 'Content-Length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
          agent: false,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    },
  );
  return { ...answer, problem: answer.status < 400 ? null : Problem.parse(JSON.parse(answer.text)) };
}

function postStock(body: unknown, headers: Record<string, string> = {}) {
  return send('/stock', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

function expectBadRequest({ status, headers, problem }: Awaited<ReturnType<typeof send>>, paths: string[]) {
  expect({ status, paths: problem?.errors?.map((error) => error.path) }).toEqual({ status: 400, paths });
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(problem?.type).toBe('urn:stock-horizon:problem:bad-request');
  for (const { path, message } of problem?.errors ?? [])
    expect(message).toMatch(new RegExp(`^${path.replaceAll(/[^\w]/g, '.')} (?:must|is) .+\\.$`));
}

describe('a quantity in a query', () => {
  test.each([
    '',
    '0',
    '0.0',
    '-1',
    '+5',
    '%2B5',
    '1e3',
    '1E3',
    '0x10',
    '0b1',
    'NaN',
    'Infinity',
    'null',
    'true',
    '1_000',
    '1,5',
    '1%2C000',
    '%205',
    '5%20',
    '+',
    '.5',
    '5.',
    '1..5',
    '1.5.1',
    '--1',
    '%D9%A5',
    '%EF%BC%95',
    '5%00',
    '%00',
    '5%0A',
    '1000000000.001',
    '1000000001',
    '99999999999999999999',
    '1e400',
    '9'.repeat(400),
    `0.${'0'.repeat(400)}1`,
    '%',
    '%zz',
    '%C3%28',
    '5%',
    '[5]',
    '{}',
    '5;6',
  ])('is refused as %j', async (quantity) => {
    expectBadRequest(await send(`/stock/12345?quantity=${quantity}`), ['quantity']);
    expectBadRequest(await send(`/stock/12345/calendar?quantity=${quantity}`), ['quantity']);
  });

  test('is refused in bytes that no address may have', async () => {
    expectBadRequest(await send(`/stock/12345?quantity=${Buffer.from('٥').toString('latin1')}`), ['request']);
  });

  test.each(['1', '0001', '1.0', '0.001', '0.0000001', '40.5000', '40.500', '%31'])(
    'is taken as %j',
    async (quantity) => {
      expect(await send(`/stock/12345?quantity=${quantity}`)).toMatchObject({ status: 200 });
    },
  );
});

describe('a product id in a path', () => {
  test.each([
    'abc',
    '0',
    '007',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    'NaN',
    '%20',
    '1%20',
    '%2012345',
    '2147483648',
    '99999999999999999999',
    '%D9%A5',
    '12345%00',
    '12345;quantity=1',
    '12345%2Fcalendar',
    '12345%3Fquantity=1',
    '__proto__',
    'constructor',
    'Calendar',
    'calendars',
    '12345,12346',
    '',
    '*',
  ])('is refused as %j', async (productId) => {
    expectBadRequest(await send(`/stock/${productId}`), ['productId']);
    expectBadRequest(await send(`/stock/${productId}/calendar`), ['productId']);
  });

  test('is taken percent-encoded', async () => {
    expect(await send('/stock/%312345')).toMatchObject({ status: 200 });
  });

  test.each(['%', '%zz', '%C3%28', '%FF'])('is refused as %j, which is no percent-encoding', async (productId) => {
    expectBadRequest(await send(`/stock/${productId}`), ['path']);
  });

  test('is refused beside what else is wrong', async () => {
    expectBadRequest(await send('/stock/abc?quantity=-1&x=1'), ['productId', 'x', 'quantity']);
  });
});

describe('a query', () => {
  test.each([
    ['/stock/12345?x=1', ['x']],
    ['/stock/12345?Quantity=1', ['Quantity']],
    ['/stock/12345?quantity=1&quantity=1', ['quantity']],
    ['/stock/12345?quantity=1&%71uantity=2', ['quantity']],
    ['/stock/12345?quantity[]=1', ['quantity[]']],
    ['/stock/12345?quantity', ['quantity']],
    ['/stock/12345?quantity=1&', ['query']],
    ['/stock/12345?&&', ['query']],
    ['/stock/12345?=1', ['query']],
    ['/stock/12345?__proto__=1', ['__proto__']],
    ['/stock/12345?constructor=1&toString=2', ['constructor', 'toString']],
    ['/stock/12345?includeMaxLeadTime=true', ['includeMaxLeadTime']],
    ['/stock/12345?quantity=1?quantity=2', ['quantity']],
    ['/stock/12345#x', ['x']],
    ['/stock/12345?%zz=1', ['%zz']],
    ['/stock/12345/calendar?page=1', ['page']],
    ['/stock/12345/calendar?includeMaxLeadTime=', ['includeMaxLeadTime']],
    ['/stock/12345/calendar?includeMaxLeadTime=1', ['includeMaxLeadTime']],
    ['/stock/12345/calendar?includeMaxLeadTime=TRUE', ['includeMaxLeadTime']],
    ['/stock/12345/calendar?includeMaxLeadTime=yes', ['includeMaxLeadTime']],
    ['/stock/12345/calendar?includeMaxLeadTime=true%00', ['includeMaxLeadTime']],
    ['/stock/calendar?quantity=1', ['quantity']],
    ['/stock/calendar?page=0', ['page']],
    ['/stock/calendar?page=01', ['page']],
    ['/stock/calendar?page=1.0', ['page']],
    ['/stock/calendar?page=-1', ['page']],
    ['/stock/calendar?page=1e3', ['page']],
    ['/stock/calendar?page=2147483648', ['page']],
    ['/stock/calendar?pageSize=0', ['pageSize']],
    ['/stock/calendar?pageSize=501', ['pageSize']],
    ['/stock/calendar?pagesize=5', ['pagesize']],
    ['/stock/calendar?filter=', ['filter']],
    ['/stock/calendar?filter=12345', ['filter']],
    ['/stock/calendar?filter=productid.in(1-5)', ['filter']],
    ['/stock/calendar?filter=company.eq.BRU', ['filter']],
    ['/stock/calendar?filter=productid.eq.any(1,2&includeMaxLeadTime=true', ['filter']],
    ['/stock/calendar?filter=productid.eq.1&filter=productid.eq.2', ['filter']],
    [
      '/stock/calendar?page=x&pageSize=x&filter=x&includeMaxLeadTime=x&x=x',
      ['x', 'page', 'pageSize', 'filter', 'includeMaxLeadTime'],
    ],
  ])('is refused in %s', async (path, paths) => {
    expectBadRequest(await send(path), paths);
    if (path.startsWith('/stock/calendar')) expectBadRequest(await send(path, { method: 'POST' }), paths);
  });

  test('repeats a long name shortened', async () => {
    const { problem } = await send(`/stock/12345?${'x'.repeat(5000)}=1`);
    expect(problem?.errors?.[0]?.path).toHaveLength(61);
  });

  test('may be empty', async () => {
    expect(await send('/stock/12345?')).toMatchObject({ status: 200 });
  });
});

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
  ])('is refused as %j', async (body, paths) => {
    expectBadRequest(await postStock(body), paths);
  });

  test('may have 1,000 products, with decimals', async () => {
    expect(await postStock(lines(1000))).toMatchObject({ status: 200 });
    expect(await postStock({ products: [{ productId: 12345, quantity: 40.5 }] })).toMatchObject({ status: 200 });
  });

  test('is refused with a query', async () => {
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
  ])('is refused as %j with %j', async (contentType, headers) => {
    const { status, problem } = await postStock(lines(1), { 'Content-Type': contentType, ...headers });
    expect(status).toBe(415);
    expect(problem?.type).toBe('urn:stock-horizon:problem:unsupported-media-type');
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('is taken as %j', async (contentType) => {
    expect(await postStock(lines(1), { 'Content-Type': contentType })).toMatchObject({ status: 200 });
  });
});

describe('a body that is too large', () => {
  const large = Buffer.alloc(1_048_577, ' ');

  test.each([
    ['/stock', { 'Content-Type': 'application/json' }],
    ['/stock', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }],
    ['/stock/calendar', { 'Content-Type': 'text/plain' }],
  ])('is refused at %s with %j', async (path, headers) => {
    const { status, problem } = await send(path, { method: 'POST', headers, body: large });
    expect(status).toBe(413);
    expect(problem?.type).toBe('urn:stock-horizon:problem:payload-too-large');
  });
});

describe('an address', () => {
  test.each([
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/stocks'],
    ['GET', '/stock/12345/'],
    ['GET', '/stock/12345/calendar/'],
    ['GET', '//stock/12345'],
    ['GET', '/STOCK/12345'],
    ['GET', '/stock/12345/Calendar'],
    ['GET', '/v1/stock/12345'],
    ['POST', '/nothing'],
    ['GET', '/openapi.yaml'],
    ['GET', '/stock/../openapi'],
  ])('that does not exist is refused: %s %s', async (method, path) => {
    const { status, problem } = await send(path, { method, ...(method === 'POST' && { body: 'x' }) });
    expect({ status, type: problem?.type }).toEqual({ status: 404, type: 'urn:stock-horizon:problem:not-found' });
  });

  test.each([
    ['GET', '/stock', 'POST'],
    ['PUT', '/stock', 'POST'],
    ['POST', '/stock/12345', 'GET, HEAD'],
    ['DELETE', '/stock/12345', 'GET, HEAD'],
    ['OPTIONS', '/stock/12345', 'GET, HEAD'],
    ['PROPFIND', '/stock/12345', 'GET, HEAD'],
    ['POST', '/stock/12345/calendar?x=1', 'GET, HEAD'],
    ['PATCH', '/stock/calendar', 'GET, HEAD, POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ])('that does not take the method is refused: %s %s', async (method, path, allowed) => {
    const { status, headers, problem } = await send(path, {
      method,
      headers: { 'Content-Type': 'text/plain' },
      body: 'x',
    });
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: allowed });
    expect(problem).toMatchObject({
      type: 'urn:stock-horizon:problem:method-not-allowed',
      instance: `/api${path.split('?')[0]}`,
    });
  });

  test.each(['/stock/12345', '/stock/12345/calendar', '/stock/calendar', '/openapi.json'])(
    'takes HEAD: %s',
    async (path) => {
      expect(await send(path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    },
  );

  test('with a part of unreasonable length is refused', async () => {
    const { status, problem } = await send(`/stock/${'1'.repeat(2000)}`);
    expect(status).toBe(400);
    expect(problem?.errors).toHaveLength(1);
  });
});

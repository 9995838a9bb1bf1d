import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Problem } from '#stock/contract/problem.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { KeySetUnavailableError, signToken } from './access-token.ts';
import {
  runService,
  type RunningService,
  testMarket,
  testNow,
  testSecret,
  sendRaw,
} from './running-service.fixture.ts';

const expiresAt = testNow.getTime() / 1000 + 3600;
const otherMarket = { ...testMarket, territoryId: 'BRU "NL" \\ é \u2028 😀' };
const row = (stockQuantity: number) =>
  ({
    productId: 12345,
    stockDate: '2026-11-01',
    stockQuantity,
    isMaxLeadTime: false,
    isDeleted: false,
    lastUpdateDate: '2026-11-20',
  }) as const;

let service: RunningService;
beforeAll(async () => {
  service = await runService([
    [testMarket, row(1000)],
    [otherMarket, row(2000)],
  ]);
});
afterAll(() => service.close());

async function requested(running: RunningService, path: string, headers: Record<string, string>, method = 'GET') {
  const response = await fetch(running.baseUrl + path, { method, headers });
  const { status } = response;
  return { status, headers: response.headers, problem: status < 400 ? null : Problem.parse(await response.json()) };
}

function without(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(service.headers).filter(([header]) => header !== name));
}

const sentences: Record<string, string> = {
  'Bearer realm="stock"': 'The Authorization header must be "Bearer" and an access token.',
  'Bearer realm="stock", error="invalid_token"':
    'The access token in the Authorization header is not accepted. The token is not a valid JWT.',
  'SubscriptionKey realm="stock"': 'The Ocp-Apim-Subscription-Key header must be an accepted subscription key.',
};

describe('a request without valid credentials is rejected', () => {
  test.each<[string, string, Record<string, string>]>([
    ['no token', 'Bearer realm="stock"', { Authorization: '' }],
    ['another scheme', 'Bearer realm="stock"', { Authorization: 'Basic dTpw' }],
    ['a scheme alone', 'Bearer realm="stock"', { Authorization: 'Bearer ' }],
    ['two tokens', 'Bearer realm="stock"', { Authorization: 'Bearer a.b.c a.b.c' }],
    ['an invalid token', 'Bearer realm="stock", error="invalid_token"', { Authorization: 'Bearer a.b.c' }],
    ['no key', 'SubscriptionKey realm="stock"', { 'Ocp-Apim-Subscription-Key': '' }],
    ['an unknown key', 'SubscriptionKey realm="stock"', { 'Ocp-Apim-Subscription-Key': 'third-key' }],
    ['a part of a key', 'SubscriptionKey realm="stock"', { 'Ocp-Apim-Subscription-Key': 'first' }],
    ['a key in other letter case', 'SubscriptionKey realm="stock"', { 'Ocp-Apim-Subscription-Key': 'FIRST-KEY' }],
    ['several keys', 'SubscriptionKey realm="stock"', { 'Ocp-Apim-Subscription-Key': 'first-key, second-key' }],
  ])('with %s', async (_case, challenge, wrong) => {
    const { status, headers, problem } = await requested(service, '/stock/12345', { ...service.headers, ...wrong });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain(challenge);
    expect(problem?.type).toBe('urn:stock-horizon:problem:unauthorized');
    expect(problem?.detail).toBe(sentences[challenge]);
  });

  test.each([
    ['before it', (good: string) => `x ${good}`],
    ['after it', (good: string) => `${good} x`],
  ])('with a valid token and more text %s', async (_case, more) => {
    const Authorization = more(service.headers['Authorization'] ?? '');
    expect(await requested(service, '/stock/12345', { ...service.headers, Authorization })).toMatchObject({
      status: 401,
    });
  });

  test('with two Authorization headers', async () => {
    const Authorization = [service.headers['Authorization'], service.headers['Authorization']];
    const { status, problem } = await sendRaw(service, '/stock/12345', { headers: { Authorization } });
    expect([status, problem?.errors]).toEqual([
      400,
      [{ path: 'Authorization', message: 'Authorization must be given once.' }],
    ]);
  });

  test('without repeating any input', async () => {
    const token = await new SignJWT({ exp: expiresAt, sub: 'x"\r\nX-Evil: 1' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('not the secret of this service!!'));
    const { headers, problem } = await requested(service, '/stock/12345', {
      ...service.headers,
      Authorization: `Bearer ${token}`,
    });
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="stock", error="invalid_token", error_description="The signature of the token does not hold."',
    );
    expect(JSON.stringify(problem)).not.toContain(token.slice(0, 20));
  });
});

test.each(['first-key', 'second-key'])('accepts each configured key: %s', async (key) => {
  expect(
    await requested(service, '/stock/12345', { ...service.headers, 'Ocp-Apim-Subscription-Key': key }),
  ).toMatchObject({
    status: 200,
  });
});

test('accepts the scheme in any letter case, followed by several spaces', async () => {
  const authorization = service.headers.Authorization?.replace('Bearer', 'bearer  ') ?? '';
  expect(await requested(service, '/stock/12345', { ...service.headers, Authorization: authorization })).toMatchObject({
    status: 200,
  });
});

test.each<[string, Record<string, string>]>([
  ['none', {}],
  ['v2', { 'Api-version': 'v2' }],
  ['V1', { 'Api-version': 'V1' }],
  ['v1 twice', { 'Api-version': 'v1, v1' }],
])('rejects the version %s, naming the supported one', async (_case, version) => {
  const { status, problem } = await requested(service, '/stock/12345', { ...without('Api-version'), ...version });
  expect(status).toBe(400);
  expect(problem?.errors).toEqual([
    { path: 'Api-version', message: 'Api-version must be v1, the one supported version.' },
  ]);
});

test('checks the credentials, then the version, then the address, then the rest', async () => {
  const bad = '/stock/abc?quantity=-1';
  expect(await requested(service, bad, { 'Api-version': 'v2' })).toMatchObject({ status: 401 });
  expect(await requested(service, '/nothing', {})).toMatchObject({ status: 401 });
  expect(await requested(service, '/nothing', without('Api-version'))).toMatchObject({ status: 400 });
  expect(await requested(service, '/nothing', service.headers)).toMatchObject({
    status: 404,
    problem: { detail: 'Unknown operation. openapi.json lists all operations.' },
  });
  expect(await requested(service, bad, service.headers, 'POST')).toMatchObject({ status: 405 });
  expect(await requested(service, bad, service.headers)).toMatchObject({ status: 400 });
  expect(await requested(service, '/stock', { 'Api-version': 'v1' }, 'POST')).toMatchObject({ status: 401 });
});

test('the OpenAPI document requires no credentials', async () => {
  const response = await fetch(`${service.baseUrl}/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/api' }] });
});

test('returns only the market of the token', async () => {
  const inOther = async (path: string) => {
    const token = await signToken(testSecret, { subject: 'x', expiresAt, market: otherMarket });
    return service.ask(path, { headers: { Authorization: `Bearer ${token}` } });
  };
  expect(await (await inOther('/stock/12345?quantity=2')).json()).toMatchObject({ results: [{ item: otherMarket }] });
  expect(await service.ask('/stock/12345?quantity=2')).toMatchObject({ status: 404 });
  expect(await (await inOther('/stock/calendar')).json()).toMatchObject({
    results: [{ item: { stock: [{ ...otherMarket, stockQuantity: 2 }] } }],
  });
});

describe('internal errors', () => {
  test('are logged, and returned without details', async () => {
    const failing = await runService([], {
      wrapStore: (store) =>
        new Proxy(store, {
          get: (target, name: keyof StockStore) =>
            name === 'findStock' ? () => Promise.reject(new Error('SELECT secret FROM /var/db')) : target[name],
        }),
    });
    try {
      const { status, headers, problem } = await requested(failing, '/stock/12345', failing.headers);
      expect(status).toBe(500);
      expect(problem).toEqual({
        type: 'urn:stock-horizon:problem:internal-error',
        title: 'Internal error',
        status: 500,
        detail: `The request failed. The server log has the reason under request ID ${headers.get('x-request-id')}.`,
        instance: '/api/stock/12345',
        requestId: headers.get('x-request-id'),
      });
    } finally {
      await failing.close();
    }
  });

  test('request a retry if tokens cannot be verified', async () => {
    const failing = await runService([], {
      verifyToken: () => Promise.reject(new KeySetUnavailableError('fetch failed at 10.0.0.1')),
    });
    try {
      const { status, headers, problem } = await requested(failing, '/stock/12345', failing.headers);
      expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '5' });
      expect(JSON.stringify(problem)).not.toContain('10.0.0.1');
    } finally {
      await failing.close();
    }
  });
});

test('limits the rate of each key', async () => {
  const limited = await runService([[testMarket, row(1000)]], { limits: { requestsPerMinute: 3 } });
  try {
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await limited.ask('/stock/12345')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const { headers, problem } = await requested(limited, '/stock/12345', limited.headers);
    expect(headers.get('retry-after')).toBe('20');
    expect(problem?.type).toBe('urn:stock-horizon:problem:too-many-requests');
    expect(problem?.detail).toBe('Too many requests with this subscription key. Try again in 20 seconds.');
    expect(await limited.ask('/stock/12345', { headers: { 'Ocp-Apim-Subscription-Key': 'second-key' } })).toMatchObject(
      { status: 200 },
    );
  } finally {
    await limited.close();
  }
});

test('enforces the configured limits', async () => {
  const limits = {
    productsPerRequest: 2,
    idsPerFilter: 2,
    pageSize: 5,
    quantity: 10,
    productId: 20_000,
    bodyBytes: 200,
  };
  const limited = await runService([[testMarket, row(1000)]], { limits });
  const post = (body: string) =>
    limited.ask('/stock', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  try {
    const line = '{"productId":12345,"quantity":1}';
    expect(await post(`{"products":[${line},${line}]}`)).toMatchObject({ status: 200 });
    expect(await post(`{"products":[${line},${line},${line}]}`)).toMatchObject({ status: 400 });
    expect(await post(`{"products":[${line}]${' '.repeat(200)}}`)).toMatchObject({ status: 413 });
    expect(await limited.ask('/stock/calendar')).toMatchObject({ status: 200 });
    expect(await limited.ask('/stock/calendar?pageSize=6')).toMatchObject({ status: 400 });
    expect(await limited.ask('/stock/calendar?filter=productid.eq.any(1,2,3)')).toMatchObject({ status: 400 });
    expect(await limited.ask('/stock/12345?quantity=11')).toMatchObject({ status: 400 });
    expect(await limited.ask('/stock/20001')).toMatchObject({ status: 400 });
  } finally {
    await limited.close();
  }
});

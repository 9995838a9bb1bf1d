import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Problem } from '#stock/contract/problem.ts';
import { addDays } from '#stock/calendar-date.ts';
import { signToken } from '#server/service/access-token.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

import { cookieOf, runApp, type AppResponse, type RunningApp } from './running-app.fixture.ts';

const apps: RunningApp[] = [];
async function run(...words: Parameters<typeof runApp>): Promise<RunningApp> {
  const app = await runApp(...words);
  apps.push(app);
  return app;
}

let app: RunningApp;
beforeAll(async () => {
  app = await run();
});
afterAll(() => Promise.all(apps.map((each) => each.close())));

const problemIn = ({ text }: AppResponse) => Problem.parse(JSON.parse(text));

/** Sends raw bytes and returns everything the server sends back. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('close', () => resolve(received));
    socket.on('error', () => resolve(received));
  });
}

/** Credential headers of an API client; a long subject makes a long token. */
async function credentialHeaders(subject: string): Promise<Record<string, string>> {
  const { jwtSecret, subscriptionKeys } = app.secrets;
  const expiresAt = Math.floor(Date.now() / 1000) + 60;
  return {
    Authorization: `Bearer ${await signToken(jwtSecret ?? '', { subject, expiresAt })}`,
    'Ocp-Apim-Subscription-Key': subscriptionKeys[0] ?? '',
    'Api-version': 'v1',
  };
}

describe('every response', () => {
  it.each(['/', '/healthz', '/gateway/session', '/api/stock/1', '/gone.js', '/%', '/api/openapi.json'])(
    'of %s has security headers',
    async (path) => {
      const { headers } = await app.ask(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; .*base-uri 'none'; .*frame-ancestors 'none'(?:;|$)/,
      );
      expect(headers['content-security-policy']).not.toMatch(/unsafe/);
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it.each(['x y', 'a'.repeat(65), 'x"y', ''])('has a new request ID if the given one is %j', async (id) => {
    expect((await app.ask('/healthz', { headers: { 'X-Request-Id': id } })).headers['x-request-id']).toMatch(
      /^[\da-f-]{36}$/,
    );
  });
});

describe('a foreign host name (DNS rebinding)', () => {
  it.each([
    '/',
    '/healthz',
    '/gateway/session',
    '/gateway/availability?productId=12345',
    '/api/openapi.json',
    '/mark.svg',
  ])('is rejected at %s', async (path) => {
    const response = await app.ask(path, { headers: { Host: `evil.example:${app.port}` } });
    expect(response.status).toBe(403);
    expect(problemIn(response)).toMatchObject({ type: 'urn:stock-horizon:problem:forbidden', detail: /^The Host/ });
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('is rejected in the request line too, as is a missing or repeated Host', async () => {
    const elsewhere =
      'GET http://evil.example/gateway/session HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    expect(await exchange(app.port, elsewhere)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await exchange(app.port, 'GET /gateway/session HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
    const without = await exchange(app.port, 'GET /gateway/session HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(without).toMatch(/^HTTP\/1\.1 403 [^]+The Host header must/);
    const twice = 'GET /gateway/session HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expect(await exchange(app.port, twice)).not.toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('a page of another origin', () => {
  it.each([
    ['GET', '/gateway/session', { Origin: 'https://evil.example' }],
    ['GET', '/gateway/availability?productId=12345', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
    ['GET', '/gateway/session', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
    ['GET', '/mark.svg', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }],
    ['POST', '/gateway/session', { Origin: 'http://localhost:3000' }],
    ['POST', '/gateway/session', { Origin: undefined }],
    ['DELETE', '/gateway/session', { Origin: 'null' }],
    ['POST', '/api/stock', { Origin: 'https://evil.example' }],
    ['OPTIONS', '/gateway/calendars', { Origin: 'https://evil.example' }],
  ])('cannot %s %s with %j', async (method, path, headers) => {
    const response = await app.ask(path, { method, headers, ...(method === 'POST' && { body: {} }) });
    expect(response.status).toBe(403);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe('the API', () => {
  it('accepts requests without Origin', async () => {
    const headers = { Origin: undefined };
    const response = await app.ask('/api/stock', { method: 'POST', headers, body: { products: [] } });
    expect(response.status).toBe(401);
  });

  it.each(['/api', '/api/', '/api/nope', '/api/stock', '/api/stock/1/calendar/x'])(
    'rejects requests without credentials at %s',
    async (path) => {
      const response = await app.ask(path);
      expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer realm="stock"']);
    },
  );

  it('lists the allowed methods of an address to authenticated clients', async () => {
    const headers = await credentialHeaders('test');
    const known = await app.ask('/api/stock', { headers });
    expect([known.status, known.headers.allow]).toEqual([405, 'POST']);
    expect(problemIn(await app.ask('/api/nope', { headers })).detail).toMatch(/openapi\.json/);
  });
});

describe('the gateway', () => {
  it.each([
    ['PUT', '/gateway/session', 'DELETE, GET, HEAD, POST'],
    ['GET', '/gateway/order-check', 'POST'],
    ['POST', '/gateway/availability?productId=12345&quantity=1', 'GET, HEAD'],
    ['DELETE', '/gateway/calendars', 'GET, HEAD, POST'],
    ['GET', '/gateway/products/resolve', 'POST'],
    ['GET', '/gateway/api-check', 'POST'],
  ])('lists the allowed methods of an address without %s: %s', async (method, path, allowed) => {
    const response = await app.ask(path, { method });
    expect([response.status, response.headers.allow]).toEqual([405, allowed]);
    expect(problemIn(response).type).toBe('urn:stock-horizon:problem:method-not-allowed');
  });

  it.each(['/gateway', '/gateway/', '/gateway/nope', '/gateway/session/x', '/gateway/stock/1'])(
    'returns its own 404 at %s, for any method',
    async (path) => {
      for (const method of ['GET', 'DELETE']) {
        const response = await app.ask(path, { method });
        const { detail } = problemIn(response);
        expect([response.status, response.headers.allow, detail]).toEqual([
          404,
          undefined,
          expect.stringMatching(/^The gateway /),
        ]);
      }
    },
  );
});

describe('the longest filter', () => {
  it('is accepted, percent-encoded and with a large token', async () => {
    const headers = await credentialHeaders('x'.repeat(6000));
    const ids = Array.from({ length: 1000 }, (_, index) => 2_147_483_647 - index);
    const response = await app.ask(
      `/api/stock/calendar?filter=${encodeURIComponent(`productid.eq.any(${ids.join()})`)}`,
      {
        headers,
      },
    );
    expect(response.status).toBe(200);
  });

  it('is far below the size limit', async () => {
    const response = await app.ask(`/${'x'.repeat(70_000)}`);
    expect([response.status, response.headers['content-type']]).toEqual([
      431,
      'application/problem+json; charset=utf-8',
    ]);
  });
});

describe('healthz', () => {
  it('returns 200 if the store can be read', async () => {
    expect(await app.ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });

  it('returns 503 if the store cannot be read', async () => {
    const broken = await run(
      {},
      { wrapStore: (store) => Object.assign(store, { state: () => Promise.reject(new Error('/srv/x')) }) },
    );
    const response = await broken.ask('/healthz');
    expect([response.status, problemIn(response).detail]).toEqual([503, "The store can't be read."]);
    expect(broken.log()).toContain('store cannot be read');
  });
});

describe('behind a proxy', () => {
  const publicName = { Host: 'stock.example.com' };

  it('requires https and signs no user in automatically', async () => {
    const behind = await run({ PUBLIC_URL: 'https://stock.example.com' });
    const session = await behind.ask('/gateway/session', { headers: publicName });
    expect(session.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(JSON.parse(session.text)).toMatchObject({
      signedIn: false,
      service: { baseUrl: 'https://stock.example.com/api' },
    });
    expect(JSON.parse((await behind.ask('/gateway/session')).text)).toMatchObject({ signedIn: false });
  });

  it('accepts the Origin of the public address and sets cookies only for it', async () => {
    const behind = await run({ PUBLIC_URL: 'https://stock.example.com' });
    const headers = { ...publicName, Origin: 'https://stock.example.com' };
    const response = await behind.ask('/gateway/session', { method: 'DELETE', headers });
    expect(response.status).toBe(200);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-stock-horizon-[\da-f]{8}=; .*Path=\/; .*HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(
        /^__Host-stock-horizon-[\da-f]{8}-signed-out=1; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  it('signs no user in automatically if other machines can reach the server', async () => {
    const open = await run({ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080', ALLOW_HTTP: '1' });
    expect(JSON.parse((await open.ask('/gateway/session')).text)).toMatchObject({ signedIn: false });
  });
});

describe('with tokens of another issuer', () => {
  it('no user is signed in automatically, and sign-in is unavailable without the issuer’s keys', async () => {
    const foreign = await run({
      STOCK_JWKS_URL: 'http://127.0.0.1:1/keys',
      STOCK_JWT_ISSUER: 'issuer',
      STOCK_JWT_AUDIENCE: 'stock',
    });
    expect(JSON.parse((await foreign.ask('/gateway/session')).text)).toMatchObject({ signedIn: false });
    const [subscriptionKey] = foreign.secrets.subscriptionKeys;
    const token = ['{"alg":"RS256","kid":"k"}', '{}', 'x'].map((part) => btoa(part).replaceAll('=', '')).join('.');
    const response = await foreign.ask('/gateway/session', { method: 'POST', body: { token, subscriptionKey } });
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
  });
});

describe('credentials', () => {
  it('are in no response, header or log line', async () => {
    const { jwtSecret, subscriptionKeys, sessionSecret } = app.secrets;
    const [subscriptionKey = ''] = subscriptionKeys;
    const token = await signToken(jwtSecret ?? '', { subject: 'rep', expiresAt: 4_000_000_000 });
    const signedIn = await app.ask('/gateway/session', { method: 'POST', body: { token, subscriptionKey } });
    const cookie = cookieOf(signedIn);
    const headers = { Cookie: cookie };
    const responses = [
      signedIn,
      await app.ask('/gateway/session', { method: 'POST', body: { token, subscriptionKey: `${subscriptionKey}x` } }),
      await app.ask('/gateway/session', { method: 'POST', body: { token: `${token}x`, subscriptionKey } }),
      await app.ask('/gateway/session', { method: 'POST', body: { token, subscriptionKey, more: token } }),
    ];
    for (const path of [
      '/gateway/session',
      '/gateway/availability?productId=12345',
      '/gateway/availability?productId=7',
      '/gateway/availability?productId=x',
      '/',
      '/gone',
    ])
      responses.push(
        await app.ask(path, { headers }),
        await app.ask(path, { headers: { ...headers, Accept: 'text/html' } }),
      );
    const local = await app.ask('/gateway/session');

    const everything = JSON.stringify([...responses, local]) + app.log();
    const id = cookie?.split('=')[1] ?? '';
    const signature = token.split('.')[2] ?? '';
    for (const secret of [token, signature, subscriptionKey, jwtSecret ?? '', sessionSecret]) {
      expect(secret).not.toBe('');
      expect(everything).not.toContain(secret);
    }
    expect(everything).not.toContain('eyJ');
    expect(app.log()).not.toContain(id);
    const stored = await app.store.findSession(createHash('sha256').update(id).digest('hex'), 0);
    expect(Buffer.from(stored?.sealedCredentials ?? []).toString('latin1')).not.toContain(signature);
  });
});

describe('bytes that are no valid request', () => {
  it.each(['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n', '\0\0\0\0\r\n\r\n'])(
    'are rejected without implementation details: %j',
    async (bytes) => {
      const received = await exchange(app.port, bytes);
      expect(received).toMatch(/^HTTP\/1\.1 400 /);
      expect(received).not.toMatch(/node|fastify|HPE_|\bat \S+ \(/i);
    },
  );
});

describe('errors of the framework', () => {
  it.each([
    ['an unknown expectation', 'GET /api/stock/12345 HTTP/1.1\r\nExpect: x', 417],
    ['a method without any route', 'QUERY /api/stock/12345 HTTP/1.1', 400],
  ])('are returned as problem documents: %s', async (_what, start, status) => {
    const response = await exchange(app.port, `${start}\r\nHost: localhost:${app.port}\r\nConnection: close\r\n\r\n`);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 (?:${status}|401|403|404|405|501) `));
    expect(Problem.safeParse(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).success).toBe(true);
    expect(app.log()).not.toContain('request failed');
  });

  it('two access tokens are a bad request, in either order', async () => {
    const { Authorization = '', ...headers } = await credentialHeaders('twice');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    for (const tokens of [
      [Authorization, 'Bearer x'],
      ['Bearer x', Authorization],
    ]) {
      const both = tokens.map((token) => `Authorization: ${token}\r\n`);
      const head = `GET /api/stock/12345 HTTP/1.1\r\nHost: localhost:${app.port}\r\nConnection: close\r\n`;
      const response = await exchange(app.port, `${head}${[...both, ...lines].join('')}\r\n`);
      expect(response).toMatch(/^HTTP\/1.1 400 /);
      expect(response).toContain('Authorization must be given once.');
    }
  });

  it('an unreachable store is reported as temporarily unavailable', async () => {
    const failure = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const without = await run(
      {},
      { wrapStore: (store) => Object.assign(store, { findStock: () => Promise.reject(failure) }) },
    );
    const response = await without.ask('/gateway/availability?productId=12345&quantity=1');
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
    expect(response.text).not.toContain('10.0.0.1');
  });
});

describe('a client that does not read its responses', () => {
  it('is disconnected, since the responses would stay in memory', async () => {
    const impatient = await run({}, { responseIdleTimeout: 300 });
    const rows = Array.from({ length: 60_000 }, (_, index) =>
      stockRow({ productId: 1 + (index % 500), stockDate: addDays('2026-01-01', Math.floor(index / 500)) }),
    );
    await impatient.write({ rows });
    const page = 'GET /gateway/calendars?pageSize=250 HTTP/1.1';
    const socket = connect(impatient.port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(`${page}\r\nHost: localhost\r\n\r\n`.repeat(16));
    // A client that doesn't read notices the disconnect only by writing. The writes also show that it's alive.
    for (; !socket.destroyed; await wait(1500)) socket.write('\r\n');
    expect((await impatient.ask('/healthz')).status).toBe(200);
  });

  it('gets few concurrent requests on one connection, and any number of sequential ones', async () => {
    const request = 'GET /gateway/availability?productId=12345 HTTP/1.1\r\nHost: localhost\r\n';
    const last = `${request}Connection: close\r\n\r\n`;
    const responses = await exchange(app.port, `${request}\r\n`.repeat(19) + last);
    const statuses = [...responses.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect([statuses.slice(0, 8), statuses.at(-1)]).toEqual([Array.from({ length: 8 }, () => '200'), '429']);
    for (let requested = 0; requested < 20; requested += 1)
      expect((await app.ask('/gateway/availability?productId=12345')).status).toBe(200);
  });
});

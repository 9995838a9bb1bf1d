import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { cookieOf, runApp, type AppResponse, type RunningApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import type { Store } from '#server/store/stock-store.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

import { cookieName } from '#server/sign-in/session-cookies.ts';

let clock = new Date('2026-11-21T12:00:00Z');
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({}, { now: () => clock });
});
afterAll(() => app.close());
afterEach(() => {
  clock = new Date('2026-11-21T12:00:00Z');
});

const session = (cookie?: string) => app.ask('/gateway/session', { headers: { Cookie: cookie } });
const cookieNameOf = ({ config, secrets }: RunningApp) => cookieName(config, secrets.sessionSecret);
const sessionIn = ({ text }: AppResponse) => Session.parse(JSON.parse(text));
const hoursLater = (hours: number) => new Date(clock.getTime() + hours * 3_600_000);

async function credentials({ hours = 1, subject = 'rep', territoryId = 'FR_NO' } = {}) {
  const { jwtSecret, subscriptionKeys } = app.secrets;
  const expiresAt = Math.floor(hoursLater(hours).getTime() / 1000);
  const market = { company: 'LIL', salesOrganization: '31', territoryId };
  return {
    token: await signToken(jwtSecret ?? '', { subject, expiresAt, market }),
    subscriptionKey: subscriptionKeys[0] ?? '',
  };
}

const signIn = (body: object, headers: Record<string, string> = {}) =>
  app.ask('/gateway/session', { method: 'POST', body, headers });

describe('the local user', () => {
  it('is signed in automatically when the page loads', async () => {
    const response = await session();
    expect(sessionIn(response)).toEqual({
      signedIn: true,
      by: 'local',
      person: null,
      personId: expect.stringMatching(/^[\da-f]{16}$/) as string,
      isAdministrator: true,
      credentials: 'shared',
      market: { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' },
      expiresAt: '2026-11-22T00:00:00.000Z',
      endsAt: null,
      ending: null,
      company: null,
      service: {
        kind: 'embedded',
        baseUrl: `http://127.0.0.1:${app.port}/api`,
        version: '1.2.3',
        today: '2026-11-21',
        timeZone: 'UTC',
        demo: true,
        isEmpty: false,
        generation: 1,
        dataVersion: '1',
        searchable: true,
      },
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('needs no session for requests, and gets none', async () => {
    const response = await app.ask('/gateway/availability?productId=12345&quantity=40');
    expect(response.status).toBe(200);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['Forwarded', 'for=10.0.0.1'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Anything', ''],
    ['x-forwarded-proto', 'https'],
  ])("isn't signed in automatically behind a proxy (%s)", async (name, value) => {
    const response = await app.ask('/gateway/session', { headers: { [name]: value } });
    expect(sessionIn(response)).toMatchObject({ signedIn: false, by: null, market: null, expiresAt: null });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect((await app.ask('/gateway/availability?productId=12345', { headers: { [name]: value } })).status).toBe(401);
  });

  it('stays signed out after signing out', async () => {
    const before = app.log().length;
    const out = await app.ask('/gateway/session', { method: 'DELETE' });
    expect(sessionIn(out).signedIn).toBe(false);
    expect(app.log().slice(before)).toMatch(/"security":"sign-out".*"by":"local"/);
    const note = cookieOf(out, /signed-out=/);
    expect(sessionIn(await session(note)).signedIn).toBe(false);
    const response = await app.ask('/gateway/products?q=crepe', { headers: { Cookie: note } });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    const back = await signIn(await credentials(), { Cookie: note ?? '' });
    expect(back.headers['set-cookie']).toEqual([
      expect.stringMatching(/^stock-horizon-[\da-f]{8}=/),
      expect.stringMatching(/^stock-horizon-[\da-f]{8}-signed-out=; Max-Age=0/),
    ]);
  });
});

describe('a user with credentials', () => {
  it('signs in to their market', async () => {
    const response = await signIn(await credentials());
    expect(sessionIn(response)).toMatchObject({
      signedIn: true,
      by: 'credentials',
      market: { company: 'LIL', salesOrganization: '31', territoryId: 'FR_NO' },
      expiresAt: '2026-11-21T13:00:00.000Z',
      ending: { what: 'own-token', at: '2026-11-21T13:00:00.000Z' },
    });
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^stock-horizon-[\da-f]{8}=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const cookie = cookieOf(response);
    expect(sessionIn(await session(cookie))).toMatchObject({
      by: 'credentials',
      credentials: 'own',
      endsAt: '2026-11-21T13:00:00.000Z',
    });
    const elsewhere = await app.ask('/gateway/availability?productId=12345&quantity=1', {
      headers: { Cookie: cookie },
    });
    expect(JSON.parse(elsewhere.text)).toMatchObject({ calendar: { entries: [] }, result: { kind: 'no-stock-data' } });
  });

  it('may enter spaces around the credentials', async () => {
    const { token, subscriptionKey } = await credentials();
    expect((await signIn({ token: ` ${token}\n`, subscriptionKey: `\t${subscriptionKey} ` })).status).toBe(200);
  });

  it('gets a new session ID at each sign-in, and the previous one becomes invalid', async () => {
    const first = cookieOf(await signIn(await credentials()));
    const second = cookieOf(await signIn(await credentials(), { Cookie: first ?? '' }));
    expect(second).not.toBe(first);
    expect(sessionIn(await session(first)).by).toBe('local');
    expect(sessionIn(await session(second)).by).toBe('credentials');
  });

  it("can't choose the session ID", async () => {
    const chosen = `${cookieNameOf(app)}=${randomBytes(32).toString('base64url')}`;
    const response = await signIn(await credentials(), { Cookie: chosen });
    expect(cookieOf(response)).not.toBe(chosen);
    expect(cookieOf(await session(chosen))).not.toBe(chosen);
  });

  it('is signed out when the token expires', async () => {
    const cookie = cookieOf(await signIn(await credentials()));
    clock = hoursLater(1.1);
    expect(sessionIn(await session(cookie)).by).toBe('local');
  });

  it('has to sign in again after 30 days, even if the token lasts longer', async () => {
    const response = await signIn(await credentials({ hours: 24 * 3650 }));
    expect(response.headers['set-cookie']?.[0]).toContain('Max-Age=2592000');
    const cookie = cookieOf(response);
    for (let day = 1; day < 30; day++) {
      clock = hoursLater(23.9);
      expect(sessionIn(await session(cookie)).by).toBe('credentials');
    }
    clock = hoursLater(23.9);
    await session(cookie);
    clock = hoursLater(4);
    expect(sessionIn(await session(cookie)).by).toBe('local');
  });

  it('has to sign in again after a day without requests, but not with one a day', async () => {
    const whose = await credentials({ hours: 24 * 3650 });
    const [used, left] = [cookieOf(await signIn(whose)), cookieOf(await signIn(whose))];
    for (const hours of [23, 23, 23]) {
      clock = hoursLater(hours);
      expect(sessionIn(await session(used)).by).toBe('credentials');
    }
    expect(sessionIn(await session(left)).by).toBe('local');
    clock = hoursLater(24.1);
    expect(sessionIn(await session(used)).by).toBe('local');
  });

  it("isn't signed in again by a request in flight", async () => {
    const cookie = cookieOf(await signIn(await credentials({ hours: 100 })));
    clock = hoursLater(20);
    const asking = { headers: { Cookie: cookie } };
    await Promise.all([session(cookie), app.ask('/gateway/session', { method: 'DELETE', ...asking }), session(cookie)]);
    expect(sessionIn(await session(cookie)).by).toBe('local');
  });

  it("leaves nothing in the browser's cache after signing out", async () => {
    const cookie = cookieOf(await signIn(await credentials()));
    const response = await app.ask('/gateway/session', { method: 'DELETE', headers: { Cookie: cookie } });
    expect(response.headers['clear-site-data']).toBe('"cache"');
  });

  it('can sign out without a session', async () => {
    expect((await app.ask('/gateway/session', { method: 'DELETE' })).status).toBe(200);
  });

  it("can't use the session after signing out", async () => {
    const cookie = cookieOf(await signIn(await credentials()));
    await app.ask('/gateway/session', { method: 'DELETE', headers: { Cookie: cookie } });
    expect(sessionIn(await session(cookie)).by).toBe('local');
  });

  it('signs out in all browsers, without affecting others', async () => {
    const whose = [{ subject: 'ann' }, { subject: 'ann', hours: 2 }, { subject: 'ann', territoryId: 'X' }, {}];
    const cookies = await Promise.all(whose.map(async (each) => cookieOf(await signIn(await credentials(each)))));
    const asking = { method: 'DELETE', headers: { Cookie: cookies[0] } };
    expect((await app.ask('/gateway/session?everywhere=true', asking)).status).toBe(200);
    const by = await Promise.all(cookies.map(async (cookie) => sessionIn(await session(cookie)).by));
    expect(by).toEqual(['local', 'local', 'local', 'credentials']);
  });

  it('gets an error for an invalid `everywhere`', async () => {
    const response = await app.ask('/gateway/session?everywhere=yes', { method: 'DELETE' });
    expect(JSON.parse(response.text).errors).toEqual([
      { path: 'everywhere', message: 'everywhere must be true or false.' },
    ]);
  });

  it.each([
    ['token', { token: 'x' }, /token is not a valid JWT/],
    ['token', { token: 'a.b.c' }, /token is not a valid JWT/],
    ['token', { token: 'a.b.c\r\nX: y' }, /token is not a valid JWT/],
    ['token', { token: 'é.a.b.c' }, /token is not a valid JWT/],
    ['key', { subscriptionKey: 'wrong' }, /subscription key/],
  ])('is rejected for an invalid %s: %j', async (what, wrong, detail) => {
    const response = await signIn({ ...(await credentials()), ...wrong });
    expect(response.status).toBe(401);
    expect(JSON.parse(response.text)).toMatchObject({
      type: `urn:stock-horizon:problem:invalid-${what}`,
      status: 401,
      detail: expect.stringMatching(detail) as string,
    });
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('is rejected with a token that has expired or is signed by another party', async () => {
    const expired = await signIn(await credentials({ hours: -1 }));
    const { type, detail } = JSON.parse(expired.text);
    expect([expired.status, type, detail]).toEqual([
      401,
      'urn:stock-horizon:problem:expired-token',
      'The token has expired.',
    ]);
    const foreign = await signToken('another secret of 32 characters..', { subject: 'x', expiresAt: 4_000_000_000 });
    expect((await signIn({ ...(await credentials()), token: foreign })).status).toBe(401);
  });

  it.each([
    [{}, 'token'],
    [{ token: 1, subscriptionKey: 'k' }, 'token'],
    [{ token: 'x', subscriptionKey: 'k', more: 1 }, 'more'],
    [{ token: 'x'.repeat(20_000), subscriptionKey: 'k' }, 'token'],
    [[], 'body'],
    ['{"token":"x","subscriptionKey":"k","__proto__":{"a":1}}', '__proto__'],
    ['{"token":', 'body'],
  ])('gets the errors of %j', async (body, path) => {
    const response = await app.ask('/gateway/session', { method: 'POST', body });
    expect(response.status).toBe(400);
    const message = expect.stringMatching(new RegExp(`^${path} (must|is) .+\\.$`)) as string;
    expect(JSON.parse(response.text).errors).toContainEqual({ path, message });
  });
});

describe('two servers with the same store and secrets', () => {
  it('share sessions, whatever their ports', async () => {
    const second = await runApp(
      { DATA_DIR: app.config.dataDir, PORT: '8081' },
      { now: () => clock, wrapStore: () => app.store },
    );
    const cookie = cookieOf(await signIn(await credentials()));
    const asking = { headers: { Cookie: cookie, 'X-Forwarded-For': '10.0.0.1' } };
    expect(sessionIn(await second.ask('/gateway/session', asking))).toMatchObject({
      signedIn: true,
      by: 'credentials',
    });
    await second.ask('/gateway/session', { method: 'DELETE', ...asking });
    expect(sessionIn(await app.ask('/gateway/session', asking)).signedIn).toBe(false);
    await second.close();
  });
});

const digestOf = (cookie = '') =>
  createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest('hex');

it('rejects unknown query parameters', async () => {
  const response = await app.ask('/gateway/session?again=1');
  expect([response.status, JSON.parse(response.text).errors]).toMatchObject([400, [{ path: 'again' }]]);
});

it('distinguishes imported data from demo data', async () => {
  const own = await runApp();
  await own.write({ replaceStock: true, rows: [stockRow({ productId: 7, stockDate: '2026-11-01' })] });
  expect(sessionIn(await own.ask('/gateway/session')).service).toMatchObject({ demo: false, generation: 2 });
  await own.close();
});

describe('a peer that guesses credentials', () => {
  it('is rate-limited', async () => {
    const guessing = await runApp({}, { now: () => clock, elapsed: () => 0 });
    const guess = () =>
      guessing.ask('/gateway/session', { method: 'POST', body: { token: 'a.b.c', subscriptionKey: 'k' } });
    for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(401);
    const response = await guess();
    expect([response.status, response.headers['retry-after']]).toEqual([429, '60']);
    expect(JSON.parse(response.text).detail).toMatch(/^Too many failed sign-ins/);
    await guessing.close();
  });

  it('is rejected before its body of up to 64 KiB is read', async () => {
    const guessing = await runApp({}, { now: () => clock, elapsed: () => 0 });
    const say = (body: string) => guessing.ask('/gateway/session', { method: 'POST', body });
    expect((await say(JSON.stringify({ token: 'x'.repeat(65_536) }))).status).toBe(413);
    expect((await say('{')).status).toBe(400);
    const wrong = JSON.stringify({ token: 'a.b.c', subscriptionKey: 'k' });
    for (let count = 1; count < 10; count += 1) expect((await say(wrong)).status).toBe(401);
    expect((await say('{')).status).toBe(429);
    await guessing.close();
  });
});

describe('a session cookie that was tampered with', () => {
  const ended = 'Your session has ended. Sign in again.';
  it.each([
    ['', 'Sign in first.'],
    ['x', 'Sign in first.'],
    ['a'.repeat(43), ended],
    ['a'.repeat(44), 'Sign in first.'],
    [`.${'a'.repeat(43)}`, 'Sign in first.'],
    [`${'a'.repeat(42)}"`, 'Sign in first.'],
    ['..', 'Sign in first.'],
    ['%00', 'Sign in first.'],
    ['a'.repeat(10_000), 'Sign in first.'],
  ])('is ignored: %j', async (id, detail) => {
    const response = await app.ask('/gateway/availability?productId=12345', {
      headers: { Cookie: `${cookieNameOf(app)}=${id}`, 'X-Forwarded-For': '10.0.0.1' },
    });
    expect([response.status, JSON.parse(response.text).detail]).toEqual([401, detail]);
  });

  it("doesn't open with another SESSION_SECRET", async () => {
    const cookie = cookieOf(await signIn(await credentials()));
    const rotated = await runApp(
      { DATA_DIR: app.config.dataDir, SESSION_SECRET: 'another' },
      { now: () => clock, wrapStore: () => app.store },
    );
    const renamed = cookie?.replace(cookieNameOf(app), cookieNameOf(rotated));
    const details = await Promise.all(
      [cookie, renamed].map(async (Cookie) => {
        const headers = { Cookie, 'X-Forwarded-For': '10.0.0.1' };
        return JSON.parse((await rotated.ask('/gateway/availability?productId=12345', { headers })).text)
          .detail as string;
      }),
    );
    expect(details).toEqual(['Sign in first.', 'Your session has ended. Sign in again.']);
    await rotated.close();
  });

  it("doesn't open under another ID", async () => {
    const now = Math.floor(clock.getTime() / 1000);
    const victim = cookieOf(await signIn(await credentials()));
    const mine = cookieOf(await signIn(await credentials()));
    const stored = await app.store.findSession(digestOf(victim), now);
    if (stored === null) throw new Error('the session is not in the store');
    await app.store.saveSession({ ...stored, idDigest: digestOf(mine) });
    const headers = { Cookie: mine, 'X-Forwarded-For': '10.0.0.1' };
    expect((await app.ask('/gateway/availability?productId=12345', { headers })).status).toBe(401);
  });
});

const refused = (status: number, route: string) => ({ security: 'refused', from: '127.0.0.1', status, route });

describe('the security log, at any log level', () => {
  it('contains sign-ins, sign-outs and rejections, but no credentials', async () => {
    const { token, subscriptionKey } = await credentials();
    const before = app.log().length;
    const cookie = cookieOf(await signIn({ token, subscriptionKey }));
    await signIn({ token, subscriptionKey: 'not-the-key' });
    await app.ask('/gateway/availability?productId=99999&quantity=secret', {
      headers: { 'X-Forwarded-For': '10.0.0.1' },
    });
    await app.ask('/gateway/session', { headers: { Origin: 'https://evil.example' } });
    await app.ask('/api/stock/7', { headers: { Authorization: 'Bearer a.b.c' } });
    await app.ask('/gateway/session', { method: 'DELETE', headers: { Cookie: cookie } });
    const lines = app.log().slice(before).trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ security }) => security);
    expect(events).toMatchObject([
      { security: 'sign-in', from: '127.0.0.1', by: 'credentials', personId: expect.stringMatching(/^[\da-f]{16}$/) },
      refused(401, 'POST /gateway/session'),
      refused(401, 'GET /gateway/availability'),
      refused(403, 'GET /gateway/session'),
      refused(401, 'GET /api/stock/:productId'),
      { security: 'sign-out', by: 'credentials' },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/not-the-key|99999|secret|evil|a\.b\.c|eyJ/);
  });

  it('is written even if only errors are logged otherwise', async () => {
    const quiet = await runApp({}, { logLevel: 'error' });
    await quiet.ask('/gateway/session', { headers: { Origin: 'https://evil.example' } });
    expect(quiet.log()).toContain('"security":"refused"');
    await quiet.close();
  });
});

function failingBy(store: Store, fault: Error): Store {
  return Object.assign(Object.create(store) as Store, { saveSession: () => Promise.reject(fault) });
}
const fullDisk = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' });

describe('a full disk', () => {
  let full: RunningApp;
  beforeAll(async () => {
    full = await runApp({}, { wrapStore: (store) => failingBy(store, fullDisk) });
  });
  afterAll(() => full.close());

  it("doesn't affect the local user, whose requests store nothing", async () => {
    const response = await full.ask('/gateway/session');
    expect([response.status, sessionIn(response).signedIn, cookieOf(response)]).toEqual([200, true, undefined]);
    expect((await full.ask('/gateway/availability?productId=12345&quantity=40')).status).toBe(200);
    expect(full.log()).not.toContain('database or disk is full');
  });

  it('is reported as temporary at a sign-in with credentials', async () => {
    const { jwtSecret, subscriptionKeys } = full.secrets;
    const token = await signToken(jwtSecret ?? '', { subject: 'rep', expiresAt: Date.now() / 1000 + 3600 });
    const body = { token, subscriptionKey: subscriptionKeys[0] };
    const response = await full.ask('/gateway/session', { method: 'POST', body });
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
  });
});

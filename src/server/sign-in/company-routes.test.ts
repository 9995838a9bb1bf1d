import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { cookieName } from './session-cookies.ts';
import { runApp, type AppResponse, type RunningApp } from '#server/running-app.fixture.ts';

import { type Arrival, RedirectingBrowser } from './redirecting-browser.fake.ts';
import { runProvider, testClient, type RunningProvider } from './running-provider.fixture.ts';

const origin = 'https://stock.example.com';
const people = {
  ann: { name: 'Ann Weaver', email: 'ann@example.com', email_verified: true },
  bob: { name: 'Bob', email: 'bob@example.com', email_verified: false },
  cem: { email: 'cem@elsewhere.test', email_verified: true, groups: ['Sales'] },
  dan: { email: 'dan@elsewhere.test', email_verified: true, groups: ['Cleaning'] },
};

let clock = new Date();
let provider: RunningProvider;
let app: RunningApp;
const settings = (over: Record<string, string> = {}) => ({
  PUBLIC_URL: origin,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: testClient.clientId,
  OIDC_CLIENT_SECRET: testClient.clientSecret,
  OIDC_ALLOWED: 'example.com,group:Sales',
  ...over,
});
beforeAll(async () => {
  provider = await runProvider({
    redirectUris: [`${origin}/gateway/oidc/callback`],
    postLogoutRedirectUris: [`${origin}/`],
    people,
  });
  app = await runApp(settings(), { now: () => clock });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const start = '/gateway/oidc/start';
const sessionIn = ({ text }: AppResponse) => Session.parse(JSON.parse(text));
const sessionOf = async (browser: RedirectingBrowser) => sessionIn(await browser.ask('/gateway/session'));

/** Starts at the dashboard and signs in at the provider. */
async function signIn(person: string, { from = start, browser = new RedirectingBrowser(app, origin) } = {}) {
  const asked = await browser.goTo(from);
  const arrived = await browser.goTo(asked.url.href, person === '' ? {} : { person });
  return { browser, asked, arrived };
}

/** Signs in at the provider and returns its redirect without following it. */
async function providerRedirect(person: string): Promise<{ back: URL; browser: RedirectingBrowser }> {
  const browser = new RedirectingBrowser(app, origin);
  const asked = await browser.goTo(start);
  const { url: back } = await browser.goTo(asked.url.href, { person }, origin);
  expect(back.pathname).toBe('/gateway/oidc/callback');
  return { back, browser };
}

describe('a user of the company', () => {
  it('signs in, and returns to the page they came from', async () => {
    const { browser, asked, arrived } = await signIn('ann', {
      from: `${start}?returnTo=${encodeURIComponent('/?product=1&quantity=2')}`,
    });
    expect(asked.url.origin).toBe(provider.issuer);
    expect([arrived.url.href, arrived.status]).toEqual([`${origin}/?product=1&quantity=2`, 200]);
    expect(await sessionOf(browser)).toMatchObject({
      signedIn: true,
      by: 'company',
      person: 'Ann Weaver',
      credentials: 'shared',
      market: { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' },
      company: { refusal: null, signOutUrl: null },
    });
    expect((await browser.ask('/gateway/availability?productId=12345&quantity=40')).status).toBe(200);
  });

  it('gets mails at the address that the provider has verified', async () => {
    for (const [person, address] of [
      ['ann', 'ann@example.com'],
      ['cem', 'cem@elsewhere.test'],
    ] as const) {
      const { browser } = await signIn(person);
      const settings = JSON.parse((await browser.ask('/gateway/mail')).text) as object;
      expect(settings).toMatchObject({ address, isOfCompany: true });
    }
  });

  it('signs in by a group', async () => {
    const { browser } = await signIn('cem');
    expect(await sessionOf(browser)).toMatchObject({ by: 'company', person: 'cem@elsewhere.test' });
  });

  it('is an administrator if OIDC_ADMINISTRATORS names them', async () => {
    const csv = { method: 'POST', body: 'productId,stockDate,stockQuantity\n5,2020-01-01,1\n' };
    const withImport = await runApp(settings({ OIDC_ADMINISTRATORS: 'group:Sales' }), { now: () => clock });
    try {
      for (const [person, isAdministrator, status] of [
        ['ann', false, 403],
        ['cem', true, 200],
      ] as const) {
        const { browser } = await signIn(person, { browser: new RedirectingBrowser(withImport, origin) });
        expect(await sessionOf(browser)).toMatchObject({ by: 'company', isAdministrator });
        expect((await browser.ask('/gateway/import?kind=stock', csv)).status, person).toBe(status);
        const check = await browser.ask('/gateway/api-check', { method: 'POST', body: {} });
        const size = await browser.ask('/gateway/history/size');
        expect([check.status, size.status], person).toEqual([status, status]);
        if (isAdministrator) continue;
        expect(check.text).toContain('Only administrators can check the stock service.');
        expect(size.text).toContain('Only administrators can see the size of the history.');
      }
    } finally {
      await withImport.close();
    }
  });

  it('gets cookies that scripts cannot read and other sites cannot use', async () => {
    const browser = new RedirectingBrowser(app, origin);
    const headers = { Host: 'stock.example.com' };
    const begun = await app.ask(start, { headers });
    expect(begun.headers['set-cookie']).toContainEqual(
      expect.stringMatching(
        /^__Host-stock-horizon-[\da-f]{8}-company=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    );
    await signIn('ann', { browser });
    expect(browser.appCookies).toEqual([
      [expect.stringMatching(/^__Host-stock-horizon-[\da-f]{8}$/), expect.stringMatching(/^[\w-]{43}$/)],
    ]);
  });

  it('is redirected with PKCE, state and nonce', async () => {
    const response = await app.ask(start, { headers: { Host: 'stock.example.com' } });
    const { searchParams } = new URL(response.headers.location ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'stock-horizon',
      response_type: 'code',
      redirect_uri: `${origin}/gateway/oidc/callback`,
      scope: 'openid email profile groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('has to sign in again after twelve hours', async () => {
    const { browser } = await signIn('ann');
    for (const hours of [3.9, 3.9, 3.9]) {
      clock = new Date(clock.getTime() + hours * 3_600_000);
      expect((await sessionOf(browser)).signedIn).toBe(true);
    }
    clock = new Date(clock.getTime() + 0.5 * 3_600_000);
    expect((await sessionOf(browser)).signedIn).toBe(false);
    clock = new Date();
  });

  it('has to sign in again after four hours without a request', async () => {
    const { browser } = await signIn('ann');
    clock = new Date(clock.getTime() + 4.1 * 3_600_000);
    expect((await sessionOf(browser)).signedIn).toBe(false);
    clock = new Date();
  });

  it('gets a new session ID with each sign-in, and the previous one is invalid', async () => {
    const { browser } = await signIn('ann');
    const [name, first] = browser.appCookies[0] ?? [];
    await browser.goTo(start);
    const second = browser.appCookies[0]?.[1];
    expect(second).not.toBe(first);
    const headers = { Host: 'stock.example.com', Cookie: `${name}=${first}` };
    expect((await app.ask('/gateway/availability?productId=12345', { headers })).status).toBe(401);
  });

  it('signs out here, and gets the URL to sign out at the company', async () => {
    const { browser } = await signIn('ann');
    const { browser: elsewhere } = await signIn('ann');
    const out = sessionIn(await browser.ask('/gateway/session', { method: 'DELETE' }));
    const url = new URL(out.company?.signOutUrl ?? '');
    expect([url.origin, url.pathname]).toEqual([provider.issuer, '/session/end']);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'stock-horizon',
      post_logout_redirect_uri: `${origin}/`,
    });
    expect((await sessionOf(browser)).by).toBeNull();
    expect((await sessionOf(elsewhere)).by).toBe('company');
  });

  it('signs out on all devices', async () => {
    const [{ browser: here }, { browser: there }, { browser: other }] = [
      await signIn('ann'),
      await signIn('ann'),
      await signIn('cem'),
    ];
    await here.ask('/gateway/session?everywhere=true', { method: 'DELETE' });
    expect((await sessionOf(there)).by).toBeNull();
    expect((await sessionOf(other)).by).toBe('company');
  });
});

const refusalAt = async ({ url }: Arrival, browser: RedirectingBrowser) => {
  const { signedIn, by, company } = await sessionOf(browser);
  return { path: url.href.slice(origin.length), signedIn, by, reason: company?.refusal?.reason };
};

describe('no user is signed in', () => {
  it.each([
    ['bob', 'not-allowed'],
    ['dan', 'not-allowed'],
    ['', 'cancelled'],
  ])('%s: %s', async (person, reason) => {
    const { browser, arrived } = await signIn(person, { from: `${start}?returnTo=/order` });
    expect(await refusalAt(arrived, browser)).toEqual({ path: '/order', signedIn: false, by: null, reason });
    expect((await browser.ask('/gateway/availability?productId=12345')).status).toBe(401);
  });

  it('with a response to another browser', async () => {
    const { back } = await providerRedirect('ann');
    const victim = new RedirectingBrowser(app, origin);
    expect(await refusalAt(await victim.goTo(back.href), victim)).toMatchObject({ by: null, reason: 'expired' });
    const { browser } = await providerRedirect('cem');
    expect(await refusalAt(await browser.goTo(back.href), browser)).toMatchObject({ by: null, reason: 'expired' });
  });

  it('after ten minutes', async () => {
    const { back, browser } = await providerRedirect('ann');
    clock = new Date(clock.getTime() + 601_000);
    expect(await refusalAt(await browser.goTo(back.href), browser)).toMatchObject({ by: null, reason: 'expired' });
    clock = new Date();
  });

  it('by a repeated response', async () => {
    const { back, browser } = await providerRedirect('ann');
    await browser.goTo(back.href);
    expect((await sessionOf(browser)).by).toBe('company');
    browser.forgetAppCookies();
    expect(await refusalAt(await browser.goTo(back.href), browser)).toMatchObject({ by: null, reason: 'expired' });
  });

  it.each([
    ['code', 'made-up', 'unavailable'],
    ['iss', 'https://evil.test', 'not-trusted'],
  ])('with another %s', async (name, value, reason) => {
    const { back, browser } = await providerRedirect('ann');
    back.searchParams.set(name, value);
    expect(await refusalAt(await browser.goTo(back.href), browser)).toMatchObject({ by: null, reason });
  });

  it('by a cookie of another server', async () => {
    const other = await runApp(settings());
    const { headers } = await other.ask(start, { headers: { Host: 'stock.example.com' } });
    const sealed = headers['set-cookie']?.find((line) => line.includes('-company='))?.split(/[=;]/)[1];
    const cookie = `${cookieName(app.config, app.secrets.sessionSecret)}-company=${sealed}`;
    const state = new URL(headers.location ?? '').searchParams.get('state');
    const asking = { headers: { Host: 'stock.example.com', Cookie: cookie } };
    const response = await app.ask(`/gateway/oidc/callback?code=x&state=${state}&iss=${provider.issuer}`, asking);
    expect(response.headers['set-cookie']).toContainEqual(expect.stringContaining('company-refusal=expired.'));
    await other.close();
  });
});

/** Restarts the server with the same store and secrets. */
const restarted = (over: Record<string, string>) =>
  runApp({ ...settings(over), DATA_DIR: app.config.dataDir }, { now: () => clock, wrapStore: () => app.store });

describe('the session of a company user', () => {
  const noCompany = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_ALLOWED: '' };

  it.each([
    ['remains valid with the same provider', {}, 'company'],
    ['is invalid with another one', { OIDC_ISSUER: 'https://login.example.com' }, null],
    ['is invalid without company sign-in', noCompany, null],
  ])('%s', async (_, over, by) => {
    const { browser } = await signIn('ann');
    const server = await restarted(over);
    const Cookie = browser.appCookies.map((pair) => pair.join('=')).join('; ');
    const headers = { Host: 'stock.example.com', Origin: origin, Cookie };
    expect(sessionIn(await server.ask('/gateway/session', { headers })).by).toBe(by);
    const { status } = await server.ask('/gateway/availability?productId=12345&quantity=40', { headers });
    expect(status).toBe(by === null ? 401 : 200);
    const out = sessionIn(await server.ask('/gateway/session', { method: 'DELETE', headers }));
    expect(out.company?.signOutUrl ?? null).toEqual(by === null ? null : expect.stringContaining('/session/end'));
    expect((await sessionOf(browser)).by).toBeNull();
    await server.close();
  });
});

describe('the address after the sign-in', () => {
  it.each(['https://evil.test/', '//evil.test', '/.//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
    'is never on another site: %s',
    async (returnTo) => {
      const { arrived } = await signIn('ann', { from: `${start}?returnTo=${encodeURIComponent(returnTo)}` });
      expect(arrived.url.href).toBe(`${origin}/`);
    },
  );

  it('rejects a start from another site', async () => {
    const headers = { Host: 'stock.example.com', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    expect((await app.ask(start, { headers })).status).toBe(403);
  });
});

describe('a provider that is down', () => {
  it('does not prevent the start, and is used once it is available', async () => {
    const { port } = new URL(provider.issuer);
    await provider.close();
    const lonely = await runApp(settings());
    const browser = new RedirectingBrowser(lonely, origin);
    expect(await refusalAt(await browser.goTo(`${start}?returnTo=/order`), browser)).toMatchObject({
      path: '/order',
      reason: 'unavailable',
    });
    provider = await runProvider({
      port: Number(port),
      redirectUris: [`${origin}/gateway/oidc/callback`],
      postLogoutRedirectUris: [`${origin}/`],
      people,
    });
    const asked = await browser.goTo(start);
    await browser.goTo(asked.url.href, { person: 'ann' });
    expect((await sessionOf(browser)).by).toBe('company');
    await lonely.close();
  });
});

describe('a response of the provider without an end', () => {
  it.each(['/.well-known/openid-configuration', '/token', '/jwks', '/me'])('signs nobody in: %s', async (path) => {
    const fresh = await runApp(settings());
    const browser = new RedirectingBrowser(fresh, origin);
    provider.endless.add(path);
    const sentBefore = provider.endlessBytes();
    try {
      let arrival = await browser.goTo(start);
      if (!path.startsWith('/.well-known')) arrival = await browser.goTo(arrival.url.href, { person: 'ann' });
      expect(await refusalAt(arrival, browser)).toMatchObject({ reason: 'unavailable' });
      // Some of it is in the buffers of the connection.
      expect(provider.endlessBytes() - sentBefore).toBeLessThan(16 * 1_048_576);
    } finally {
      provider.endless.delete(path);
      await fresh.close();
    }
  });
});

it('fetches what is the same for all users once for those who sign in at the same time', async () => {
  const fresh = await runApp(settings());
  const browsers = Array.from({ length: 5 }, () => new RedirectingBrowser(fresh, origin));
  provider.requests.length = 0;
  const sessions = await Promise.all(
    browsers.map(async (browser) => {
      const asked = await browser.goTo(start);
      await browser.goTo(asked.url.href, { person: 'ann' });
      return sessionOf(browser);
    }),
  );
  expect(sessions.map(({ signedIn }) => signedIn)).toEqual(browsers.map(() => true));
  const count = (path: string) => provider.requests.filter((requested) => requested === path).length;
  expect(['/.well-known/openid-configuration', '/jwks', '/token', '/me'].map(count)).toEqual([1, 1, 5, 5]);
  await fresh.close();
});

describe('keys that the provider replaced', () => {
  it('are accepted for at most five minutes, even if the clock is set back', async () => {
    await signIn('ann');
    const { port } = new URL(provider.issuer);
    await provider.close();
    provider = await runProvider({ port: Number(port), redirectUris: [`${origin}/gateway/oidc/callback`], people });
    const elapsed = performance.now.bind(performance);
    const passed = vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + 301_000);
    clock = new Date(clock.getTime() - 86_400_000);
    vi.useFakeTimers({ toFake: ['Date'], now: clock });
    try {
      const { browser } = await signIn('ann');
      expect((await sessionOf(browser)).by).toBe('company');
    } finally {
      passed.mockRestore();
      vi.useRealTimers();
      clock = new Date();
    }
  });
});

describe('without credentials for the service', () => {
  it('a signed-in company user gets an error that names the missing ones', async () => {
    const own = await runApp(
      settings({ STOCK_JWKS_URL: 'http://127.0.0.1:1/keys', STOCK_JWT_ISSUER: 'i', STOCK_JWT_AUDIENCE: 'a' }),
    );
    const browser = new RedirectingBrowser(own, origin);
    const asked = await browser.goTo(start);
    await browser.goTo(asked.url.href, { person: 'ann' });
    expect(await sessionOf(browser)).toMatchObject({
      signedIn: false,
      by: 'company',
      person: 'Ann Weaver',
      credentials: null,
    });
    const response = await browser.ask('/gateway/availability?productId=12345');
    expect([response.status, JSON.parse(response.text).detail]).toEqual([
      401,
      'You are signed in with your company account. The stock service also needs your access token and subscription key.',
    ]);
    await own.close();
  });
});

import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { RedirectingBrowser } from '#server/sign-in/redirecting-browser.fake.ts';
import { runProvider, testClient } from '#server/sign-in/running-provider.fixture.ts';
import { cookieOf, runApp, type AppResponse, type RunningApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';

import { Sessions } from '#server/sign-in/sessions.ts';
import { fakeUpstream, hangUp, json, type FakeUpstream, type Handler } from '#server/upstream/upstream.fake.ts';

/** A service that accepts one opaque token and one key. */
const strict: Handler = (call, response) => {
  const { authorization, 'ocp-apim-subscription-key': key } = call.headers;
  const isRight = authorization === 'Bearer opaque-token' && key === 'right-key';
  return (isRight ? json({}) : json({ statusCode: 401, message: 'Access denied' }, 401))(call, response);
};
const right = { token: 'opaque-token', subscriptionKey: 'right-key' };

let upstream: FakeUpstream;
let app: RunningApp;
beforeEach(async () => {
  upstream = await fakeUpstream(strict);
});
afterEach(async () => {
  await app.close();
  await upstream.close();
});

const sessionIn = ({ text }: AppResponse) => Session.parse(JSON.parse(text));
const detailIn = ({ text }: AppResponse) => (JSON.parse(text) as { detail: string }).detail;
const signIn = (body: object) => app.ask('/gateway/session', { method: 'POST', body });
const sharedRanOut = /^The shared access token has expired\. Ask your administrator to renew it/;
const idIn = (response: AppResponse) => cookieOf(response)?.split('=')[1] ?? '';
/** Content of the stored session, decrypted as by the server. */
const contentOf = async (id: string) =>
  (await new Sessions(app.store, app.secrets.sessionSecret, () => new Date()).find(id))?.content;
const upstreamUrl = () => ({ STOCK_UPSTREAM_URL: upstream.url.href });

describe('an external service without shared credentials', () => {
  it('signs nobody in automatically, not even on this machine', async () => {
    app = await runApp(upstreamUrl());
    expect(sessionIn(await app.ask('/gateway/session'))).toMatchObject({ signedIn: false, by: null, company: null });
    const response = await app.ask('/gateway/products?q=crepe');
    expect([response.status, detailIn(response)]).toEqual([401, 'Sign in first.']);
    expect(upstream.calls).toEqual([]);
  });

  it('accepts an opaque token without known expiry', async () => {
    app = await runApp(upstreamUrl());
    const response = await signIn(right);
    expect(sessionIn(response)).toMatchObject({
      signedIn: true,
      by: 'credentials',
      credentials: 'own',
      market: null,
      expiresAt: null,
      endsAt: expect.stringMatching(/Z$/),
    });
    // One with the credentials, and one without.
    expect(upstream.calls).toHaveLength(2);
    expect(app.log()).not.toContain('anyone can sign in');
    const cookie = cookieOf(response);
    expect(sessionIn(await app.ask('/gateway/session', { headers: { Cookie: cookie } })).signedIn).toBe(true);
  });

  it('has its credentials stored encrypted only', async () => {
    app = await runApp(upstreamUrl());
    const id = idIn(await signIn(right));
    expect(await contentOf(id)).toEqual({ by: 'credentials', credentials: right });
    const kept = await app.storedSessions();
    // Proves that the dump contains the session at all.
    expect(kept).toContain(createHash('sha256').update(id).digest('hex'));
    for (const secret of [right.token, right.subscriptionKey, id, app.secrets.sessionSecret])
      for (const encoding of ['utf8', 'base64url', 'hex'] as const)
        expect(kept).not.toContain(Buffer.from(secret).toString(encoding));
  });

  it('has stable user IDs, derived from the key if the token names no user', async () => {
    app = await runApp(upstreamUrl());
    upstream.handler = json({});
    const personIds: (string | null)[] = [];
    for (const [token, subscriptionKey] of [
      ['opaque-1', 'key-1'],
      ['opaque-2', 'key-1'],
      ['opaque-1', 'key-2'],
    ])
      personIds.push(sessionIn(await signIn({ token, subscriptionKey })).personId);
    expect(personIds[1]).toBe(personIds[0]);
    expect(personIds[2]).not.toBe(personIds[0]);
  });

  it("rejects wrong credentials with the service's message, and stores none", async () => {
    app = await runApp(upstreamUrl());
    const response = await signIn({ ...right, subscriptionKey: 'wrong-key' });
    expect([response.status, response.headers['set-cookie']]).toEqual([401, undefined]);
    expect(detailIn(response)).toMatch(
      /^The stock service rejected this access token and subscription key \(status 401\)/,
    );
    expect(app.log()).not.toMatch(/opaque-token|wrong-key/);
  });

  it('logs each sign-in at a service that responds without credentials, too', async () => {
    app = await runApp(upstreamUrl(), { logLevel: 'warn' });
    upstream.handler = json({});
    const response = await signIn(right);
    expect(sessionIn(response)).toMatchObject({ signedIn: true, by: 'credentials' });
    const warnings = app.log().match(/.*anyone can sign in, as anyone.*/g) ?? [];
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([{ reqId: response.headers['x-request-id'] }]);
  });

  it.each<[string, Handler, RegExp, object | null]>([
    [
      'cannot be reached',
      hangUp,
      /^Can't connect to the stock service\. Your credentials couldn't be verified/,
      { reason: 'broken-off', code: 'UND_ERR_SOCKET' },
    ],
    [
      'returns 503',
      json({}, 503),
      /^The stock service responded with 503\. Your credentials couldn't be verified/,
      { status: 503 },
    ],
    ['returns 404 to anyone', json({}, 404), /with and without credentials\. Check STOCK_UPSTREAM_URL/, null],
  ])("doesn't reject credentials when it %s", async (_what, handler, sentence, logged) => {
    app = await runApp(upstreamUrl());
    upstream.handler = handler;
    const response = await signIn(right);
    expect(response.status).toBe(503);
    expect(detailIn(response)).toMatch(sentence);
    const warnings = app
      .log()
      .split('\n')
      .filter((line) => line.includes('request to the upstream failed'));
    const reqId = response.headers['x-request-id'];
    const expected = { reqId, operation: 'probe', ...logged };
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject(logged === null ? [] : [expected]);
    expect(app.log()).not.toMatch(/opaque-token|right-key/);
  });
});

const shared = () => ({
  ...upstreamUrl(),
  STOCK_UPSTREAM_TOKEN: right.token,
  STOCK_UPSTREAM_SUBSCRIPTION_KEY: right.subscriptionKey,
});

describe('an external service with shared credentials', () => {
  it('signs in the user at this machine automatically, but no remote user', async () => {
    app = await runApp(shared());
    expect(sessionIn(await app.ask('/gateway/session'))).toMatchObject({ by: 'local', credentials: 'shared' });
    const headers = { 'X-Forwarded-For': '192.0.2.7' };
    expect(sessionIn(await app.ask('/gateway/session', { headers })).signedIn).toBe(false);
    expect((await app.ask('/gateway/availability?productId=1', { headers })).status).toBe(401);
  });

  it('keeps them out of sessions, so that removing them takes effect', async () => {
    app = await runApp(shared());
    expect(sessionIn(await app.ask('/gateway/session')).signedIn).toBe(true);
    const without = await runApp({ ...upstreamUrl(), DATA_DIR: app.config.dataDir }, { wrapStore: () => app.store });
    expect(sessionIn(await without.ask('/gateway/session')).signedIn).toBe(false);
    await without.close();
  });

  it("reports when the shared token expires, which users can't renew", async () => {
    upstream.handler = json({});
    const expiresAt = Math.floor(Date.now() / 1000) + 7200;
    const token = await signToken('a secret of at least 32 characters', { subject: 'all', expiresAt });
    let clock = new Date();
    app = await runApp({ ...shared(), STOCK_UPSTREAM_TOKEN: token }, { now: () => clock });
    const ending = { what: 'shared-token', at: new Date(expiresAt * 1000).toISOString() };
    const session = sessionIn(await app.ask('/gateway/session'));
    expect(session).toMatchObject({ by: 'local', ending });
    expect(session.endsAt).toBeNull();
    clock = new Date((expiresAt + 1) * 1000);
    const over = { signedIn: false, by: 'local', credentials: 'shared', ending: null };
    expect(sessionIn(await app.ask('/gateway/session'))).toMatchObject(over);
    const refused = await app.ask('/gateway/availability?productId=1');
    expect([refused.status, detailIn(refused)]).toEqual([401, expect.stringMatching(sharedRanOut)]);
    expect(sessionIn(await signIn(right))).toMatchObject({ signedIn: true, by: 'credentials', credentials: 'own' });
  });
});

describe('a user of the company sign-in', () => {
  const origin = 'https://stock.example.com';

  const company = async () => {
    const provider = await runProvider({
      redirectUris: [`${origin}/gateway/oidc/callback`],
      people: { ann: { name: 'Ann', email: 'ann@example.com', email_verified: true } },
    });
    const settings = {
      ...upstreamUrl(),
      PUBLIC_URL: origin,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: testClient.clientId,
      OIDC_CLIENT_SECRET: testClient.clientSecret,
      OIDC_ALLOWED: 'example.com',
    };
    return { provider, settings };
  };
  const comeIn = async () => {
    const browser = new RedirectingBrowser(app, origin);
    await browser.goTo((await browser.goTo('/gateway/oidc/start')).url.href, { person: 'ann' });
    return browser;
  };

  it('enters their own credentials once and keeps their identity', async () => {
    const { provider, settings } = await company();
    app = await runApp(settings);
    const browser = await comeIn();
    const letIn = sessionIn(await browser.ask('/gateway/session'));
    expect(letIn).toMatchObject({ signedIn: false, by: 'company', person: 'Ann', credentials: null });
    expect(detailIn(await browser.ask('/gateway/availability?productId=1'))).toMatch(
      /^You are signed in with your company account\./,
    );
    expect((await browser.ask('/gateway/session', { method: 'POST', body: { ...right, token: 'wrong' } })).status).toBe(
      401,
    );
    const signedIn = sessionIn(await browser.ask('/gateway/session', { method: 'POST', body: right }));
    expect(signedIn).toMatchObject({ signedIn: true, by: 'company', person: 'Ann', credentials: 'own' });
    expect([signedIn.personId, signedIn.endsAt]).toEqual([letIn.personId, letIn.endsAt]);
    await provider.close();
  });

  it('sees when the shared token expires and who has to renew it', async () => {
    let clock = new Date();
    const expiresAt = Math.floor(clock.getTime() / 1000) + 3600;
    const token = await signToken('a secret of at least 32 characters', { subject: 'all', expiresAt });
    const { provider, settings } = await company();
    upstream.handler = json({});
    app = await runApp({ ...settings, ...shared(), STOCK_UPSTREAM_TOKEN: token }, { now: () => clock });
    const browser = await comeIn();
    expect(sessionIn(await browser.ask('/gateway/session'))).toMatchObject({
      by: 'company',
      credentials: 'shared',
      ending: { what: 'shared-token', at: new Date(expiresAt * 1000).toISOString() },
    });
    clock = new Date((expiresAt + 1) * 1000);
    expect(sessionIn(await browser.ask('/gateway/session'))).toMatchObject({
      signedIn: false,
      by: 'company',
      credentials: 'shared',
    });
    const refused = await browser.ask('/gateway/availability?productId=1');
    expect([refused.status, detailIn(refused)]).toEqual([401, expect.stringMatching(sharedRanOut)]);
    expect(sessionIn(await browser.ask('/gateway/session', { method: 'POST', body: right }))).toMatchObject({
      signedIn: true,
      credentials: 'own',
      ending: { what: 'sign-in' },
    });
    await provider.close();
  });

  it('renews expired credentials until the company session ends', async () => {
    let clock = new Date();
    const after = (hours: number) => new Date(clock.getTime() + hours * 3_600_000);
    const { provider, settings } = await company();
    upstream.handler = json({});
    app = await runApp(settings, { now: () => clock });
    const browser = await comeIn();
    const { endsAt: companyEnd } = sessionIn(await browser.ask('/gateway/session'));
    const give = async (hours: number) => {
      const expiresAt = Math.floor(after(hours).getTime() / 1000);
      const token = await signToken('a secret of at least 32 characters', { subject: 'ann', expiresAt });
      return sessionIn(await browser.ask('/gateway/session', { method: 'POST', body: { ...right, token } }));
    };
    const first = await give(1);
    expect(first.endsAt).toBe(first.expiresAt);
    const second = await give(2);
    expect(Date.parse(second.endsAt ?? '')).toBe(Date.parse(first.endsAt ?? '') + 3_600_000);
    clock = after(2.1);
    const session = sessionIn(await browser.ask('/gateway/session'));
    expect(session).toMatchObject({ signedIn: false, by: 'company', credentials: null, endsAt: companyEnd });
    expect(await give(24)).toMatchObject({ signedIn: true, by: 'company', endsAt: companyEnd });
    await provider.close();
  });
});

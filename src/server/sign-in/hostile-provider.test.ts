import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { type AppResponse, runApp, type RunningApp } from '#server/running-app.fixture.ts';

const clientId = 'stock-horizon';
const clientSecret = 'a client secret that only the tests know of';
const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
const other = await generateKeyPair('RS256');
const seconds = () => Math.floor(Date.now() / 1000);

/** What the provider sends; each test changes parts of it. */
interface Provider {
  metadata: Record<string, unknown>;
  keys: object[];
  claims: JWTPayload;
  /** Signs the claims. */
  sign: (claims: JWTPayload) => Promise<string> | string;
  /** Responds to the request for tokens. */
  tokens: (response: ServerResponse, idToken: string) => void;
  userInfo: Record<string, unknown>;
}

const signed = (claims: JWTPayload) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey);
const sendJson = (response: ServerResponse, body: unknown) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

let server: Server;
let issuer = '';
let app: RunningApp | undefined;
let untouched = '';
let provider: Provider;
let requested: string[] = [];

const startApp = () =>
  runApp({
    PUBLIC_URL: 'https://stock.example.com',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ALLOWED: 'example.com',
  });
async function stopApp(): Promise<void> {
  await app?.close();
  app = undefined;
}
async function ask(...request: Parameters<RunningApp['ask']>): Promise<AppResponse> {
  app ??= await startApp();
  return app.ask(...request);
}

const publicJwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    if (path === '/.well-known/openid-configuration') sendJson(response, provider.metadata);
    else if (path === '/jwks') sendJson(response, { keys: provider.keys });
    else if (path === '/me') sendJson(response, provider.userInfo);
    else if (path === '/token')
      void Promise.resolve(provider.sign(provider.claims)).then((idToken) => provider.tokens(response, idToken));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await stopApp();
  server.close();
  server.closeAllConnections();
});

beforeEach(async () => {
  requested = [];
  provider = {
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/me`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    keys: [publicJwk],
    claims: { iss: issuer, aud: clientId, sub: 'ann', iat: seconds(), exp: seconds() + 300 },
    sign: signed,
    tokens: (response, idToken) =>
      sendJson(response, { access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: idToken }),
    userInfo: { sub: 'ann', name: 'Ann', email: 'ann@example.com', email_verified: true },
  };
  // They are fetched again only after minutes.
  untouched = JSON.stringify([provider.metadata, provider.keys]);
  app ??= await startApp();
});
/** Lets the server fetch metadata and keys if they are others. */
const refresh = async () => {
  if (JSON.stringify([provider.metadata, provider.keys]) !== untouched) await stopApp();
};
afterEach(refresh);

const cookiesOf = ({ headers }: AppResponse) =>
  (headers['set-cookie'] ?? [])
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');

/** Signs in as far as the provider lets it; returns the callback's answer and the session after it. */
async function signIn(): Promise<{ start: AppResponse; back: AppResponse | null; session: Session }> {
  const start = await ask('/gateway/oidc/start');
  const url = new URL(start.headers.location ?? '');
  const nonce = url.searchParams.get('nonce');
  if (nonce !== null && provider.claims['nonce'] === undefined) provider.claims['nonce'] = nonce;
  const state = url.searchParams.get('state');
  const back =
    state === null
      ? null
      : await ask(`/gateway/oidc/callback?code=c&state=${state}`, { headers: { Cookie: cookiesOf(start) } });
  const cookies = [start, back].flatMap((came) => (came === null ? [] : [cookiesOf(came)])).join('; ');
  const session = await ask('/gateway/session', { headers: { Cookie: cookies } });
  return { start, back, session: Session.parse(JSON.parse(session.text)) };
}

it('signs in whom an honest provider names', async () => {
  const { back, session } = await signIn();
  expect([back?.status, back?.headers.location]).toEqual([303, 'https://stock.example.com/']);
  expect(session).toMatchObject({ by: 'company', person: 'Ann' });
});

const claim = (changes: JWTPayload) => () => void Object.assign(provider.claims, changes);
const without = (name: string) => () => void delete provider.claims[name];

describe('nobody is signed in', () => {
  it.each<[string, () => unknown]>([
    ['a token without a signature', () => (provider.sign = (claims) => new UnsecuredJWT(claims).encode())],
    [
      'a token signed with the public key as a secret',
      () =>
        (provider.sign = async (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'HS256', kid: 'k' })
            .sign(Buffer.from(await exportSPKI(publicKey)))),
    ],
    [
      'a token signed with the client secret',
      () =>
        (provider.sign = (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret))),
    ],
    [
      'a token signed with another key',
      () =>
        (provider.sign = (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(other.privateKey)),
    ],
    [
      'a token that brings its own key',
      () =>
        (provider.sign = async (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'RS256', kid: 'k', jwk: await exportJWK(other.publicKey), jku: `${issuer}/own` })
            .sign(other.privateKey)),
    ],
    ['a changed signature', () => (provider.sign = async (claims) => `${(await signed(claims)).slice(0, -8)}AAAAAAAA`)],
    ['a text as the token', () => (provider.sign = () => 'no token')],
    [
      'a number as the token',
      () =>
        (provider.tokens = (response) => sendJson(response, { access_token: 'a', token_type: 'Bearer', id_token: 7 })),
    ],
    [
      'no ID token',
      () => (provider.tokens = (response) => sendJson(response, { access_token: 'a', token_type: 'Bearer' })),
    ],
    [
      'an endless type of token',
      () =>
        (provider.tokens = (response, idToken) =>
          sendJson(response, { access_token: 'a', token_type: 'x'.repeat(100_000), id_token: idToken })),
    ],
    [
      'a page instead of tokens',
      () =>
        (provider.tokens = (response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<script>')),
    ],
    [
      'a redirect instead of tokens',
      () => (provider.tokens = (response) => void response.writeHead(302, { Location: `${issuer}/elsewhere` }).end()),
    ],
    ['a list instead of tokens', () => (provider.tokens = (response) => sendJson(response, []))],
    ['an empty key set', () => (provider.keys = [])],
    [
      'a secret in the key set',
      () => (
        (provider.keys = [{ kty: 'oct', k: 'c2VjcmV0', kid: 'k', alg: 'HS256' }]),
        (provider.sign = (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(Buffer.from('secret')))
      ),
    ],
    ['two keys with one ID', () => (provider.keys = [publicJwk, publicJwk])],
    ['another issuer', claim({ iss: 'https://evil.test' })],
    ['the issuer with a slash', () => claim({ iss: `${issuer}/` })()],
    ['another audience', claim({ aud: 'another-client' })],
    ['several audiences, for another party', claim({ aud: [clientId, 'other'], azp: 'other' })],
    ['no audience', without('aud')],
    ['another nonce', claim({ nonce: 'another' })],
    ['a nonce that is a list', claim({ nonce: ['a'] as never })],
    ['an expired token', claim({ iat: 1, exp: 2 })],
    ['no expiry', without('exp')],
    ['an expiry that is a text', claim({ exp: 'never' as never })],
    ['a token that is not valid yet', claim({ nbf: 4_000_000_000 })],
    ['no user', without('sub')],
    ['a user that is an object', claim({ sub: { toString: 'ann' } as never })],
    ['an empty user', claim({ sub: '' })],
    ['user info of another user', () => (provider.userInfo['sub'] = 'bob')],
    ['user info without a user', () => delete provider.userInfo['sub']],
    ['an address that another domain only ends with', () => (provider.userInfo['email'] = 'ann@evil-example.com')],
    ['an address with two signs', () => (provider.userInfo['email'] = 'ann@example.com@evil.test')],
    ['an address that is a list', () => (provider.userInfo['email'] = ['ann@example.com'])],
    ['a text that says the address is verified', () => (provider.userInfo['email_verified'] = 'true')],
    ['metadata of another issuer', () => (provider.metadata['issuer'] = 'https://evil.test')],
    ['keys at an address that is none', () => (provider.metadata['jwks_uri'] = 'file:///etc/passwd')],
    ['tokens from a script', () => (provider.metadata['token_endpoint'] = 'javascript:alert(1)')],
  ])('by %s', async (_what, change) => {
    change();
    await refresh();
    const { session, back, start } = await signIn();
    expect(session).toMatchObject({ signedIn: false, by: null, person: null });
    expect(new URL((back ?? start).headers.location ?? '').origin).toBe('https://stock.example.com');
    expect(requested.filter((path) => path === '/elsewhere' || path === '/own')).toEqual([]);
    expect(app?.log()).not.toContain(clientSecret);
  });
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not an address'])(
  'sends no browser to %s',
  async (address) => {
    provider.metadata['end_session_endpoint'] = address;
    await refresh();
    const { back } = await signIn();
    const headers = { Cookie: cookiesOf(back as AppResponse), Origin: 'https://stock.example.com' };
    const signOut = await ask('/gateway/session', { method: 'DELETE', headers });
    expect(Session.parse(JSON.parse(signOut.text)).company).toMatchObject({ signOutUrl: null });

    provider.metadata['authorization_endpoint'] = address;
    await stopApp();
    expect((await ask('/gateway/oidc/start')).headers.location).toBe('https://stock.example.com/');
  },
);

it('shows a name that is too long or has control characters as a short one', async () => {
  provider.userInfo['name'] = `Ann\u0000\r\nSet-Cookie: a=b\u202e${'x'.repeat(100_000)}`;
  const { session } = await signIn();
  expect(session.by).toBe('company');
  expect(session.person?.length).toBeLessThanOrEqual(200);
  expect(session.person).toMatch(/^Ann[^\p{Cc}\p{Bidi_Control}]*$/u);
});

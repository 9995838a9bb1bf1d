import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import type { Market } from '#stock/contract/envelope.ts';

import { createTokenVerifier, InvalidTokenError, KeySetUnavailableError, signToken } from './access-token.ts';

const secret = 'a secret of more than 32 characters';
const defaultMarket: Market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const now = new Date('2026-11-21T12:00:00Z');
const seconds = now.getTime() / 1000;
const expiresAt = seconds + 3600;
const unaccepted = 'The token is not signed by an accepted algorithm.';

function sign(claims: JWTPayload, { key = secret, alg = 'HS256' } = {}): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key));
}

const missing = (claim: string) => `The token's claim ${claim} is missing or wrong.`;
const code = (claims: string) =>
  `The token's claim ${claims} must be a text of 1 to 100 characters, none of them a control character.`;

describe('with a shared secret', () => {
  const verify = createTokenVerifier({ trust: { secret }, defaultMarket, now: () => now });

  test('accepts tokens of signToken', async () => {
    const market = { company: 'GNT', salesOrganization: '1', territoryId: 'X' };
    expect(await verify(await signToken(secret, { subject: 'me', expiresAt, market }))).toEqual({
      market,
      expiresAt,
      subject: 'me',
    });
    expect(await verify(await signToken(secret, { subject: 'me', expiresAt }))).toEqual({
      market: defaultMarket,
      expiresAt,
      subject: 'me',
    });
  });

  test('signs only the claims that are given', async () => {
    const token = await signToken(secret, { subject: 'me', expiresAt, issuer: null });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(decodeJwt(token)).toEqual({ sub: 'me', exp: expiresAt, iat: expect.any(Number) });
  });

  test.each([
    ['an expired token', { exp: seconds - 6 }, true],
    ['one that is not valid yet', { exp: expiresAt, nbf: seconds + 6 }, false],
  ])('reports whether the token has expired: %s', async (_case, claims, isExpired) => {
    await expect(verify(await sign(claims))).rejects.toMatchObject({ name: 'InvalidTokenError', isExpired });
  });

  test('completes a partial market from the default market', async () => {
    const token = await sign({ exp: expiresAt, territoryId: 'BRU_NL' });
    expect(await verify(token)).toEqual({
      market: { ...defaultMarket, territoryId: 'BRU_NL' },
      expiresAt,
      subject: null,
    });
  });

  test.each<[string, JWTPayload, string]>([
    ['without an expiry', {}, missing('exp')],
    ['with an expiry that is not a number', { exp: `${expiresAt}` as unknown as number }, missing('exp')],
    ['that has expired', { exp: seconds - 6 }, 'The token has expired.'],
    ['that is not valid yet', { exp: expiresAt, nbf: seconds + 6 }, missing('nbf')],
    ['with a company that is not a text', { exp: expiresAt, company: 5 }, code('company')],
    ['with an empty company', { exp: expiresAt, company: '' }, code('company')],
    ['with a control character in a market', { exp: expiresAt, territoryId: 'ALT\u0000x' }, code('territoryId')],
    ['with a list of territories', { exp: expiresAt, territoryId: ['BRU_GLO'] }, code('territoryId')],
    ['with a sales organization of null', { exp: expiresAt, salesOrganization: null }, code('salesOrganization')],
    ['with two wrong codes', { exp: expiresAt, company: '', territoryId: 1 }, code('company and territoryId')],
    [
      'with a subject that is not a text',
      { exp: expiresAt, sub: 5 as unknown as string },
      "The token's claim sub must be a text.",
    ],
  ])('rejects a token %s', async (_case, claims, sentence) => {
    await expect(verify(await sign(claims))).rejects.toThrow(new InvalidTokenError(sentence));
  });

  test('tolerates clocks that differ by a few seconds', async () => {
    expect(await verify(await sign({ exp: seconds - 4, nbf: seconds + 4 }))).toMatchObject({ market: defaultMarket });
  });

  test.each([
    [
      'another secret',
      () => sign({ exp: expiresAt }, { key: 'some other secret of over 32 characters' }),
      'The signature of the token does not hold.',
    ],
    ['another algorithm', () => sign({ exp: expiresAt }, { alg: 'HS512' }), unaccepted],
    ['nothing', async () => new UnsecuredJWT({ exp: expiresAt }).encode(), unaccepted],
    [
      'an embedded key',
      async () => {
        const { privateKey } = await generateKeyPair('RS256');
        return new SignJWT({ exp: expiresAt }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
      },
      unaccepted,
    ],
  ])('rejects a token signed by %s', async (_case, token, sentence) => {
    await expect(verify(await token())).rejects.toThrow(new InvalidTokenError(sentence));
  });

  test('uses the current time', async () => {
    const current = createTokenVerifier({ trust: { secret }, defaultMarket });
    const inAMinute = Math.floor(Date.now() / 1000) + 60;
    expect(await current(await sign({ exp: inAMinute }))).toMatchObject({ expiresAt: inAMinute });
    await expect(current(await sign({ exp: inAMinute - 120 }))).rejects.toThrow('The token has expired.');
  });

  test.each(['', 'x', 'a.b', 'a.b.c', 'e30.e30.', '....'])('rejects %j', async (token) => {
    await expect(verify(token)).rejects.toThrow(new InvalidTokenError('The token is not a valid JWT.'));
  });

  test('never repeats a token in its messages', async () => {
    const token = await sign({ exp: seconds - 60, sub: 'someone' });
    const error = await verify(token).catch((reason: unknown) => reason);
    expect((error as Error).message).toBe('The token has expired.');
  });

  test('requires issuer and audience if they are configured', async () => {
    const strict = createTokenVerifier({
      trust: { secret, issuer: 'us', audience: 'stock' },
      defaultMarket,
      now: () => now,
    });
    const token = (more: object) => signToken(secret, { subject: 'me', expiresAt, ...more });
    expect(await strict(await token({ issuer: 'us', audience: 'stock' }))).toMatchObject({ subject: 'me' });
    await expect(strict(await token({ issuer: 'us' }))).rejects.toThrow(InvalidTokenError);
    await expect(strict(await token({ issuer: 'them', audience: 'stock' }))).rejects.toThrow(InvalidTokenError);
  });

  test('rejects a cached token once it expires', async () => {
    let current = now;
    const clocked = createTokenVerifier({ trust: { secret }, defaultMarket, now: () => current });
    const token = await sign({ exp: seconds + 60 });
    expect(await clocked(token)).toBe(await clocked(token));
    current = new Date(now.getTime() + 66_000);
    await expect(clocked(token)).rejects.toThrow(InvalidTokenError);
  });

  test('requires a secret', () => {
    expect(() => createTokenVerifier({ trust: { secret: '' }, defaultMarket })).toThrow(
      new TypeError('The secret of the tokens must not be empty.'),
    );
  });
});

describe('with the keys of an issuer', () => {
  const keys: JWK[] = [];
  let pairs: Record<'RS256' | 'ES256' | 'PS256', Awaited<ReturnType<typeof generateKeyPair>>>;
  let server: Server;
  let jwksUrl: URL;
  let fetches = 0;
  const keySet = () => ({ status: 200, body: JSON.stringify({ keys }) });
  let reply = keySet;
  const trust = () => ({ jwksUrl, issuer: 'https://issuer.example', audience: 'stock' });
  const claims = { iss: 'https://issuer.example', aud: 'stock', exp: expiresAt };

  beforeAll(async () => {
    pairs = {
      RS256: await generateKeyPair('RS256'),
      ES256: await generateKeyPair('ES256'),
      PS256: await generateKeyPair('PS256'),
    };
    for (const [alg, { publicKey }] of Object.entries(pairs))
      keys.push({ ...(await exportJWK(publicKey)), kid: alg, alg });
    server = createServer((_request, response) => {
      fetches += 1;
      const { status, body } = reply();
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    jwksUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`);
  });
  afterAll(() => server.close());

  const signWith = (alg: keyof typeof pairs, payload: JWTPayload = claims, kid: string = alg) =>
    new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(pairs[alg].privateKey);

  test.each(['RS256', 'ES256'] as const)('accepts %s', async (alg) => {
    const verify = createTokenVerifier({ trust: trust(), defaultMarket, now: () => now });
    expect(await verify(await signWith(alg))).toEqual({ market: defaultMarket, expiresAt, subject: null });
  });

  test('rejects every other algorithm', async () => {
    const verify = createTokenVerifier({ trust: trust(), defaultMarket, now: () => now });
    await expect(verify(await signWith('PS256'))).rejects.toThrow(InvalidTokenError);
    await expect(verify(await sign(claims))).rejects.toThrow(InvalidTokenError);
    await expect(verify(await sign(claims, { key: JSON.stringify(keys[0]) }))).rejects.toThrow(InvalidTokenError);
    await expect(verify(new UnsecuredJWT(claims).encode())).rejects.toThrow(InvalidTokenError);
  });

  test.each<[string, JWTPayload]>([
    ['no issuer', { aud: 'stock', exp: expiresAt }],
    ['another issuer', { ...claims, iss: 'https://else.example' }],
    ['no audience', { iss: claims.iss, exp: expiresAt }],
    ['another audience', { ...claims, aud: 'mail' }],
    ['no expiry', { iss: claims.iss, aud: 'stock' }],
  ])('rejects %s', async (_case, payload) => {
    const verify = createTokenVerifier({ trust: trust(), defaultMarket, now: () => now });
    await expect(verify(await signWith('ES256', payload))).rejects.toThrow(InvalidTokenError);
  });

  test('fetches the keys once, even for many unknown key IDs', async () => {
    const verify = createTokenVerifier({ trust: trust(), defaultMarket, now: () => now });
    await verify(await signWith('ES256'));
    const before = fetches;
    for (let count = 0; count < 20; count += 1)
      await expect(verify(await signWith('ES256', claims, `unknown-${count}`))).rejects.toThrow(InvalidTokenError);
    expect(fetches - before).toBe(0);
  });

  test('requires a key ID if there are several keys', async () => {
    keys.push({ ...(await exportJWK((await generateKeyPair('ES256')).publicKey)), kid: 'next', alg: 'ES256' });
    try {
      const verify = createTokenVerifier({ trust: trust(), defaultMarket, now: () => now });
      const nameless = new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(pairs.ES256.privateKey);
      await expect(verify(await nameless)).rejects.toThrow(/kid/);
      expect(await verify(await signWith('ES256'))).toMatchObject({ expiresAt });
    } finally {
      keys.pop();
    }
  });

  describe('if the clock is set back by a day', () => {
    afterEach(() => vi.useRealTimers());

    test('fetches the keys again, including new ones', async () => {
      const verify = createTokenVerifier({ trust: trust(), defaultMarket, now: () => now });
      await verify(await signWith('ES256'));
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
      const next = await generateKeyPair('ES256');
      keys.push({ ...(await exportJWK(next.publicKey)), kid: 'next', alg: 'ES256' });
      try {
        const token = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'next' }).sign(next.privateKey);
        expect(await verify(await token)).toMatchObject({ expiresAt });
      } finally {
        keys.pop();
      }
    });

    test('rejects a token with a withdrawn key five minutes after its verification', async () => {
      let current = now;
      let passed = 0;
      const elapsed = performance.now.bind(performance);
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + passed);
      const [withdrawn] = keys;
      try {
        const verify = createTokenVerifier({ trust: trust(), defaultMarket, now: () => current });
        const token = await signWith('RS256');
        await verify(token);
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
        current = new Date(now.getTime() - 86_400_000);
        keys.shift();
        expect(await verify(token)).toMatchObject({ expiresAt });
        passed = 301_000;
        // The cache reads the clock at most once a millisecond.
        await new Promise((resolve) => setTimeout(resolve, 10));
        await expect(verify(token)).rejects.toThrow('The signature of the token does not hold.');
      } finally {
        clock.mockRestore();
        if (keys[0] !== withdrawn) keys.unshift(withdrawn as JWK);
      }
    });
  });

  test.each([
    ['an error', { status: 500, body: '' }],
    ['an HTML page', { status: 200, body: '<!doctype html>' }],
    ['no key set', { status: 200, body: '{"keys":5}' }],
    ['more than a megabyte', { status: 200, body: `{"keys":[]}${' '.repeat(1_048_576)}` }],
  ])('reports a response with %s, and does not fetch again at once', async (_case, wrong) => {
    reply = () => wrong;
    try {
      const verify = createTokenVerifier({ trust: trust(), defaultMarket, now: () => now });
      const before = fetches;
      for (let count = 0; count < 5; count += 1)
        await expect(verify(await signWith('ES256'))).rejects.toThrow(
          new KeySetUnavailableError('The keys of the token issuer cannot be fetched.'),
        );
      expect(fetches - before).toBe(1);
    } finally {
      reply = keySet;
    }
  });

  test('fetches the keys again five seconds after a failure, even with requests in between', async () => {
    let passed = 0;
    const elapsed = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + passed);
    reply = () => ({ status: 500, body: '' });
    try {
      const verify = createTokenVerifier({ trust: trust(), defaultMarket, now: () => now });
      const token = await signWith('ES256');
      await expect(verify(token)).rejects.toThrow(KeySetUnavailableError);
      reply = keySet;
      passed = 1000;
      await expect(verify(token)).rejects.toMatchObject({
        name: 'KeySetUnavailableError',
        cause: { message: 'The last fetch of the keys failed a moment ago.' },
      });
      passed = 5001;
      expect(await verify(token)).toMatchObject({ expiresAt });
    } finally {
      reply = keySet;
      clock.mockRestore();
    }
  });

  test.each(['http://issuer.example/keys', 'ftp://127.0.0.1/keys', 'file:///keys.json'])(
    'is never fetched from %s',
    (address) => {
      expect(() => createTokenVerifier({ trust: { ...trust(), jwksUrl: new URL(address) }, defaultMarket })).toThrow(
        new TypeError('The JWKS address must begin with https://, or be on this machine.'),
      );
    },
  );

  test('may be fetched from anywhere by https', () => {
    const away = { ...trust(), jwksUrl: new URL('https://issuer.example/keys') };
    expect(() => createTokenVerifier({ trust: away, defaultMarket })).not.toThrow();
  });
});

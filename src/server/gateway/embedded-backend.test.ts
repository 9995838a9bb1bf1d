import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';

import { KeySetUnavailableError } from '#server/service/access-token.ts';

import { createEmbeddedCredentials, createEmbeddedIdentity } from './embedded-backend.ts';

const startedAt = 1_800_000_000;
const jwtSecret = 'a secret of at least 32 characters';
const tokens = { secret: null, jwksUrl: null, issuer: 'us', audience: 'stock' };

it('signs tokens for 12 hours and replaces them in their last hour', async () => {
  let seconds = startedAt;
  const now = () => new Date(seconds * 1000);
  const credentials = createEmbeddedCredentials({ tokens }, { jwtSecret, subscriptionKeys: ['key', 'more'] }, now);
  const first = await credentials?.();
  expect(first?.subscriptionKey).toBe('key');
  expect(decodeJwt(first?.token ?? '')).toMatchObject({
    sub: 'dashboard',
    iss: 'us',
    aud: 'stock',
    exp: startedAt + 12 * 3600,
  });
  seconds += 11 * 3600;
  expect(await credentials?.()).toEqual(first);
  seconds += 1;
  expect(decodeJwt((await credentials?.())?.token ?? '').exp).toBe(seconds + 12 * 3600);
});

it('signs no tokens if they are signed elsewhere', () => {
  const keys = { jwtSecret: null, subscriptionKeys: ['key'] };
  expect(createEmbeddedCredentials({ tokens }, keys, () => new Date(0))).toBeNull();
});

const identity = { market: { company: 'C', salesOrganization: 'S', territoryId: 'T' }, expiresAt: 1, subject: null };

it('rejects a token that no header can hold, before it is verified', async () => {
  const identify = createEmbeddedIdentity(async () => identity, ['key']);
  expect(await identify({ token: 'a-1.b_2.c', subscriptionKey: 'key' })).toEqual(identity);
  for (const token of [' a.b.c', 'a.b.c\n', 'a.b.c.d', 'a.b', ''])
    await expect(identify({ token, subscriptionKey: 'key' })).rejects.toMatchObject({ code: 'invalid-token' });
});

it('passes on why a token can’t be verified at the moment', async () => {
  const failure = new KeySetUnavailableError('The keys of the issuer can’t be fetched.');
  const identify = createEmbeddedIdentity(() => Promise.reject(failure), ['key']);
  await expect(identify({ token: 'a.b.c', subscriptionKey: 'key' })).rejects.toBe(failure);
});

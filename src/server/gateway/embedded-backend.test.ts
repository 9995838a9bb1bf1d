import Fastify from 'fastify';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';

import { tooManyRequests } from '#server/service/service-problem.ts';

import { createEmbeddedCredentials, embeddedBackend } from './embedded-backend.ts';

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

const refuse = () => Promise.reject(tooManyRequests('Too many requests.', 7));

it('passes on the details of a problem', async () => {
  const backend = embeddedBackend(Fastify(), '/api', { ask: refuse }, () => Promise.reject(new Error('not asked')));
  const { status, headers, body } = await backend.send({
    operation: 'stockOfProduct',
    method: 'GET',
    path: '/stock/7?quantity=1',
    body: undefined,
    credentials: { token: 'token', subscriptionKey: 'key' },
    expiresAt: null,
    bypassCache: false,
    requestId: 'request-1',
    signal: new AbortController().signal,
  });
  expect([status, headers['retry-after']]).toEqual([429, '7']);
  expect(JSON.parse(body.toString('utf8'))).toMatchObject({ instance: '/api/stock/7', requestId: 'request-1' });
});

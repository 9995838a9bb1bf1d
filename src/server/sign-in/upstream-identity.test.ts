import { describe, expect, it } from 'vitest';

import { signToken } from '#server/service/access-token.ts';

import { createUpstreamIdentity } from './upstream-identity.ts';

const now = new Date('2026-11-21T12:00:00Z');
const identify = createUpstreamIdentity(() => now);
const market = { company: 'LIL', salesOrganization: '31', territoryId: 'FR_NO' };
const inAnHour = now.getTime() / 1000 + 3600;
const secret = 'a secret that only the service knows';
const unsigned = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`;

describe('the identity of credentials for an external service', () => {
  it('is read from the token', async () => {
    const token = await signToken(secret, { subject: 'ann', expiresAt: inAnHour, market });
    expect(await identify({ token, subscriptionKey: 'k' })).toEqual({ market, expiresAt: inAnHour, subject: 'ann' });
  });

  it.each([
    'opaque-token_1/=',
    'a.b.c',
    unsigned({}),
    unsigned({ exp: 'soon', sub: 1, company: 'LIL' }),
    unsigned({ exp: null }),
  ])('is unknown if the token has no claims: %s', async (token) => {
    expect(await identify({ token, subscriptionKey: 'k' })).toEqual({ market: null, expiresAt: null, subject: null });
  });

  it.each([
    [unsigned({ exp: now.getTime() / 1000 }), 'k', 'expired-token', 'The access token has expired.'],
    ['two words', 'k', 'invalid-token', 'The access token must be one line of letters, digits and signs.'],
    ['a\r\nX: y', 'k', 'invalid-token', 'The access token must be one line of letters, digits and signs.'],
    ['tökén', 'k', 'invalid-token', 'The access token must be one line of letters, digits and signs.'],
    ['opaque', 'k\n', 'invalid-key', 'The subscription key must be one line of letters, digits and signs.'],
  ])('is rejected for %j with %j', async (token, subscriptionKey, code, message) => {
    await expect(identify({ token, subscriptionKey })).rejects.toMatchObject({ code, message });
  });
});

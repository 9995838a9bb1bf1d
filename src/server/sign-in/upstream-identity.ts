import { decodeJwt } from 'jose';

import { Market } from '#stock/contract/envelope.ts';
import { unauthorized } from '#server/service/service-problem.ts';

import type { Identity, StockBackend } from '#server/gateway/stock-backend.ts';

/** Characters that are safe in a header. §5 specifies a JWT, but some services use opaque tokens. */
const headerText = /^[!-~]+$/;

/**
 * Reads the identity from the token of a service that alone can verify it. The unverified claims only end a session in
 * time, when the service would reject the token anyway.
 */
export function createUpstreamIdentity(now: () => Date): StockBackend['identify'] {
  return async ({ token, subscriptionKey }) => {
    if (!headerText.test(token))
      throw unauthorized('The access token must be one line of letters, digits and signs.', { code: 'invalid-token' });
    if (!headerText.test(subscriptionKey))
      throw unauthorized('The subscription key must be one line of letters, digits and signs.', {
        code: 'invalid-key',
      });
    const identity = readToken(token);
    if (identity.expiresAt !== null && identity.expiresAt <= now().getTime() / 1000)
      throw unauthorized('The access token has expired.', { code: 'expired-token' });
    return identity;
  };
}

/** The token's own expiry, Unix seconds; null if it has none. */
export function tokenEnd(token: string): number | null {
  return readToken(token).expiresAt;
}

/**
 * The codes of the market that a token names: what a response may be of. Empty if the token names none, or isn't a JWT.
 */
export function marketCodes(token: string): Partial<Market> {
  const claims = claimsOf(token);
  const codes = (['company', 'salesOrganization', 'territoryId'] as const).flatMap((name) => {
    const code = claims[name];
    return typeof code === 'string' && code.trim() !== '' ? [[name, code.trim()] as const] : [];
  });
  return Object.fromEntries(codes);
}

function readToken(token: string): Identity {
  const claims = claimsOf(token);
  const { exp, sub } = claims;
  const market = Market.safeParse(claims);
  return {
    market: market.success ? market.data : null,
    expiresAt: Number.isFinite(exp) ? (exp as number) : null,
    subject: typeof sub === 'string' ? sub : null,
  };
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

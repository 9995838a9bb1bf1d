import { decodeJwt } from 'jose';

import { Market } from '#contract/envelope.ts';
import { unauthorized } from '#server/service/service-problem.ts';

import type { Identity, StockBackend } from './stock-backend.ts';

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

function readToken(token: string): Identity {
  try {
    const payload = decodeJwt(token);
    const { exp, sub } = payload as Record<string, unknown>;
    const market = Market.safeParse(payload);
    return {
      market: market.success ? market.data : null,
      expiresAt: Number.isFinite(exp) ? (exp as number) : null,
      subject: typeof sub === 'string' ? sub : null,
    };
  } catch {
    return { market: null, expiresAt: null, subject: null };
  }
}

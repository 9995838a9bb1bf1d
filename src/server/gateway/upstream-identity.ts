import { decodeJwt } from 'jose';

import { Market } from '#contract/envelope.ts';
import { unauthorized } from '#server/service/service-problem.ts';

import type { Identity, StockBackend } from './stock-backend.ts';

/** What may go into a header as it is, of up to 16,384 characters: §5 promises a JWT, others send opaque texts. */
const headerText = /^[!-~]+$/;

/**
 * Tells whose credentials are for a service that alone can verify them: from what the token says of itself,
 * without believing that for more than to end in time what the service would refuse anyway.
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

/** Unix seconds after which a token is void by its own word; null where it does not say. */
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

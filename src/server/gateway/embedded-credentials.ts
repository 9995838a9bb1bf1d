import type { Config } from '#server/config.ts';
import type { Secrets } from '#server/secrets.ts';
import { signToken } from '#server/service/sign-token.ts';

import type { SharedCredentials } from './credentials.ts';

/** How long a token is good for. */
const tokenSeconds = 12 * 3600;
/** From this long before its end, it is replaced. */
const renewalSeconds = 3600;

/**
 * Tokens that this server signs for its own service, for the market of `STOCK_MARKET`: good for half a day when
 * new, and for an hour at least. Null where somebody else signs the tokens (`STOCK_JWKS_URL`).
 */
export function createEmbeddedCredentials(
  { tokens: { issuer, audience } }: Pick<Config, 'tokens'>,
  { jwtSecret, subscriptionKeys: [subscriptionKey = ''] }: Pick<Secrets, 'jwtSecret' | 'subscriptionKeys'>,
  now: () => Date,
): SharedCredentials | null {
  if (jwtSecret === null) return null;
  let signed: { token: Promise<string>; expiresAt: number } | null = null;
  return async () => {
    const unixSeconds = Math.floor(now().getTime() / 1000);
    if (signed === null || signed.expiresAt - unixSeconds < renewalSeconds) {
      const expiresAt = unixSeconds + tokenSeconds;
      signed = { token: signToken(jwtSecret, { subject: 'dashboard', expiresAt, issuer, audience }), expiresAt };
    }
    return { token: await signed.token, subscriptionKey };
  };
}

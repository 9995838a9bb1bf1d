import type { FastifyInstance } from 'fastify';

import type { Config } from '#server/config.ts';
import type { Secrets } from '#server/secrets.ts';
import { InvalidTokenError, signToken, type VerifyToken } from '#server/service/access-token.ts';
import { unauthorized } from '#server/service/service-problem.ts';
import { createKeyFinder } from '#server/service/admit-callers.ts';

import { type SharedCredentials, type StockBackend, textHeaders } from './stock-backend.ts';

/**
 * Backend for the embedded service.
 * @param prefix where `app` serves its operations, such as `/api`
 */
export function embeddedBackend(
  app: FastifyInstance,
  prefix: string,
  identify: StockBackend['identify'],
): StockBackend {
  return {
    kind: 'embedded',
    identify,
    // Goes through the HTTP routes like an external client, because the contract check tests those.
    probe: async ({ method, path, headers, body }) => {
      const response = await app.inject({ method, url: prefix + path, headers, payload: body });
      return { status: response.statusCode, headers: textHeaders(response.headers), body: response.rawPayload };
    },
  };
}

/** Lifetime of a token. */
const tokenSeconds = 12 * 3600;
/** Remaining lifetime below which a token is replaced. */
const renewalSeconds = 3600;

/**
 * Tokens that this server signs for its embedded service, for the market of `STOCK_MARKET`. They are valid for 12 hours
 * when new and replaced in their last hour. Null if tokens are signed elsewhere (`STOCK_JWKS_URL`).
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

/** Verifies credentials with the same checks as the embedded service (§5) and returns their identity. */
export function createEmbeddedIdentity(
  verifyToken: VerifyToken,
  subscriptionKeys: readonly string[],
): StockBackend['identify'] {
  const findKey = createKeyFinder(subscriptionKeys);
  return async ({ token, subscriptionKey }) => {
    // Decoders tolerate more than these characters, but a JWT must be safe to send in a header.
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token))
      throw unauthorized('The token is not a valid JWT.', { code: 'invalid-token' });
    const identity = await verifyToken(token).catch((error: unknown) => {
      if (!(error instanceof InvalidTokenError)) throw error;
      throw unauthorized(error.message, { code: error.isExpired ? 'expired-token' : 'invalid-token' });
    });
    if (findKey(subscriptionKey) === -1)
      throw unauthorized('The subscription key is not an accepted one.', { code: 'invalid-key' });
    return identity;
  };
}

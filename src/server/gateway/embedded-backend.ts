import type { FastifyInstance } from 'fastify';

import type { Config } from '#server/config.ts';
import type { Secrets } from '#server/secrets.ts';
import { InvalidTokenError, signToken, type VerifyToken } from '#server/service/access-token.ts';
import {
  jsonMediaType,
  printProblem,
  problemMediaType,
  ServiceProblem,
  unauthorized,
} from '#server/service/service-problem.ts';
import type { StockService } from '#server/service/stock-service.ts';
import { createKeyFinder } from '#server/service/admit-callers.ts';

import { type SharedCredentials, type StockBackend, textHeaders } from './stock-backend.ts';

/**
 * The embedded service, asked in this process. It answers in one go, so there is nothing to call off.
 * @param prefix where `app` serves the operations of `service`, such as `/api`
 */
export function embeddedBackend(
  app: FastifyInstance,
  prefix: string,
  service: Pick<StockService, 'ask'>,
  identify: StockBackend['identify'],
): StockBackend {
  return {
    kind: 'embedded',
    identify,
    send: async ({ operation, path, body, credentials, requestId }) => {
      const [, productId = ''] = /^\/stock\/([^/?]+)/.exec(path) ?? [];
      const question = { target: path, params: { productId: decodeURIComponent(productId) }, body };
      try {
        const text = await service.ask(operation, question, credentials);
        return { status: 200, headers: { 'content-type': jsonMediaType }, body: Buffer.from(text) };
      } catch (error) {
        if (!(error instanceof ServiceProblem)) throw error;
        const { status, text } = printProblem(error, prefix + (path.split('?', 1)[0] ?? ''), requestId);
        const headers = Object.entries(error.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
        const contentType = { 'content-type': problemMediaType };
        return { status, headers: { ...Object.fromEntries(headers), ...contentType }, body: Buffer.from(text) };
      }
    },
    // By way of the routes, as a program would: that is what the contract check looks at.
    probe: async ({ method, path, headers, body }) => {
      const answer = await app.inject({ method, url: prefix + path, headers, payload: body });
      return { status: answer.statusCode, headers: textHeaders(answer.headers), body: answer.rawPayload };
    },
  };
}

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

/** Tells whose credentials are, by what the embedded service itself holds requests to (§5). */
export function createEmbeddedIdentity(
  verifyToken: VerifyToken,
  subscriptionKeys: readonly string[],
): StockBackend['identify'] {
  const findKey = createKeyFinder(subscriptionKeys);
  return async ({ token, subscriptionKey }) => {
    // A JWT goes into a header as it is; what else a decoder would bear does not.
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

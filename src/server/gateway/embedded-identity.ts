import { InvalidTokenError, type VerifyToken } from '#server/service/access-token.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import { createKeyFinder } from '#server/service/subscription-keys.ts';

import type { StockBackend } from './stock-backend.ts';

/** Tells whose credentials are, by what the embedded service itself holds requests to (§5). */
export function createEmbeddedIdentity(
  verifyToken: VerifyToken,
  subscriptionKeys: readonly string[],
): StockBackend['identify'] {
  const findKey = createKeyFinder(subscriptionKeys);
  return async ({ token, subscriptionKey }) => {
    // A JWT goes into a header as it is; what else a decoder would bear does not.
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw refused('The token is not a valid JWT.');
    const identity = await verifyToken(token).catch((error: unknown) => {
      throw error instanceof InvalidTokenError ? refused(error.message) : error;
    });
    if (findKey(subscriptionKey) === -1) throw refused('The subscription key is not an accepted one.');
    return identity;
  };
}

function refused(detail: string): ServiceProblem {
  return new ServiceProblem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { ServiceLimits } from '#contract/limits.ts';
import type { Market } from '#contract/envelope.ts';

import type { VerifyToken } from './access-token.ts';
import { authenticate, requireApiVersion } from './authenticate.ts';
import { allowedMethods } from './known-paths.ts';
import { pathOf } from './problem-reply.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { ServiceProblem } from './service-problem.ts';
import { createKeyFinder } from './subscription-keys.ts';

interface Admission {
  verifyToken: VerifyToken;
  subscriptionKeys: readonly string[];
  limits: Pick<ServiceLimits, 'requestsPerMinute'>;
  now: () => Date;
}

const marketDecorator = 'stockMarket';

/**
 * Before its body is read, a request must have credentials (401), stay within its rate (429), name the version
 * (400) and go to an address that exists (404) by a method that it takes (405); in this order.
 */
export function admitCallers(
  service: FastifyInstance,
  { verifyToken, subscriptionKeys, limits, now }: Admission,
): void {
  const findKey = createKeyFinder(subscriptionKeys);
  const secondsToWait = createRateLimiter(limits.requestsPerMinute);
  service.decorateRequest(marketDecorator, null);
  service.addHook('onRequest', async (request) => {
    const { accessToken, key } = await authenticate(request, verifyToken, findKey);
    const wait = secondsToWait(key, now().getTime());
    if (wait > 0) throw tooManyRequests(wait);
    requireApiVersion(request);
    if (request.is404) throw noSuchRoute(request, service.prefix);
    request.setDecorator<Market>(marketDecorator, accessToken.market);
  });
  // The hook has refused the request by then; without a handler here it would not run for unknown addresses.
  service.setNotFoundHandler((request) => {
    throw noSuchRoute(request, service.prefix);
  });
}

/** The market that an admitted request asks about. */
export function marketOf(request: FastifyRequest): Market {
  return request.getDecorator<Market>(marketDecorator);
}

function tooManyRequests(wait: number): ServiceProblem {
  return new ServiceProblem(
    'too-many-requests',
    `This subscription key has sent too many requests; try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}

function noSuchRoute(request: FastifyRequest, prefix: string): ServiceProblem {
  const allowed = allowedMethods(pathOf(request).slice(prefix.length));
  if (allowed === undefined || allowed.includes(request.method))
    return new ServiceProblem('not-found', 'There is no such operation; the operations are listed in openapi.json.');
  return new ServiceProblem('method-not-allowed', `This address takes ${allowed.join(' and ')} alone.`, {
    headers: { Allow: allowed.join(', ') },
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { pathOf, ServiceProblem } from './service-problem.ts';

/**
 * Records the routes registered in `app` from here on.
 * @param notFound detail of the problem for unknown addresses
 * @returns function that creates the problem for a request without a route: 405 if its address has other methods
 */
export function noSuchRoute(app: FastifyInstance, notFound: string): (request: FastifyRequest) => ServiceProblem {
  const patterns = new Map<string, RegExp>();
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    patterns.set(url, new RegExp(`^${url.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`));
    methods.set(url, new Set([...(methods.get(url) ?? []), ...[method].flat()]));
  });
  return (request) => {
    const path = pathOf(request);
    const matching = [...patterns].filter(([, pattern]) => pattern.test(path)).map(([url]) => url);
    // A literal route takes precedence over a parameterized route that matches too.
    const allowed = [...(methods.get(matching.find((url) => url === path) ?? matching[0] ?? '') ?? [])].toSorted();
    if (allowed.length === 0 || allowed.includes(request.method)) return new ServiceProblem('not-found', notFound);
    return new ServiceProblem('method-not-allowed', `This address only accepts ${allowed.join(' and ')}.`, {
      headers: { Allow: allowed.join(', ') },
    });
  };
}

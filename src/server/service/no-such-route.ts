import type { FastifyInstance, FastifyRequest } from 'fastify';

import { pathOf, ServiceProblem } from './service-problem.ts';

/**
 * Takes down the addresses that are given to `app` from here on.
 * @param notFound says that there is nothing at an address
 * @returns the refusal of a request for which there is no route: its address may take other methods
 */
export function noSuchRoute(app: FastifyInstance, notFound: string): (request: FastifyRequest) => ServiceProblem {
  const shapes = new Map<string, RegExp>();
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    shapes.set(url, new RegExp(`^${url.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`));
    methods.set(url, new Set([...(methods.get(url) ?? []), ...[method].flat()]));
  });
  return (request) => {
    const path = pathOf(request);
    const fitting = [...shapes].filter(([, shape]) => shape.test(path)).map(([url]) => url);
    // An address that stands by itself is not the one with a parameter that it would fit too.
    const allowed = [...(methods.get(fitting.find((url) => url === path) ?? fitting[0] ?? '') ?? [])].toSorted();
    if (allowed.length === 0 || allowed.includes(request.method)) return new ServiceProblem('not-found', notFound);
    return new ServiceProblem('method-not-allowed', `This address only accepts ${allowed.join(' and ')}.`, {
      headers: { Allow: allowed.join(', ') },
    });
  };
}

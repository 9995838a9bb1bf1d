import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';

import { defaultLimits } from '#contract/limits.ts';
import { type Company, companyRoutes } from '#server/oidc/company-routes.ts';
import { pathOf, problemFor, sendProblem, ServiceProblem } from '#server/service/service-problem.ts';
import { takeBodiesAsBytes } from '#server/service/read-request.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { contractCheckRoutes } from './contract-check-routes.ts';
import { openCatalogue, productRoutes } from './product-routes.ts';
import { requireSignIn, type SignIn } from './sign-in.ts';
import { type ServiceFacts, sessionRoutes } from './session-routes.ts';
import type { Sessions } from './sessions.ts';
import type { StockBackend } from './stock-backend.ts';
import { stockRoutes } from './stock-routes.ts';

export interface GatewayOptions {
  store: StockStore;
  sessions: Sessions;
  signIn: SignIn;
  backend: StockBackend;
  facts: ServiceFacts;
  /** The company's sign-in; null where it is no way in. */
  company: Company | null;
  now: () => Date;
  /** Milliseconds by a clock that nobody sets. */
  elapsed: () => number;
}

/**
 * The dashboard's own origin, to be registered under `/gateway`: who is signed in, products, and the four
 * operations of the service with the credentials that no browser sees. Every refusal is a problem (RFC 9457).
 */
export function gateway({ store, sessions, signIn, backend, facts, company, now, elapsed }: GatewayOptions) {
  const catalogue = backend.kind === 'upstream' ? openCatalogue(store) : store;
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, request, reply) => sendProblem(request, reply, problemFor(error, request)));
    const methodsOf = watchMethods(app);
    app.setNotFoundHandler((request) => {
      throw noSuchRoute(methodsOf(pathOf(request)));
    });
    forgetExpiredSessions(app, sessions);
    takeBodiesAsBytes(app, defaultLimits.bodyBytes);
    await app.register(fastifyCookie);
    await app.register(sessionRoutes({ signIn, store: catalogue, facts, company, elapsed }));
    if (company !== null) await app.register(companyRoutes({ company, signIn }));
    await app.register(async (members) => {
      requireSignIn(members, signIn);
      await members.register(productRoutes(catalogue));
      await members.register(stockRoutes(backend));
      await members.register(contractCheckRoutes(backend, now));
    });
  };
}

function noSuchRoute(allowed: string[]): ServiceProblem {
  if (allowed.length === 0) return new ServiceProblem('not-found', 'The gateway has nothing at this address.');
  return new ServiceProblem('method-not-allowed', `This address takes ${allowed.join(' and ')} alone.`, {
    headers: { Allow: allowed.join(', ') },
  });
}

/** At the start and every hour from then on. */
function forgetExpiredSessions(app: FastifyInstance, sessions: Sessions): void {
  const forget = () =>
    sessions.forgetExpired().catch((error: unknown) => app.log.error({ err: error }, 'expired sessions stay'));
  const timer = setInterval(() => void forget(), 3_600_000).unref();
  app.addHook('onReady', forget);
  app.addHook('onClose', async () => clearInterval(timer));
}

/**
 * Takes down the addresses that are given to `app` from here on.
 * @returns which methods a path takes, in the order of the alphabet; none where there is nothing
 */
function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const shapes = new Map<string, RegExp>();
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    shapes.set(url, new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`));
    const taken = methods.get(url) ?? new Set();
    methods.set(url, taken);
    for (const name of [method].flat()) taken.add(name);
  });
  return (path) => {
    const fitting = [...shapes].filter(([, shape]) => shape.test(path)).map(([url]) => url);
    // An address that stands by itself is not the one with a parameter that it would fit too.
    const url = fitting.find((each) => each === path) ?? fitting[0] ?? '';
    return [...(methods.get(url) ?? [])].toSorted();
  };
}

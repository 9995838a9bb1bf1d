import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';

import { defaultLimits } from '#contract/limits.ts';
import { companyRoutes } from '#server/oidc/company-routes.ts';
import type { Company } from '#server/oidc/company.ts';
import { pathOf, problemFor, sendProblem } from '#server/service/problem-reply.ts';
import { takeBodiesAsBytes } from '#server/service/request-body.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { contractCheckRoutes } from './contract-check-routes.ts';
import { openCatalogue } from './open-catalogue.ts';
import { productRoutes } from './product-routes.ts';
import { requireSignIn } from './require-sign-in.ts';
import { sessionRoutes, type ServiceFacts } from './session-routes.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import type { StockBackend } from './stock-backend.ts';
import { stockRoutes } from './stock-routes.ts';
import { watchMethods } from './taken-methods.ts';

export interface GatewayOptions {
  store: StockStore;
  sessions: Sessions;
  signIn: SignIn;
  backend: StockBackend;
  facts: ServiceFacts;
  /** The company's sign-in; null where it is no way in. */
  company: Company | null;
  now: () => Date;
}

/**
 * The dashboard's own origin, to be registered under `/gateway`: who is signed in, products, and the four
 * operations of the service with the credentials that no browser sees. Every refusal is a problem (RFC 9457).
 */
export function gateway({ store, sessions, signIn, backend, facts, company, now }: GatewayOptions) {
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
    await app.register(sessionRoutes({ signIn, store: catalogue, facts, company, now }));
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

import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';

import { requestIdHeader } from '#contract/headers.ts';
import { dashboard } from '#server/dashboard/dashboard.ts';
import type { SharedCredentials } from '#server/gateway/credentials.ts';
import { EmbeddedBackend } from '#server/gateway/embedded-backend.ts';
import { createEmbeddedCredentials } from '#server/gateway/embedded-credentials.ts';
import { createEmbeddedIdentity } from '#server/gateway/embedded-identity.ts';
import { gateway } from '#server/gateway/gateway.ts';
import { createLocalCheck } from '#server/gateway/local-request.ts';
import type { ServiceFacts } from '#server/gateway/session-routes.ts';
import { SessionCookies } from '#server/gateway/session-cookies.ts';
import { Sessions } from '#server/gateway/sessions.ts';
import { SignIn } from '#server/gateway/sign-in.ts';
import type { StockBackend } from '#server/gateway/stock-backend.ts';
import { createUpstreamIdentity, tokenEnd } from '#server/gateway/upstream-identity.ts';
import { UpstreamBackend } from '#server/gateway/upstream/upstream-backend.ts';
import type { UpstreamLimits } from '#server/gateway/upstream/upstream-limits.ts';
import { UpstreamLog } from '#server/gateway/upstream/upstream-log.ts';
import { Metrics } from '#server/metrics/metrics.ts';
import { metricsRoute } from '#server/metrics/metrics-route.ts';
import { createCompany } from '#server/oidc/company.ts';
import { answerClientError, longestHeadBytes } from '#server/service/client-errors.ts';
import { answerFrameworkError } from '#server/service/framework-errors.ts';
import { problemFor, sendProblem } from '#server/service/problem-reply.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import { createToday } from '#server/service/service-today.ts';
import { stockService } from '#server/service/stock-service.ts';
import { createTokenVerifier } from '#server/service/token-verifier.ts';
import type { SessionStore } from '#server/store/session-store.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { compressAnswer } from './compression.ts';
import type { Config, UpstreamConfig } from './config.ts';
import { Drain } from './drain.ts';
import { reportHealth } from './health.ts';
import { addressOf } from './own-address.ts';
import { requestIdOf } from './request-id.ts';
import { refusalOf } from './request-guard.ts';
import type { Secrets } from './secrets.ts';
import { securityHeaders } from './security-headers.ts';
import { tokenTrust } from './token-trust.ts';

export interface AppOptions {
  config: Config;
  secrets: Secrets;
  store: StockStore & SessionStore;
  /** Folder of the built dashboard; null to serve none. */
  dashboardFolder: string | null;
  /** Version of this program. */
  version: string;
  logger: FastifyServerOptions['logger'];
  now?: () => Date;
  /** Where requests and calls to an upstream are counted; a new one where none is given. */
  metrics?: Metrics;
  /** Tells when the server is about to stop. */
  drain?: Drain;
  /** Replaces how long, how often and how much is asked of an upstream. */
  upstreamLimits?: UpstreamLimits;
}

const servicePrefix = '/api';

/** The whole server, ready to listen: the service, the gateway to it and the dashboard. The store stays the caller's. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, secrets, store, dashboardFolder, version, logger, now = () => new Date() } = options;
  const { metrics = new Metrics(store), drain = new Drain() } = options;
  const { timeZone, publicUrl, trustedProxies } = config;
  const ownHeaders = securityHeaders(publicUrl?.protocol === 'https:');
  const app = Fastify({
    ...(logger !== undefined && { logger }),
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    genReqId: requestIdOf,
    requestTimeout: 30_000,
    // Without a Host the request guard refuses, in more words than Node does.
    http: { maxHeaderSize: longestHeadBytes, requireHostHeader: false },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply.headers(ownHeaders)),
  });

  metrics.watchRequests(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(ownHeaders).header(requestIdHeader, request.id);
    const refusal = refusalOf(request, publicUrl);
    if (refusal !== null) throw new ServiceProblem('forbidden', refusal);
  });
  app.addHook('onSend', compressAnswer);
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, problemFor(error, request)));

  const { backend, shared } =
    config.upstream === null ? await embedService(app, options) : reachUpstream(app, config.upstream, options, metrics);
  const isLocal = createLocalCheck(config);
  const sessions = new Sessions(store, secrets.sessionSecret, now);
  const company = createCompany(config, secrets.sessionSecret, now);
  const signIn = new SignIn({
    sessions,
    cookies: new SessionCookies(config, secrets.sessionSecret),
    backend,
    shared,
    provider: company?.signIn.provider ?? null,
    isLocal,
    now,
  });
  const facts: ServiceFacts = {
    kind: backend.kind,
    baseUrl: () => config.upstream?.url.href ?? addressOf(app.server, config) + servicePrefix,
    version,
    today: createToday(timeZone, now),
  };
  await app.register(gateway({ store, sessions, signIn, backend, facts, company, now }), { prefix: '/gateway' });

  await app.register(reportHealth(store, drain));
  await app.register(metricsRoute(metrics, isLocal));
  if (dashboardFolder !== null) await app.register(dashboard(dashboardFolder));
  return app;
}

/** The service behind the gateway, and what those ask it with who bring no credentials of their own. */
interface Reached {
  backend: StockBackend;
  shared: SharedCredentials | null;
}

/** Serves the embedded service below {@link servicePrefix}, for programs and for the gateway. */
async function embedService(app: FastifyInstance, options: AppOptions): Promise<Reached> {
  const { config, secrets, store, now = () => new Date() } = options;
  const { market, limits, timeZone } = config;
  const { subscriptionKeys } = secrets;
  const verifyToken = createTokenVerifier({ trust: tokenTrust(config, secrets), defaultMarket: market, now });
  await app.register(stockService({ store, verifyToken, subscriptionKeys, limits, timeZone, now }), {
    prefix: servicePrefix,
  });
  return {
    backend: new EmbeddedBackend(app, servicePrefix, createEmbeddedIdentity(verifyToken, subscriptionKeys)),
    shared: createEmbeddedCredentials(config, secrets, now),
  };
}

/** Asks a service that others run; nothing is served below {@link servicePrefix}. */
function reachUpstream(
  app: FastifyInstance,
  { url, credentials }: UpstreamConfig,
  { upstreamLimits, now = () => new Date() }: AppOptions,
  metrics: Metrics,
): Reached {
  const sharedEnd = credentials === null ? null : tokenEnd(credentials.token);
  if (sharedEnd !== null) metrics.showSharedTokenEnd(sharedEnd);
  const backend = new UpstreamBackend({
    baseUrl: url,
    identify: createUpstreamIdentity(now),
    ...(upstreamLimits !== undefined && { limits: upstreamLimits }),
    observer: metrics.watchUpstream(),
    log: new UpstreamLog(app.log),
  });
  app.addHook('onClose', () => backend.close());
  return { backend, shared: credentials && (async () => credentials) };
}

import { negotiate } from '@fastify/accept-negotiator';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { brotliCompress, type CompressCallback, constants, gzip } from 'node:zlib';

import type { Market } from '#stock/contract/envelope.ts';
import { requestIdHeader } from '#stock/contract/headers.ts';
import { dashboard } from './dashboard.ts';
import type { Credentials, SharedCredentials, StockBackend } from '#server/gateway/stock-backend.ts';
import {
  createEmbeddedCredentials,
  createEmbeddedIdentity,
  embeddedBackend,
} from '#server/gateway/embedded-backend.ts';
import type { FindCalendars } from '#server/gateway/calendars-routes.ts';
import { daysObserved, type FindHistory, storedDays } from '#server/gateway/history-route.ts';
import { type FindChanges, changesPage, noChanges } from '#server/gateway/changes-routes.ts';
import { findStoredCalendars } from '#server/gateway/embedded-calendars.ts';
import { findExternalCalendars } from '#server/gateway/external-calendars.ts';
import { gateway } from '#server/gateway/gateway.ts';
import { Documents } from '#server/orders/documents.ts';
import { MailRecipients } from '#server/notifications/mail-recipients.ts';
import { MailSender } from '#server/notifications/mail-sender.ts';
import { mailTransport } from '#server/notifications/mail-transport.ts';
import { Notifications } from '#server/notifications/notifications.ts';
import { CheckRuns, type CheckRunsOptions } from '#server/promises/check-runs.ts';
import { Folders } from '#server/promises/folders.ts';
import { KeyGate } from '#server/keys/key-gate.ts';
import { Keys } from '#server/keys/keys.ts';
import { customerPageRoute } from '#server/customer-links/customer-link-routes.ts';
import { CustomerLinks } from '#server/customer-links/customer-links.ts';
import { mcpRoute } from '#server/mcp/mcp-route.ts';
import { LiveAddresses } from '#server/keys/live-addresses.ts';
import { liveRoutes } from '#server/keys/live-routes.ts';
import { Promises } from '#server/promises/promises.ts';
import { Watches } from '#server/promises/watches.ts';
import { catalogueFinder, catalogueOfMarket, openCatalogue } from '#server/gateway/product-routes.ts';
import { createLocalCheck, refusalOf } from './request-guard.ts';
import { SessionCookies } from '#server/sign-in/session-cookies.ts';
import type { ServiceFacts } from '#server/sign-in/session-routes.ts';
import { Sessions } from '#server/sign-in/sessions.ts';
import { SignIn } from '#server/sign-in/sign-in.ts';
import { createUpstreamIdentity, tokenEnd } from '#server/sign-in/upstream-identity.ts';
import { embeddedLookup } from '#server/lookup/embedded-lookup.ts';
import { externalLookup } from '#server/lookup/external-lookup.ts';
import type { Caller, StockLookup } from '#server/lookup/stock-lookup.ts';
import { calendarIndexes } from '#server/lookup/calendar-indexes.ts';
import { CalendarObserver } from '#server/lookup/calendar-observer.ts';
import { digestCredentials, upstreamBackend } from '#server/upstream/upstream-backend.ts';
import { type UpstreamLimits, upstreamLimits } from '#server/upstream/upstream-limits.ts';
import { upstreamLog } from '#server/upstream/upstream-log.ts';
import { requestLogger } from './logger.ts';
import { Metrics, metricsRoute } from './metrics.ts';
import { createCompany } from '#server/sign-in/company-routes.ts';
import {
  handleClientError,
  handleError,
  handleExpectation,
  maxHeadBytes,
  ServiceProblem,
  tooManyRequests,
} from '#server/service/service-problem.ts';
import { servedStock } from '#server/service/served-stock.ts';
import { createToday, stockService } from '#server/service/stock-service.ts';
import { createTokenVerifier, type TokenTrust } from '#server/service/access-token.ts';
import { storeLocation } from '#server/store/open-store.ts';
import type { Store, StoreLocation } from '#server/store/stock-store.ts';

import type { Config, UpstreamConfig } from './config.ts';
import { isSlowBody } from './connections.ts';
import { healthRoute } from './health.ts';
import { refuseOverload, startQueues } from './overload.ts';
import { addressOf } from './own-address.ts';
import type { Secrets } from './secrets.ts';
import { logRefusals } from './security-log.ts';

export interface AppOptions {
  config: Config;
  secrets: Secrets;
  store: Store;
  /** Where the store is, if not where `config` says. */
  location?: StoreLocation;
  /** Folder of the built dashboard; null to serve none. */
  dashboardFolder: string | null;
  version: string;
  logger: FastifyServerOptions['logger'];
  now?: () => Date;
  /** Monotonic clock in milliseconds. */
  elapsed?: () => number;
  /** Metrics of requests and upstream calls; a new instance by default. */
  metrics?: Metrics;
  /** Aborted when the server is about to stop. */
  stopping?: AbortSignal;
  /** Overrides the limits of upstream requests. */
  upstreamLimits?: UpstreamLimits;
  /** Milliseconds in which a request must arrive completely, unless it is an import. */
  requestTimeout?: number;
  /** Called with what checks promises and watches, which otherwise begins ten seconds after the start. */
  onRuns?: (runs: CheckRuns) => void;
  /** Milliseconds without progress after which the connection of a response is closed. */
  responseIdleTimeout?: number;
}

const servicePrefix = '/api';

/** Builds the complete server, ready to listen: service, gateway and dashboard. The caller closes the store. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, secrets, dashboardFolder, version, logger, now = () => new Date() } = options;
  const isEmbedded = config.upstream === null;
  const store = isEmbedded ? servedStock(options.store, config.demo !== 'never') : options.store;
  const { metrics = new Metrics(options.store), stopping = new AbortController().signal } = options;
  const { elapsed = () => performance.now(), requestTimeout = 30_000, responseIdleTimeout = 30_000 } = options;
  const { timeZone, publicUrl, trustedProxies } = config;
  const ownHeaders = securityHeaders(publicUrl?.protocol === 'https:');
  const app = Fastify({
    ...(logger !== undefined && { logger }),
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    genReqId: requestIdOf,
    childLoggerFactory: requestLogger,
    requestTimeout,
    // The request guard rejects requests without a Host header, with a clearer message than Node's.
    http: {
      maxHeaderSize: maxHeadBytes,
      requireHostHeader: false,
      // Node swaps the two limits if that of the head is longer, as it is by default.
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: requestTimeout,
    },
    // Requests that arrive while the server closes are handled, too: the store closes last.
    return503OnClosing: false,
    // Each route parses its own query string, more strictly.
    routerOptions: { querystringParser: () => ({}) },
    clientErrorHandler: (error, socket) => {
      if (!isSlowBody(error, socket)) handleClientError(error, socket);
    },
    frameworkErrors: (error, request, reply) =>
      handleError(error, request, reply.headers(ownHeaders).header(requestIdHeader, request.id)),
  });

  app.server.on('checkExpectation', handleExpectation);
  metrics.watchRequests(app);
  logRefusals(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ownHeaders).header(requestIdHeader, request.id);
    const isBusy = countInFlight(request.raw.socket, 1) > maxPipelined;
    const refusal = refusalOf(request, publicUrl);
    if (refusal !== null) done(new ServiceProblem('forbidden', refusal));
    else if (isBusy) done(tooManyRequests('Too many requests at once on one connection. Wait for the responses.', 1));
    else done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    countInFlight(request.raw.socket, -1);
    done();
  });
  app.addHook('onSend', compressResponse);
  refuseOverload(app, startQueues(isEmbedded));
  // A client that doesn't read would keep the response in memory indefinitely.
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.raw.setTimeout(responseIdleTimeout, () => reply.raw.destroy());
    done(null, payload);
  });
  app.setErrorHandler(handleError);

  const service =
    config.upstream === null
      ? await embedService(app, { ...options, store })
      : openUpstream(app, config.upstream, options, metrics);
  const { backend, lookup, findCalendars, shared, lookupOf } = service;
  const isLocal = createLocalCheck(config);
  const sessions = new Sessions(store, secrets.sessionSecret, now);
  const serviceName = config.upstream?.url.href ?? 'embedded';
  const documents = new Documents(store, secrets.sessionSecret, serviceName, () => now().getTime());
  const promises = new Promises({
    store,
    lookup,
    sessionSecret: secrets.sessionSecret,
    now: () => now().getTime(),
  });
  const notifications = new Notifications(store, promises, serviceName, () => now().getTime());
  const watches = new Watches({ store, lookup, now: () => now().getTime() });
  const mails = openMails(app, options, promises);
  const keys = new Keys(store, secrets.sessionSecret, serviceName, () => now().getTime());
  const customerLinks = new CustomerLinks(keys, () => now().getTime());
  const company = createCompany(config, secrets.sessionSecret, now);
  const signIn = new SignIn({
    sessions,
    cookies: new SessionCookies(config, secrets.sessionSecret),
    backend,
    shared,
    provider: company?.signIn.provider ?? null,
    isLocal,
    forgetCredentials: (personId) => store.forgetCredentials(personId),
    companySignedIn: (personId, person) => mails.recipients.follow(personId, person),
    now,
  });
  const folders = new Folders({
    store,
    livingCredentials: (personId) => signIn.livingCredentials(personId),
    identify: (credentials) => backend.identify(credentials),
    shared,
    isEmbedded,
    sessionSecret: secrets.sessionSecret,
    service: serviceName,
    now,
  });
  const access: CheckRunsOptions['access'] = async (folder, requestId) => {
    if (lookupOf !== null) {
      const market = folders.marketOf(folder, config.market);
      return market && { key: JSON.stringify(market), lookup: lookupOf(market), caller: nobody(market, requestId) };
    }
    const caller = await folders.callerOf(folder, requestId);
    return caller === null ? 'sign-in' : { key: digestCredentials(caller.credentials), lookup, caller };
  };
  const runs = new CheckRuns({
    store,
    access,
    lookup,
    clock: { timeZone, checkAt: config.checkAt },
    now: () => now().getTime(),
    log: app.log,
    ended: metrics.watchRuns(),
  });
  checkEveryMinute(app, runs);
  options.onRuns?.(runs);
  const facts: ServiceFacts = {
    kind: backend.kind,
    baseUrl: () => config.upstream?.url.href ?? addressOf(app.server, config) + servicePrefix,
    version,
    timeZone,
  };
  const { location = storeLocation(config) } = options;
  const importTarget = isEmbedded ? { location, market: config.market, today: createToday(timeZone, now) } : null;
  const catalogueOf = catalogueFinder(store, config.catalogByMarket, !isEmbedded);
  const gatewayRoutes = gateway({
    ...service,
    store,
    sessions,
    documents,
    promises,
    notifications,
    watches,
    folders,
    recipients: mails.recipients,
    keys,
    customerLinks,
    signIn,
    catalogueOf,
    facts,
    company,
    importTarget,
    now,
    elapsed,
  });
  await app.register(gatewayRoutes, { prefix: '/gateway' });
  const live = new LiveAddresses({
    keys,
    signIn,
    documents,
    promises,
    lookup,
    findCalendars,
    catalogueOf,
    now: () => now().getTime(),
    log: app.log,
  });
  const gate = new KeyGate(keys, elapsed);
  await app.register(liveRoutes(live, gate, keys));
  await app.register(customerPageRoute(gate));

  await app.register(
    mcpRoute({
      lookup,
      findCalendars,
      now,
      elapsed,
      version,
      holderOf: async (key, request) => {
        const found = await gate.open(request, key, 'mcp');
        const caller = await keys.callerOf(found, signIn, request.id);
        const market = config.catalogByMarket ? (caller?.market ?? null) : null;
        const catalogue = isEmbedded
          ? market === null
            ? store
            : catalogueOfMarket(store, market)
          : openCatalogue(store);
        return { id: found.id, caller, catalogue };
      },
    }),
  );
  await app.register(healthRoute(store, isEmbedded, stopping));
  await app.register(metricsRoute(metrics, isLocal));
  if (dashboardFolder !== null) await app.register(dashboard(dashboardFolder));
  return app;
}

/** Runs promises and watches soon after the start, and looks every minute whether a run is due. */
function checkEveryMinute(app: FastifyInstance, runs: CheckRuns): void {
  const timers = [setTimeout(() => void runs.tick(), 10_000), setInterval(() => void runs.tick(), 60_000)];
  for (const timer of timers) timer.unref();
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer);
    await runs.close();
  });
}

/** Who checks stock of this server's own store, which needs no credentials. */
function nobody(market: Market, requestId: string): Caller {
  const credentials = { token: '', subscriptionKey: '' };
  return { credentials, expiresAt: null, market, bypassCache: true, isBackground: true, requestId };
}

/** Limit of concurrent requests on one connection. Browsers and proxies wait for the previous response. */
const maxPipelined = 8;

const inFlight = new WeakMap<object, number>();

/** Changes the number of requests in flight on a connection and returns the new number. */
function countInFlight(connection: object, change: 1 | -1): number {
  const count = Math.max(0, (inFlight.get(connection) ?? 0) + change);
  inFlight.set(connection, count);
  return count;
}

/** The service behind the gateway, and the credentials used for users without their own (null for none). */
interface ConnectedService {
  backend: StockBackend;
  lookup: StockLookup;
  findCalendars: FindCalendars;
  findChanges: FindChanges;
  findHistory: FindHistory;
  shared: SharedCredentials | null;
  /** Lookup for a market without credentials; null with an external service. */
  lookupOf: ((market: Market) => StockLookup) | null;
}

/** Serves the embedded service below {@link servicePrefix}, for API clients and for the gateway. */
async function embedService(app: FastifyInstance, options: AppOptions): Promise<ConnectedService> {
  const { config, secrets, store, now = () => new Date() } = options;
  const { market, limits, timeZone } = config;
  const { subscriptionKeys } = secrets;
  const verifyToken = createTokenVerifier({ trust: tokenTrust(config, secrets), defaultMarket: market, now });
  const service = stockService({ store, verifyToken, subscriptionKeys, limits, timeZone, now });
  await app.register(service.routes, { prefix: servicePrefix });
  const today = createToday(timeZone, now);
  const stockFor = async (credentials: Credentials) => {
    const userMarket = await service.admit(credentials);
    return { market: userMarket, visible: config.catalogByMarket ? catalogueOfMarket(store, userMarket) : store };
  };
  return {
    backend: embeddedBackend(app, servicePrefix, createEmbeddedIdentity(verifyToken, subscriptionKeys)),
    lookup: embeddedLookup({ store, service, today, now: () => now().getTime() }),
    findCalendars: async (query, { credentials }) => {
      const { market, visible } = await stockFor(credentials);
      return findStoredCalendars(visible, market, query, { today: today(), now: now().getTime() });
    },
    findChanges: async (requested, { credentials }) => {
      const { market, visible } = await stockFor(credentials);
      const query = { ...requested, today: today() };
      return changesPage(await store.findChanges(market, query), query, visible, now().getTime());
    },
    findHistory: async (query, { credentials }) => {
      const market = await service.admit(credentials);
      const day = today();
      return { today: day, days: await storedDays(store, market, query, { today: day, timeZone }) };
    },
    shared: createEmbeddedCredentials(config, secrets, now),
    lookupOf: (market) =>
      embeddedLookup({ store, service: { admit: async () => market }, today, now: () => now().getTime() }),
  };
}

/** Sends mails while the server runs, if it is set up to. */
function openMails(
  app: FastifyInstance,
  { config, secrets, store, now = () => new Date() }: AppOptions,
  promises: Promises,
): { recipients: MailRecipients; sender: MailSender | null } {
  const { sessionSecret } = secrets;
  const transport = config.mail && mailTransport(config.mail);
  const recipients = new MailRecipients({ store, transport, sessionSecret, now: () => now().getTime() });
  if (transport === null) return { recipients, sender: null };
  const sender = new MailSender({
    store,
    transport,
    recipients,
    namesOf: (folder) => promises.namesOf(folder),
    baseUrl: () => addressOf(app.server, config),
    today: createToday(config.timeZone, now),
    now: () => now().getTime(),
    onError: (error) => app.log.error({ err: error }, 'mails wait'),
  });
  app.addHook('onListen', async () => sender.start());
  app.addHook('preClose', () => sender.stop());
  return { recipients, sender };
}

/** Connects to an external stock service; nothing is served below {@link servicePrefix}. */
function openUpstream(
  app: FastifyInstance,
  { url, credentials }: UpstreamConfig,
  { config, store, upstreamLimits: limits = upstreamLimits, now = () => new Date() }: AppOptions,
  metrics: Metrics,
): ConnectedService {
  const sharedExpiry = credentials === null ? null : tokenEnd(credentials.token);
  if (sharedExpiry !== null) metrics.setSharedTokenExpiry(sharedExpiry);
  const backend = upstreamBackend({
    baseUrl: url,
    identify: createUpstreamIdentity(now),
    limits,
    observer: metrics.watchUpstream(),
    log: upstreamLog(app.log),
    credentialsChecked: (...checked) => indexes.credentialsChecked(...checked),
  });
  const today = createToday(config.timeZone, now);
  const lookup = externalLookup({ backend, today, generation: async () => (await store.state()).generation });
  const clock = () => now().getTime();
  const indexes = calendarIndexes({
    store,
    backend,
    observer: new CalendarObserver({ store, lookup, today, now: clock }),
    baseUrl: url.href,
    digest: digestCredentials,
    shared: credentials,
    log: app.log,
    now: clock,
  });
  // Gives up its fills while the store is open.
  app.addHook('preClose', () => indexes.close());
  app.addHook('onClose', () => backend.close());
  const catalogue = openCatalogue(store);
  const findCalendars: FindCalendars = (...args) =>
    findExternalCalendars({ lookup, catalogue, indexes, store }, ...args);
  const findChanges: FindChanges = async (requested, caller) => {
    const query = { ...requested, today: today() };
    const index = await indexes.use(caller, { needsFirst: true, isRequested: false });
    const found =
      index === null
        ? noChanges(query)
        : await store.findObservedChanges({ source: index.source, fillId: index.served?.fillId ?? null }, query);
    return changesPage(found, query, catalogue, clock());
  };
  const findHistory: FindHistory = async ({ productId, quantity }, caller) => {
    const index = await indexes.use(caller, { needsFirst: true, isRequested: false });
    const history = index && (await store.findObservedHistory(index.source, productId));
    return { today: today(), days: history ? daysObserved(history, quantity, today()) : [] };
  };
  const shared = credentials && (async () => credentials);
  return { backend, lookup, findCalendars, findChanges, findHistory, shared, lookupOf: null };
}

/**
 * Headers of every response; the dashboard's pages and files override some of them.
 * @param https whether users reach the server by https; adds Strict-Transport-Security
 */
function securityHeaders(https: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

const requestIdHeaderName = requestIdHeader.toLowerCase();

/** Returns the request ID that the client sent, so that requests can be traced across programs, or a new one. */
function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeaderName];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}

/** How the service verifies tokens: by the issuer's key set if its URL is configured, otherwise by the secret. */
function tokenTrust({ tokens }: Pick<Config, 'tokens'>, { jwtSecret }: Pick<Secrets, 'jwtSecret'>): TokenTrust {
  const { jwksUrl, issuer, audience } = tokens;
  if (jwksUrl !== null && issuer !== null && audience !== null) return { jwksUrl, issuer, audience };
  if (jwtSecret !== null) return { secret: jwtSecret, issuer, audience };
  throw new TypeError('There is nothing to verify tokens by.');
}

type Coding = 'br' | 'gzip';

/** Bytes; compressing shorter payloads gains nothing. */
const minCompressedBytes = 1024;
const compressible = /^(?:application\/(?:[\w.-]+\+)?json|text\/)/;

// Calendars repeat their field names: even the fastest settings compress them to about a sixteenth.
const compress: Record<Coding, (text: string | Buffer, done: CompressCallback) => void> = {
  br: (text, done) => brotliCompress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }, done),
  gzip: (text, done) => gzip(text, { level: 1 }, done),
};

/** `onSend` hook that compresses long texts for clients that accept it. Files, which are streams, pass unchanged. */
export function compressResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isText || !compressible.test(String(reply.getHeader('content-type'))) || reply.hasHeader('content-encoding')) {
    done(null, payload);
    return;
  }
  reply.header('Vary', 'Accept-Encoding');
  const accepted = request.headers['accept-encoding'];
  const coding = accepted === undefined ? null : negotiate<Coding>(accepted, ['br', 'gzip']);
  if (coding === null || request.method === 'HEAD' || Buffer.byteLength(payload) < minCompressedBytes) {
    done(null, payload);
    return;
  }
  reply.header('Content-Encoding', coding).removeHeader('content-length');
  compress[coding](payload, done);
}

import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Market } from '#stock/contract/envelope.ts';
import { defaultLimits } from '#stock/contract/limits.ts';
import { type Company, companyRoutes } from '#server/sign-in/company-routes.ts';
import { type ImportTarget, importRoute } from '#server/import/import-route.ts';
import { customerLinkRoutes } from '#server/customer-links/customer-link-routes.ts';
import type { CustomerLinks } from '#server/customer-links/customer-links.ts';
import { keyRoutes } from '#server/keys/key-routes.ts';
import type { Keys } from '#server/keys/keys.ts';
import { documentRoutes } from '#server/orders/document-routes.ts';
import type { Documents } from '#server/orders/documents.ts';
import type { MailRecipients } from '#server/notifications/mail-recipients.ts';
import { mailRoutes } from '#server/notifications/mail-routes.ts';
import { notificationRoutes } from '#server/notifications/notification-routes.ts';
import type { Notifications } from '#server/notifications/notifications.ts';
import type { Folders } from '#server/promises/folders.ts';
import { promiseRoutes } from '#server/promises/promise-routes.ts';
import type { Promises } from '#server/promises/promises.ts';
import { watchRoutes } from '#server/promises/watch-routes.ts';
import type { Watches } from '#server/promises/watches.ts';
import { noSuchRoute } from '#server/service/no-such-route.ts';
import { parseBodiesAsBytes } from '#server/service/read-request.ts';
import type { StockLookup } from '#server/lookup/stock-lookup.ts';
import type { CalendarHistoryStore, StockStore } from '#server/store/stock-store.ts';

import { availabilityRoute } from './availability-route.ts';
import { calendarsRoutes, type FindCalendars } from './calendars-routes.ts';
import { changesRoutes, type FindChanges } from './changes-routes.ts';
import { type FindHistory, historyRoutes } from './history-route.ts';
import { apiCheckRoutes } from './api-check-routes.ts';
import { orderCheckRoute } from './order-check-route.ts';
import { type Catalogue, openCatalogue, productRoutes } from './product-routes.ts';
import { requireSignIn, signedInOf, type SignIn } from '#server/sign-in/sign-in.ts';
import { type ServiceFacts, sessionRoutes } from '#server/sign-in/session-routes.ts';
import type { Sessions } from '#server/sign-in/sessions.ts';
import type { StockBackend } from './stock-backend.ts';

export interface GatewayParts {
  store: StockStore & Pick<CalendarHistoryStore, 'findHistorySize'>;
  sessions: Sessions;
  documents: Documents;
  promises: Promises;
  notifications: Notifications;
  watches: Watches;
  folders: Folders;
  recipients: MailRecipients;
  keys: Keys;
  customerLinks: CustomerLinks;
  signIn: SignIn;
  backend: StockBackend;
  /** Stock for the routes that answer a screen. */
  lookup: StockLookup;
  /** The catalog that users of a market see. */
  catalogueOf: (market: Market | null) => Catalogue;
  /** Pages of many products. */
  findCalendars: FindCalendars;
  /** Changes of many products. */
  findChanges: FindChanges;
  /** Earlier ship dates of one product. */
  findHistory: FindHistory;
  facts: ServiceFacts;
  /** Company sign-in; null if not configured. */
  company: Company | null;
  /** Where files are imported to; null without a built-in service. */
  importTarget: ImportTarget | null;
  now: () => Date;
  /** Milliseconds on a monotonic clock. */
  elapsed: () => number;
}

/**
 * The dashboard's API, to be registered under `/gateway`: session, products, stock for the screens, orders and lists.
 * It adds the credentials, which browsers never receive. All errors are problems (RFC 9457).
 */
export function gateway(parts: GatewayParts) {
  const { signIn, lookup, backend, documents, promises, notifications, folders, keys, facts, company, now } = parts;
  const catalogue = backend.kind === 'upstream' ? openCatalogue(parts.store) : parts.store;
  const keptHistory = backend.kind === 'upstream' ? 'observed' : 'replaced';
  const catalogueFor = (request: FastifyRequest): Catalogue => parts.catalogueOf(signedInOf(request).identity.market);
  return async (app: FastifyInstance): Promise<void> => {
    const noRoute = noSuchRoute(app, 'The gateway has nothing at this address.');
    app.setNotFoundHandler((request) => {
      throw noRoute(request);
    });
    forgetExpiredSessions(app, parts.sessions);
    parseBodiesAsBytes(app, defaultLimits.bodyBytes);
    await app.register(fastifyCookie);
    await app.register(sessionRoutes({ ...parts, store: catalogue }));
    if (company !== null) await app.register(companyRoutes(company, signIn));
    await app.register(async (members) => {
      requireSignIn(members, signIn);
      await members.register(productRoutes(catalogueFor));
      await members.register(calendarsRoutes(parts.findCalendars));
      await members.register(changesRoutes(parts.findChanges, facts.timeZone));
      await members.register(historyRoutes(parts.findHistory, () => parts.store.findHistorySize(keptHistory)));
      await members.register(availabilityRoute(lookup, catalogueFor, now));
      await members.register(orderCheckRoute(lookup, now));
      await members.register(apiCheckRoutes(backend, now));
      await members.register(documentRoutes(documents, catalogueFor, [promises, notifications, keys]));
      await members.register(promiseRoutes(promises, folders));
      await members.register(notificationRoutes(notifications));
      await members.register(watchRoutes(parts.watches, folders));
      await members.register(mailRoutes(parts.recipients));
      await members.register(customerLinkRoutes(parts.customerLinks));
      await members.register(keyRoutes(keys, documents, () => now().getTime()));
      if (parts.importTarget !== null) await members.register(importRoute(parts.importTarget));
    });
  };
}

/** Deletes expired sessions at startup and every hour. */
function forgetExpiredSessions(app: FastifyInstance, sessions: Sessions): void {
  const forget = () =>
    sessions.forgetExpired().catch((error: unknown) => app.log.error({ err: error }, 'expired sessions stay'));
  const timer = setInterval(() => void forget(), 3_600_000).unref();
  app.addHook('onReady', forget);
  app.addHook('onClose', async () => clearInterval(timer));
}

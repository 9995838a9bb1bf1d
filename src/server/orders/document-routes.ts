import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

import {
  ConcerningProducts,
  documentLimits,
  DocumentPath,
  ListContent,
  NewShare,
  OpenShare,
  OrderContent,
  SharePath,
} from '#stock/contract/orders.ts';
import { requestError } from '#stock/contract/requests.ts';
import { NoQuery } from '#server/gateway/gateway-requests.ts';
import type { Catalogue } from '#server/gateway/product-routes.ts';
import type { Promises } from '#server/promises/promises.ts';
import { signedInOf } from '#server/sign-in/sign-in.ts';
import {
  allOf,
  badRequest,
  parseJson,
  pathReader,
  readBody,
  readQuery,
  requireJson,
} from '#server/service/read-request.ts';
import { handleError, ServiceProblem } from '#server/service/service-problem.ts';
import type { DocumentKey } from '#server/store/sql-documents.ts';

import { orderFinder } from './concerned-orders.ts';
import { type DocumentKind, type Documents, type EntryFacts, etagOf } from './documents.ts';
import { findProducts } from './line-products.ts';

/** What the routes know of a kind of document. */
interface KindOfDocument<Kind extends DocumentKind, Content extends z.ZodMiniObject> {
  kind: Kind;
  /** Path of all of them, and their name in the response. */
  plural: string;
  Content: Content;
  entryOf: (content: z.infer<Content>, catalogue: Catalogue) => EntryFacts<Kind> | Promise<EntryFacts<Kind>>;
}

const orders: KindOfDocument<'order', typeof OrderContent> = {
  kind: 'order',
  plural: 'orders',
  Content: OrderContent,
  entryOf: async ({ name, customer, reference, summary, lines }, catalogue) => ({
    name,
    customer,
    reference,
    summary,
    lineCount: lines.length,
    ...(!name && !customer && !reference && { firstProduct: await firstProductOf(lines, catalogue) }),
  }),
};
const lists: KindOfDocument<'list', typeof ListContent> = {
  kind: 'list',
  plural: 'lists',
  Content: ListContent,
  entryOf: ({ name, productIds }) => ({ name, productCount: productIds.length }),
};

/**
 * Orders and lists of the signed-in person at `/orders` and `/lists`: list, read, write (`If-Match`, or `If-None-Match: *`
 * for a new one), delete and share; `/orders/concerned` finds the orders that have some products or any, `/shared` opens
 * a link, `/my-data` deletes everything of the person.
 * @param others what else is deleted with the person's documents
 */
export function documentRoutes(
  documents: Documents,
  catalogueFor: (request: FastifyRequest) => Catalogue,
  others: readonly Pick<Promises, 'deleteAll'>[],
) {
  const findConcerned = orderFinder(documents);
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, request, reply) => handleError(tooLarge(error) ?? error, request, reply));
    forgetExpiredShares(app, documents);
    await app.register(routesOf(documents, orders, catalogueFor));
    await app.register(routesOf(documents, lists, catalogueFor));
    app.route({
      method: 'POST',
      url: '/orders/concerned',
      onRequest: requireJson,
      handler: async (request) => {
        const { body } = allOf({
          query: readQuery(request.url, NoQuery),
          body: readBody(parseJson(request.body), ConcerningProducts),
        });
        return findConcerned(signedInOf(request), body.productIds, catalogueFor(request));
      },
    });
    app.route({
      method: 'POST',
      url: '/shared',
      onRequest: requireJson,
      handler: async (request) => {
        const { body } = allOf({
          query: readQuery(request.url, NoQuery),
          body: readBody(parseJson(request.body), OpenShare),
        });
        const found = await documents.open(signedInOf(request), body.key);
        if (found === null)
          throw new ServiceProblem('not-found', 'This link is unknown, has expired, or is of another market.');
        const { kind, changedAt, content } = found;
        return { kind, changedAt, content };
      },
    });
    app.route({
      method: 'DELETE',
      url: '/my-data',
      handler: async (request, reply) => {
        allOf({ query: readQuery(request.url, NoQuery) });
        await documents.deleteAll(signedInOf(request));
        for (const owned of others) await owned.deleteAll(signedInOf(request));
        return reply.code(204).send();
      },
    });
  };
}

/** Name of the first product, or its text; undefined without any. */
async function firstProductOf(lines: OrderContent['lines'], catalogue: Catalogue): Promise<string | undefined> {
  const first = lines.find(({ product }) => product.trim() !== '');
  if (first === undefined) return undefined;
  // The order is saved even if the catalog can't be read.
  const [found] = await findProducts([first], catalogue).catch(() => []);
  return found?.product?.name ?? first.product;
}

const readPath = pathReader(DocumentPath);
const readSharePath = pathReader(SharePath);

function routesOf<Kind extends DocumentKind, Content extends z.ZodMiniObject>(
  documents: Documents,
  { kind, plural, Content, entryOf }: KindOfDocument<Kind, Content>,
  catalogueFor: (request: FastifyRequest) => Catalogue,
) {
  type Written = Parameters<typeof documents.write<Kind>>[1];
  const keyOf = (request: FastifyRequest): DocumentKey & { kind: Kind } => {
    const { path } = allOf({ path: readPath(request.params), query: readQuery(request.url, NoQuery) });
    return { ...documents.folderOf(signedInOf(request), kind), id: path.id };
  };
  const noDocument = () => new ServiceProblem('not-found', `There is no such ${kind}.`);

  return async (app: FastifyInstance): Promise<void> => {
    app.get(`/${plural}`, async (request) => {
      allOf({ query: readQuery(request.url, NoQuery) });
      const { entries, damaged } = await documents.list(documents.folderOf(signedInOf(request), kind));
      return { [plural]: entries, damaged };
    });
    app.get(`/${plural}/:id`, async (request, reply) => {
      const version = await documents.read(keyOf(request));
      if (version === null) throw noDocument();
      return sendVersion(reply, version);
    });
    app.route({
      method: 'PUT',
      url: `/${plural}/:id`,
      bodyLimit: documentLimits.documentBytes,
      onRequest: requireJson,
      handler: async (request, reply) => {
        const key = keyOf(request);
        const knownChange = request.headers['if-none-match'] === '*' ? null : knownVersion(request);
        const { body } = allOf({ body: readBody(parseJson(request.body), Content) });
        const size = Buffer.byteLength(request.body as Buffer);
        const { entry, isNew } = await documents.write(key, body as Written, {
          entry: await entryOf(body, catalogueFor(request)),
          size,
          knownChange,
        });
        return sendVersion(reply.code(isNew ? 201 : 200), entry);
      },
    });
    app.delete(`/${plural}/:id`, async (request, reply) => {
      const isAnyVersion = request.headers['if-match'] === '*';
      await documents.delete(keyOf(request), isAnyVersion ? null : knownVersion(request));
      return reply.code(204).send();
    });
    app.get(`/${plural}/:id/shares`, async (request) => ({ shares: await documents.shares(keyOf(request)) }));
    app.route({
      method: 'POST',
      url: `/${plural}/:id/shares`,
      onRequest: requireJson,
      handler: async (request, reply) => {
        const key = keyOf(request);
        const { body } = allOf({ body: readBody(parseJson(request.body), NewShare) });
        const share = await documents.share(key, body.days);
        if (share === null) throw noDocument();
        return reply.code(201).send(share);
      },
    });
    app.delete(`/${plural}/:id/shares/:shareId`, async (request, reply) => {
      const { path } = allOf({ path: readSharePath(request.params), query: readQuery(request.url, NoQuery) });
      const key = { ...documents.folderOf(signedInOf(request), kind), id: path.id };
      if (!(await documents.revoke(key, path.shareId))) throw new ServiceProblem('not-found', 'There is no such link.');
      return reply.code(204).send();
    });
  };
}

function sendVersion(reply: FastifyReply, version: { changedAt: number }): FastifyReply {
  return reply.header('ETag', etagOf(version)).send(version);
}

/**
 * Returns `changedAt` of the version that the request changes. Proxies that compress make an ETag weak.
 * @throws ServiceProblem `version-required` if the request names none
 */
function knownVersion({ headers }: FastifyRequest): number {
  const { 'if-match': known } = headers;
  if (known === undefined)
    throw new ServiceProblem(
      'version-required',
      'The If-Match header must be the ETag of the version that this changes. For a new document, send If-None-Match: *.',
    );
  const [, digits] = /^(?:W\/)?"(\d{1,15})"$/.exec(known) ?? [];
  if (digits === undefined) throw badRequest([requestError('If-Match', 'must be one ETag, in quotes')]);
  return Number(digits);
}

function tooLarge(error: unknown): ServiceProblem | null {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  if (!isTooLarge) return null;
  const most = documentLimits.documentBytes / 1_048_576;
  return new ServiceProblem(
    'payload-too-large',
    `The body is too large: an order or a list can have up to ${most} MiB. Shorten its notes, or divide it.`,
  );
}

/** Deletes expired links at startup and every hour. */
function forgetExpiredShares(app: FastifyInstance, documents: Documents): void {
  const forget = () =>
    documents.forgetExpired().catch((error: unknown) => app.log.error({ err: error }, 'expired links stay'));
  const timer = setInterval(() => void forget(), 3_600_000).unref();
  app.addHook('onReady', forget);
  app.addHook('onClose', async () => clearInterval(timer));
}

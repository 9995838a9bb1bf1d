import type { FastifyInstance } from 'fastify';

import {
  assistantKeyDays,
  type KeyEntries,
  KeyPath,
  keyLimits,
  NewAssistantKey,
  NewLiveAddress,
} from '#stock/contract/keys.ts';
import { NoQuery } from '#server/gateway/gateway-requests.ts';
import type { Documents } from '#server/orders/documents.ts';
import { signedInOf } from '#server/sign-in/sign-in.ts';
import { allOf, parseJson, pathReader, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import type { Keys } from './keys.ts';

const readPath = pathReader(KeyPath);
const dayInMilliseconds = 86_400_000;

/**
 * Keys of the signed-in person at `/keys`: list, make a live address (POST) or a key for an assistant (POST
 * `/keys/assistants`), and revoke. Links to their documents are listed and revoked with them.
 * @param now Unix milliseconds
 */
export function keyRoutes(keys: Keys, documents: Pick<Documents, 'sharesOf' | 'revokeShare'>, now: () => number) {
  return async (app: FastifyInstance): Promise<void> => {
    forgetExpiredKeys(app, keys);
    app.route({
      method: 'GET',
      url: '/keys',
      handler: async (request): Promise<KeyEntries> => {
        allOf({ query: readQuery(request.url, NoQuery) });
        const person = signedInOf(request);
        const shares = (await documents.sharesOf(person)).map((share) =>
          Object.assign(share, { kind: 'share' as const, usedAt: null, needsSession: false }),
        );
        const all = [...(await keys.list(person)), ...shares];
        return { keys: all.toSorted((a, b) => b.createdAt - a.createdAt) };
      },
    });
    app.post('/keys', { bodyLimit: keyLimits.bodyBytes, onRequest: requireJson }, async (request, reply) => {
      const { body } = allOf({
        query: readQuery(request.url, NoQuery),
        body: readBody(parseJson(request.body), NewLiveAddress),
      });
      const { name, days, view, language } = body;
      const expiresAt = now() + days * dayInMilliseconds;
      const opens = { view, language };
      return reply.code(201).send(await keys.create(signedInOf(request), { kind: 'live', name, opens, expiresAt }));
    });
    app.post('/keys/assistants', { onRequest: requireJson }, async (request, reply) => {
      const { body } = allOf({
        query: readQuery(request.url, NoQuery),
        body: readBody(parseJson(request.body), NewAssistantKey),
      });
      const expiresAt = now() + assistantKeyDays * dayInMilliseconds;
      const key = { kind: 'mcp' as const, name: body.name, opens: null, expiresAt };
      return reply.code(201).send(await keys.create(signedInOf(request), key));
    });
    app.delete('/keys/:id', async (request, reply) => {
      const { path } = allOf({ path: readPath(request.params), query: readQuery(request.url, NoQuery) });
      const person = signedInOf(request);
      if (!((await keys.revoke(person, path.id)) || (await documents.revokeShare(person, path.id))))
        throw new ServiceProblem('not-found', 'There is no such key.');
      return reply.code(204).send();
    });
  };
}

/** Deletes expired keys at startup and every hour. */
function forgetExpiredKeys(app: FastifyInstance, keys: Keys): void {
  const forget = () =>
    keys.forgetExpired().catch((error: unknown) => app.log.error({ err: error }, 'expired keys stay'));
  const timer = setInterval(() => void forget(), 3_600_000).unref();
  app.addHook('onReady', forget);
  app.addHook('onClose', async () => clearInterval(timer));
}

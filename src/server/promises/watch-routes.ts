import type { FastifyInstance, FastifyRequest } from 'fastify';

import { PutWatches, watchLimits, WatchPath } from '#stock/contract/watches.ts';
import { NoQuery } from '#server/gateway/gateway-requests.ts';
import { hangUpSignal } from '#server/gateway/hang-up-signal.ts';
import { backgroundCallerOf, signedInOf } from '#server/sign-in/sign-in.ts';
import { allOf, parseJson, pathReader, readBody, readQuery, requireJson } from '#server/service/read-request.ts';

import type { Folders } from './folders.ts';
import type { Watches } from './watches.ts';

const readPath = pathReader(WatchPath);
const query = ({ url }: FastifyRequest) => readQuery(url, NoQuery);

/**
 * Watches of the signed-in person at `/watches`: list, put and delete. `/checking`: whether promises and watches are
 * checked while the person is signed out, with credentials that are kept for it (`PUT`) or not (`DELETE`).
 */
export function watchRoutes(watches: Watches, folders: Folders) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/watches', (request) => {
      allOf({ query: query(request) });
      return watches.list(folders.of(signedInOf(request)));
    });
    app.route({
      method: 'PUT',
      url: '/watches',
      bodyLimit: watchLimits.bodyBytes,
      onRequest: requireJson,
      handler: async (request, reply) => {
        const { body } = allOf({ query: query(request), body: readBody(parseJson(request.body), PutWatches) });
        const folder = await folders.note(signedInOf(request));
        return watches.put(folder, body.watches, backgroundCallerOf(request), hangUpSignal(reply.raw));
      },
    });
    app.get('/checking', (request) => {
      allOf({ query: query(request) });
      return folders.state(signedInOf(request));
    });
    app.put('/checking', async (request, reply) => {
      allOf({ query: query(request) });
      await folders.keepCredentials(signedInOf(request));
      return reply.code(204).send();
    });
    app.delete('/checking', async (request, reply) => {
      allOf({ query: query(request) });
      await folders.forgetCredentials(signedInOf(request).personId);
      return reply.code(204).send();
    });
    app.delete('/watches/:productId/:quantity', async (request, reply) => {
      const { path } = allOf({ path: readPath(request.params), query: query(request) });
      await watches.delete(folders.of(signedInOf(request)), Number(path.productId), Number(path.quantity));
      return reply.code(204).send();
    });
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

import {
  CheckPromises,
  LetterPath,
  NewLetter,
  PromiseClosed,
  promiseLimits,
  PromisePath,
  PromiseTold,
} from '#stock/contract/promises.ts';
import { NoQuery } from '#server/gateway/gateway-requests.ts';
import { hangUpSignal } from '#server/gateway/hang-up-signal.ts';
import { backgroundCallerOf, signedInOf } from '#server/sign-in/sign-in.ts';
import { allOf, parseJson, pathReader, readBody, readQuery, requireJson } from '#server/service/read-request.ts';

import type { Folders } from './folders.ts';
import type { Promises } from './promises.ts';

const readLetterPath = pathReader(LetterPath);
const readPath = pathReader(PromisePath);

const query = ({ url }: FastifyRequest) => readQuery(url, NoQuery);

/**
 * Promises of the signed-in person at `/promises`: list, check, keep a letter (`PUT`), its texts, a new date that the
 * customer was told (`DELETE` takes it back), close, and delete.
 */
export function promiseRoutes(promises: Promises, folders: Folders) {
  const folderOf = (request: FastifyRequest) => folders.of(signedInOf(request));
  const letterKey = (request: FastifyRequest) => {
    const { path } = allOf({ path: readLetterPath(request.params), query: query(request) });
    return { ...folderOf(request), letterId: path.letterId };
  };

  return async (app: FastifyInstance): Promise<void> => {
    forgetOldPromises(app, promises, folders);
    app.get('/promises', (request) => {
      allOf({ query: query(request) });
      return promises.list(folderOf(request));
    });
    app.post('/promises/check', { onRequest: requireJson }, async (request, reply) => {
      const { body } = allOf({ query: query(request), body: readBody(parseJson(request.body), CheckPromises) });
      const folder = await folders.note(signedInOf(request));
      return promises.check(folder, body.always, backgroundCallerOf(request), hangUpSignal(reply.raw));
    });
    app.get('/promises/:letterId', (request) => promises.letter(letterKey(request)));
    app.route({
      method: 'PUT',
      url: '/promises/:letterId',
      bodyLimit: promiseLimits.letterBytes,
      onRequest: requireJson,
      handler: async (request, reply) => {
        const key = letterKey(request);
        const { body } = allOf({ body: readBody(parseJson(request.body), NewLetter) });
        await folders.note(signedInOf(request));
        const size = Buffer.byteLength(request.body as Buffer);
        const isNew = await promises.keep(key, body, size, request.id);
        return reply.code(isNew ? 201 : 204).send();
      },
    });
    app.delete('/promises/:letterId', async (request, reply) => {
      await promises.forget(letterKey(request));
      return reply.code(204).send();
    });
    app.route({
      method: 'POST',
      url: '/promises/:letterId/:place/told',
      bodyLimit: promiseLimits.letterBytes,
      onRequest: requireJson,
      handler: async (request, reply) => {
        const { path, body } = allOf({
          path: readPath(request.params),
          query: query(request),
          body: readBody(parseJson(request.body), PromiseTold),
        });
        await promises.tell({ ...folderOf(request), letterId: path.letterId }, Number(path.place), body);
        return reply.code(204).send();
      },
    });
    app.delete('/promises/:letterId/:place/told', async (request, reply) => {
      const { path } = allOf({ path: readPath(request.params), query: query(request) });
      await promises.untell({ ...folderOf(request), letterId: path.letterId }, Number(path.place));
      return reply.code(204).send();
    });
    app.post('/promises/:letterId/:place/closed', { onRequest: requireJson }, async (request, reply) => {
      const { path, body } = allOf({
        path: readPath(request.params),
        query: query(request),
        body: readBody(parseJson(request.body), PromiseClosed),
      });
      await promises.close({ ...folderOf(request), letterId: path.letterId }, Number(path.place), body.closed);
      return reply.code(204).send();
    });
  };
}

/** Deletes old promises and expired credentials at startup and every hour. */
function forgetOldPromises(app: FastifyInstance, promises: Promises, folders: Folders): void {
  const forget = () =>
    Promise.all([promises.forgetOld(), folders.forgetExpired()]).catch((error: unknown) =>
      app.log.error({ err: error }, 'old promises stay'),
    );
  const timer = setInterval(() => void forget(), 3_600_000).unref();
  app.addHook('onReady', async () => void (await forget()));
  app.addHook('onClose', async () => clearInterval(timer));
}

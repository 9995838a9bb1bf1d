import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';

import { answerHeaders } from '#stock/contract/headers.ts';
import { type Operation, type OperationName, operations, routeOf } from '#stock/contract/operation-list.ts';
import { requestError } from '#stock/contract/requests.ts';
import { badRequest, requireJson } from '#server/service/read-request.ts';

import { signedInOf } from '#server/sign-in/sign-in.ts';
import type { BackendRequest, StockBackend } from './stock-backend.ts';

/** The service's headers that are passed to the browser. */
const passedHeaders = ['content-type', 'retry-after', 'www-authenticate', ...answerHeaders];

/**
 * The four operations on the dashboard's origin (§4). Requests are forwarded with the user's credentials, and responses
 * are passed on unchanged.
 */
export function stockRoutes(backend: StockBackend) {
  const forward = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { operation, method, path, body }: Pick<BackendRequest, 'operation' | 'method' | 'path'> & { body?: unknown },
  ) => {
    const { credentials, identity } = signedInOf(request);
    const sent = await backend.send({
      operation,
      method,
      path: path + queryOf(request),
      body: Buffer.isBuffer(body) ? body : undefined,
      credentials,
      expiresAt: identity.expiresAt,
      bypassCache: /\bno-cache\b/i.test(request.headers['cache-control'] ?? ''),
      requestId: request.id,
      // Lazy, as not every backend needs it.
      get signal() {
        return hangUpSignal(reply.raw);
      },
    });
    const answer = sent.itemsProblem ?? sent;
    for (const name of passedHeaders) {
      const value = answer.headers[name];
      if (value !== undefined) reply.header(name, value);
    }
    return reply.code(answer.status).send(answer.body);
  };

  return async (app: FastifyInstance): Promise<void> => {
    for (const [operation, { methods, path }] of Object.entries(operations) as [OperationName, Operation][])
      for (const method of methods)
        app.route({
          method,
          url: routeOf(path),
          ...(operation === 'stockOfProducts' && { onRequest: requireJson }),
          handler: (request, reply) => {
            const asked = path.replace('{productId}', () => productIdOf(request));
            const body = operation === 'stockOfProducts' ? request.body : undefined;
            return forward(request, reply, { operation, method, path: asked, body });
          },
        });
  };
}

/** The ID as one path segment, whatever was entered; URLs would resolve dots as parent directories. */
function productIdOf(request: FastifyRequest): string {
  const { productId } = request.params as { productId: string };
  if (/^\.{1,2}$/.test(productId)) throw badRequest([requestError('productId', 'must be a whole number')]);
  return encodeURIComponent(productId);
}

function queryOf(request: FastifyRequest): string {
  const start = request.url.search(/[?#]/);
  return start === -1 ? '' : `?${request.url.slice(start + 1).replaceAll('#', '%23')}`;
}

/** Aborts when the browser disconnects before the response is complete, which the request's `close` doesn't tell. */
export function hangUpSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

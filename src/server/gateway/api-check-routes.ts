import type { FastifyInstance } from 'fastify';

import { type ApiCheck, ApiCheckRequest } from '#stock/contract/api-check.ts';
import { requestIdHeader } from '#stock/contract/headers.ts';
import { runApiCheck } from '#server/api-check/run-api-check.ts';
import { ProbeFailure, probeHeaders, type SendProbe } from '#server/api-check/probe.ts';
import { allOf, parseJson, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import { tooManyRequests } from '#server/service/service-problem.ts';
import { TransportFailure } from '#server/upstream/upstream-transport.ts';

import type { Credentials, StockBackend } from './stock-backend.ts';
import { NoQuery } from './gateway-requests.ts';
import { hangUpSignal } from './hang-up-signal.ts';
import { administratorsOnly, signedInOf } from '#server/sign-in/sign-in.ts';

/**
 * `POST /gateway/api-check`: checks the service against the specification, one check per user at a time. For users of the
 * company, only administrators may.
 */
export function apiCheckRoutes(backend: StockBackend, now: () => Date) {
  const underWay = new Set<string>();

  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api-check',
      onRequest: [administratorsOnly('check the stock service'), requireJson],
      handler: async (request, reply): Promise<ApiCheck> => {
        const { body } = allOf({
          query: readQuery(request.url, NoQuery),
          body: readBody(parseJson(request.body), ApiCheckRequest),
        });
        const { credentials, personId } = signedInOf(request);
        if (underWay.has(personId))
          throw tooManyRequests('An API check is already running. Try again when it is finished.', 5);
        underWay.add(personId);
        try {
          return await runApiCheck({
            send: backendProbe(backend, credentials, request.id),
            productIds: body.productIds ?? [],
            secrets: [credentials.token, credentials.subscriptionKey],
            now: now(),
            signal: hangUpSignal(reply.raw),
          });
        } finally {
          underWay.delete(personId);
        }
      },
    });
  };
}

/** Sends the probes of an API check through a backend, all with the ID of the request that started it. */
function backendProbe(backend: Pick<StockBackend, 'probe'>, credentials: Credentials, requestId: string): SendProbe {
  return async (request, signal) => {
    try {
      const { status, headers, body } = await backend.probe({
        method: request.method,
        path: request.path,
        headers: { ...probeHeaders(request, credentials), [requestIdHeader]: requestId },
        body: JSON.stringify(request.body),
        signal,
      });
      return { status, headers, body: body.toString('utf8') };
    } catch (error) {
      // Only its kind: the details of a failure belong in the log.
      if (error instanceof TransportFailure)
        throw new ProbeFailure(`No response from the stock service (${error.reason}).`);
      throw error;
    }
  };
}

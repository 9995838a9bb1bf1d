import type { FastifyInstance } from 'fastify';

import { ContractCheckRequest, type ContractCheck } from '#contract/contract-check.ts';
import { checkContract } from '#server/conformance/check-contract.ts';
import { allOf, readBody, readQuery } from '#server/service/read-request.ts';
import { parseJson, requireJson } from '#server/service/request-body.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { backendProbe } from './backend-probe.ts';
import { NoQuery } from './gateway-requests.ts';
import { hangUpSignal } from './hang-up-signal.ts';
import { signedInOf } from './require-sign-in.ts';
import type { StockBackend } from './stock-backend.ts';

/** `POST /gateway/contract-check`: holds the connected service to the specification, for one person once at a time. */
export function contractCheckRoutes(backend: StockBackend, now: () => Date) {
  const underWay = new Set<string>();

  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/contract-check',
      onRequest: requireJson,
      handler: async (request, reply): Promise<ContractCheck> => {
        const { body } = allOf({
          query: readQuery(request.url, NoQuery),
          body: readBody(parseJson(request.body), ContractCheckRequest),
        });
        const { credentials, personId } = signedInOf(request);
        if (underWay.has(personId)) throw alreadyUnderWay();
        underWay.add(personId);
        try {
          return await checkContract({
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

function alreadyUnderWay(): ServiceProblem {
  return new ServiceProblem('too-many-requests', 'A contract check of yours is under way; try again when it is done.', {
    headers: { 'Retry-After': '5' },
  });
}

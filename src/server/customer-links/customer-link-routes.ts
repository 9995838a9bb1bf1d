import type { FastifyInstance, FastifyRequest } from 'fastify';

import {
  CustomerLinkPath,
  type CustomerLinkOf,
  CustomerPage,
  customerPageLimits,
} from '#stock/contract/customer-links.ts';
import { NoQuery } from '#server/gateway/gateway-requests.ts';
import type { KeyGate } from '#server/keys/key-gate.ts';
import { allOf, parseJson, pathReader, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import { signedInOf } from '#server/sign-in/sign-in.ts';

import { type CustomerLinks, publishedPage } from './customer-links.ts';
import { customerPageHtml, pagePolicy, unknownLinkHtml } from './page-html.ts';

const readPath = pathReader(CustomerLinkPath);

/** The links of the signed-in person at `/customer-links`: one an order or letter. PUT publishes its page. */
export function customerLinkRoutes(links: CustomerLinks) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/customer-links/:subject/:id',
      handler: async (request): Promise<CustomerLinkOf> => ({
        link: await links.find(signedInOf(request), subjectOf(request)),
      }),
    });
    app.route({
      method: 'PUT',
      url: '/customer-links/:subject/:id',
      bodyLimit: customerPageLimits.bytes,
      onRequest: requireJson,
      handler: async (request, reply) => {
        const subject = subjectOf(request);
        const { body } = allOf({ body: readBody(parseJson(request.body), CustomerPage) });
        const published = await links.publish(signedInOf(request), subject, body);
        return reply.code(published.key === undefined ? 200 : 201).send(published);
      },
    });
    app.delete('/customer-links/:subject/:id', async (request, reply) => {
      if (!(await links.revoke(signedInOf(request), subjectOf(request))))
        throw new ServiceProblem('not-found', 'There is no such link.');
      return reply.code(204).send();
    });
  };
}

function subjectOf({ params, url }: FastifyRequest) {
  return allOf({ path: readPath(params), query: readQuery(url, NoQuery) }).path;
}

/** `/c/{key}`: what was published for a customer, as a page without script. No cookie is read. */
export function customerPageRoute(gate: Pick<KeyGate, 'open'>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { key: string } }>('/c/:key', async (request, reply) => {
      reply.headers({
        'content-security-policy': pagePolicy,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
      });
      const found = await gate.open(request, request.params.key, 'customer').catch((error: unknown) => {
        if (error instanceof ServiceProblem && error.code === 'not-found') return null;
        throw error;
      });
      return reply
        .code(found === null ? 404 : 200)
        .type('text/html; charset=utf-8')
        .send(found === null ? unknownLinkHtml : customerPageHtml(publishedPage(found)));
    });
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { MailAddress, MailChoice, MailCode } from '#stock/contract/mail.ts';
import { NoQuery } from '#server/gateway/gateway-requests.ts';
import { allOf, parseJson, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import { type SignedIn, signedInOf } from '#server/sign-in/sign-in.ts';

import type { MailRecipients } from './mail-recipients.ts';

/** Mails of the signed-in person at `/mail`: settings, a code to an address and its confirmation, and a test. */
export function mailRoutes(recipients: MailRecipients) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/mail', (request) => recipients.settings(personOf(request)));
    app.put('/mail', { onRequest: requireJson }, async (request, reply) => {
      const person = personOf(request);
      const { body } = allOf({ body: readBody(parseJson(request.body), MailChoice) });
      await recipients.choose(person, body);
      return reply.code(204).send();
    });
    app.delete('/mail', async (request, reply) => {
      await recipients.forget(personOf(request));
      return reply.code(204).send();
    });
    app.post('/mail/code', { onRequest: requireJson }, (request) => {
      const person = personOf(request);
      const { body } = allOf({ body: readBody(parseJson(request.body), MailAddress) });
      return recipients.sendCode(person, body);
    });
    app.post('/mail/confirmation', { onRequest: requireJson }, (request) => {
      const person = personOf(request);
      const { body } = allOf({ body: readBody(parseJson(request.body), MailCode) });
      return recipients.confirm(person, body.code);
    });
    app.post('/mail/test', (request) => recipients.sendTest(personOf(request)));
  };
}

function personOf(request: FastifyRequest): SignedIn {
  allOf({ query: readQuery(request.url, NoQuery) });
  return signedInOf(request);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { SignIn } from '#server/gateway/sign-in.ts';

import { CompanyRefusal } from './company-refusal.ts';
import type { Company } from './company.ts';
import { returnPath } from './return-path.ts';

interface CompanyRoutesOptions {
  company: Company;
  signIn: SignIn;
}

/**
 * `/gateway/oidc`: the way to the company's provider and back. Both are pages that a browser goes to, so both lead
 * on to a page: the one that the person came from, which says what became of the sign-in.
 */
export function companyRoutes({ company, signIn }: CompanyRoutesOptions) {
  const callback = (request: FastifyRequest) => new URL(`${company.addressFor(request)}/gateway/oidc/callback`);

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown, returnTo: string) => {
    if (!(error instanceof CompanyRefusal)) throw error;
    request.log.warn({ reason: error.reason, detail: error.message }, 'the company sign-in let nobody in');
    company.refusal.write(reply, { reason: error.reason, requestId: request.id });
    return reply.redirect(company.addressFor(request) + returnTo, 303);
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/oidc/start', async (request, reply) => {
      const returnTo = returnPath(queryOf(request).get('returnTo') ?? '/');
      company.refusal.clear(reply);
      try {
        const { url, ...flow } = await company.signIn.begin(callback(request));
        company.flow.write(reply, { ...flow, returnTo, before: signIn.sessionIdOf(request) });
        return await reply.redirect(url.href, 303);
      } catch (error) {
        return refuse(request, reply, error, returnTo);
      }
    });

    app.get('/oidc/callback', async (request, reply) => {
      const flow = company.flow.take(request, reply);
      try {
        if (flow === null || queryOf(request).get('state') !== flow.state)
          throw new CompanyRefusal('expired', 'the browser has no sign-in under way that this is the answer to');
        const person = await company.signIn.finish(new URL(`?${queryOf(request)}`, callback(request)), flow);
        await signIn.startForCompany(request, reply, person, flow.before);
        company.refusal.clear(reply);
        return await reply.redirect(company.addressFor(request) + flow.returnTo, 303);
      } catch (error) {
        return refuse(request, reply, error, flow?.returnTo ?? '/');
      }
    });
  };
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

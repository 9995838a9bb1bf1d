import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#server/config.ts';
import type { SignIn } from '#server/gateway/sign-in.ts';

import { CompanyRefusal, CompanySignIn } from './company-sign-in.ts';
import { flowCookie, refusalCookie } from './company-cookies.ts';

/** The company's sign-in with what it keeps in the browser. */
export type Company = NonNullable<ReturnType<typeof createCompany>>;

/** The company's sign-in as the settings have it; null without one. */
export function createCompany(config: Pick<Config, 'company' | 'publicUrl'>, sessionSecret: string, now: () => Date) {
  if (config.company === null) return null;
  return {
    signIn: new CompanySignIn(config.company),
    flow: flowCookie(config, sessionSecret, now),
    refusal: refusalCookie(config, sessionSecret),
    /**
     * Where the person of a request reaches the server, without a slash at the end. Without a public address, a cookie
     * comes back under the very name that the person uses for this machine; the request guard takes no other name.
     */
    addressFor: ({ headers }: Pick<FastifyRequest, 'headers'>) => config.publicUrl?.origin ?? `http://${headers.host}`,
  };
}

/**
 * `/gateway/oidc`: the way to the company's provider and back. Both are pages that a browser goes to, so both lead
 * on to a page: the one that the person came from, which says what became of the sign-in.
 */
export function companyRoutes(company: Company, signIn: SignIn) {
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

/** What fits into a cookie beside the rest. */
const longestPath = 2000;

/**
 * The page of the dashboard to go back to after a sign-in: path and query of what was asked for, `/` for anything
 * that is no page of it. Joined to the own origin, it leads nowhere else.
 */
export function returnPath(text: string): string {
  const own = 'http://own.invalid';
  if (text.length > longestPath || !text.startsWith('/') || !URL.canParse(text, own)) return '/';
  const url = new URL(text, own);
  const leaves = url.origin !== own || /^\/[/\\]/.test(url.pathname);
  return leaves || /^\/(?:gateway|api)(?:\/|$)/i.test(url.pathname) ? '/' : url.pathname + url.search;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { CompanyRefusalReason, type Session } from '#stock/contract/gateway-responses.ts';
import type { Config } from '#server/config.ts';
import { Cookie } from './session-cookies.ts';
import { Seal } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

import { type CompanyFlow, CompanyRefusal, CompanySignIn } from './company-sign-in.ts';

/** The company sign-in with its cookies. */
export type Company = NonNullable<ReturnType<typeof createCompany>>;

/** Creates the configured company sign-in; null if there is none. */
export function createCompany(config: Pick<Config, 'company' | 'publicUrl'>, sessionSecret: string, now: () => Date) {
  if (config.company === null) return null;
  return {
    signIn: new CompanySignIn(config.company),
    flow: flowCookie(config, sessionSecret, now),
    refusal: refusalCookie(config, sessionSecret),
    /**
     * Address at which the user's browser reaches the server, without a trailing slash. Without a public address, it is
     * the Host of the request, since cookies are bound to it. The request guard accepts only names of this machine.
     */
    addressFor: ({ headers }: Pick<FastifyRequest, 'headers'>) => config.publicUrl?.origin ?? `http://${headers.host}`,
  };
}

/**
 * `/gateway/oidc`: redirects to the company's provider and back. Browsers load both routes as pages, so both redirect
 * to a page: finally the one that the user came from, which displays the result of the sign-in.
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
          throw new CompanyRefusal('expired', 'the browser has no sign-in under way to which this belongs');
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

/** Characters that fit into a cookie with the other data. */
const maxPathLength = 2000;

/**
 * Returns the path and query of the dashboard page to return to after a sign-in, or `/` if `text` isn't one. Appended
 * to the server's origin, the result never leads to another site.
 */
export function returnPath(text: string): string {
  const own = 'http://own.invalid';
  if (text.length > maxPathLength || !text.startsWith('/') || !URL.canParse(text, own)) return '/';
  const url = new URL(text, own);
  const leaves = url.origin !== own || /^\/[/\\]/.test(url.pathname);
  return leaves || /^\/(?:gateway|api)(?:\/|$)/i.test(url.pathname) ? '/' : url.pathname + url.search;
}

/** Seconds that the user may take at the provider. */
const flowSeconds = 600;

const place = 'the cookie of the company sign-in';

/**
 * State of a sign-in while the user is at the provider, encrypted in a separate cookie: a `SameSite=Strict` cookie
 * would not be sent when the provider redirects back.
 */
function flowCookie(config: Pick<Config, 'publicUrl'>, sessionSecret: string, now: () => Date) {
  const cookie = new Cookie(config, sessionSecret, '-company', 'lax');
  const seal = new Seal<CompanyFlow>(sessionSecret, 'company sign-in');
  return {
    write: (reply: FastifyReply, flow: Omit<CompanyFlow, 'startedAt'>): void => {
      const sealed = seal.seal({ ...flow, startedAt: now().getTime() }, place);
      cookie.write(reply, Buffer.from(sealed).toString('base64url'), flowSeconds);
    },
    /** Returns and deletes the state; null if there is none, or it has expired or isn't ours. */
    take: (request: FastifyRequest, reply: FastifyReply): CompanyFlow | null => {
      const text = cookie.read(request);
      if (text === undefined) return null;
      cookie.clear(reply);
      const flow = seal.open(Buffer.from(text, 'base64url'), place);
      return flow !== null && now().getTime() - flow.startedAt <= flowSeconds * 1000 ? flow : null;
    },
  };
}

type Refusal = NonNullable<NonNullable<Session['company']>['refusal']>;

/** Seconds within which the page has to request the reason. */
const refusalSeconds = 60;

/** Passes the reason of a failed company sign-in to the next page. A URL could be forged; a cookie can't. */
function refusalCookie(config: Pick<Config, 'publicUrl'>, sessionSecret: string) {
  const cookie = new Cookie(config, sessionSecret, '-company-refusal');
  return {
    write: (reply: FastifyReply, { reason, requestId }: Refusal): void =>
      cookie.write(reply, `${reason}.${requestId}`, refusalSeconds),
    read: (request: FastifyRequest): Refusal | null => {
      const [text, requestId] = cookie.read(request)?.split('.') ?? [];
      const reason = CompanyRefusalReason.safeParse(text);
      return reason.success && requestId !== undefined ? { reason: reason.data, requestId } : null;
    },
    clear: (reply: FastifyReply): void => cookie.clear(reply),
  };
}

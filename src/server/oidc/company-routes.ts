import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { CompanyRefusalReason, type Session } from '#contract/gateway.ts';
import type { Config } from '#server/config.ts';
import { Cookie } from '#server/gateway/session-cookies.ts';
import { Seal } from '#server/gateway/sessions.ts';
import type { SignIn } from '#server/gateway/sign-in.ts';

import { type CompanyFlow, CompanyRefusal, CompanySignIn } from './company-sign-in.ts';

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

/** How long a person may take at the provider, in seconds. */
const flowSeconds = 600;

const place = 'the cookie of the company sign-in';

/**
 * What a browser keeps while its person is at the provider: sealed, and in a cookie of its own, since one that is
 * `SameSite=Strict` does not come along when the provider sends them back.
 */
function flowCookie(config: Pick<Config, 'publicUrl'>, sessionSecret: string, now: () => Date) {
  const cookie = new Cookie(config, sessionSecret, '-company', 'lax');
  const seal = new Seal<CompanyFlow>(sessionSecret, 'company sign-in');
  return {
    write: (reply: FastifyReply, flow: Omit<CompanyFlow, 'startedAt'>): void => {
      const sealed = seal.seal({ ...flow, startedAt: now().getTime() }, place);
      cookie.write(reply, Buffer.from(sealed).toString('base64url'), flowSeconds);
    },
    /** What was kept, for one use; null where there is nothing, or it is too old or not ours. */
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

/** How long the page has to ask for it, in seconds. */
const shownSeconds = 60;

/** Tells the page that comes next why the company's sign-in let nobody in; no address can make it say so. */
function refusalCookie(config: Pick<Config, 'publicUrl'>, sessionSecret: string) {
  const cookie = new Cookie(config, sessionSecret, '-company-refusal');
  return {
    write: (reply: FastifyReply, { reason, requestId }: Refusal): void =>
      cookie.write(reply, `${reason}.${requestId}`, shownSeconds),
    read: (request: FastifyRequest): Refusal | null => {
      const [text, requestId] = cookie.read(request)?.split('.') ?? [];
      const reason = CompanyRefusalReason.safeParse(text);
      return reason.success && requestId !== undefined ? { reason: reason.data, requestId } : null;
    },
    /** The person tries again, or has come in another way. */
    clear: (reply: FastifyReply): void => cookie.clear(reply),
  };
}

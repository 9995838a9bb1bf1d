import type { FastifyReply, FastifyRequest } from 'fastify';

import { CompanyRefusalReason, type Session } from '#contract/gateway.ts';
import type { Config } from '#server/config.ts';
import { Cookie } from '#server/gateway/session-cookies.ts';
import { Seal } from '#server/gateway/sessions.ts';

import type { CompanyFlow } from './company-sign-in.ts';

/** How long a person may take at the provider, in seconds. */
const flowSeconds = 600;

const place = 'the cookie of the company sign-in';

/**
 * What a browser keeps while its person is at the provider: sealed, and in a cookie of its own, since one that is
 * `SameSite=Strict` does not come along when the provider sends them back.
 */
export function flowCookie(config: Pick<Config, 'publicUrl'>, sessionSecret: string, now: () => Date) {
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
export function refusalCookie(config: Pick<Config, 'publicUrl'>, sessionSecret: string) {
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

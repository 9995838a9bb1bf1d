import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { CompanyRefusalReason, type Session } from '#contract/gateway.ts';
import type { Config } from '#server/config.ts';
import { cookieName } from '#server/gateway/session-cookies.ts';
import { Seal } from '#server/gateway/sessions.ts';

import type { CompanyFlow } from './company-sign-in.ts';

/** How long a person may take at the provider, in seconds. */
const flowSeconds = 600;

const place = 'the cookie of the company sign-in';

/**
 * What a browser keeps while its person is at the provider: sealed, and in a cookie of its own, since one that is
 * `SameSite=Strict` does not come along when the provider sends them back.
 */
export class FlowCookie {
  readonly #name: string;
  readonly #options: CookieSerializeOptions;
  readonly #seal: Seal<CompanyFlow>;
  readonly #now: () => Date;

  constructor(config: Pick<Config, 'publicUrl'>, sessionSecret: string, now: () => Date) {
    const secure = config.publicUrl?.protocol === 'https:';
    this.#name = `${cookieName(config, sessionSecret)}-company`;
    this.#options = { httpOnly: true, sameSite: 'lax', path: '/', secure };
    this.#seal = new Seal(sessionSecret, 'company sign-in');
    this.#now = now;
  }

  write(reply: FastifyReply, flow: Omit<CompanyFlow, 'startedAt'>): void {
    const sealed = this.#seal.seal({ ...flow, startedAt: this.#now().getTime() }, place);
    reply.setCookie(this.#name, Buffer.from(sealed).toString('base64url'), { ...this.#options, maxAge: flowSeconds });
  }

  /** What was kept, for one use; null where there is nothing, or it is too old or not ours. */
  take(request: FastifyRequest, reply: FastifyReply): CompanyFlow | null {
    const text = request.cookies[this.#name];
    if (text === undefined) return null;
    reply.clearCookie(this.#name, this.#options);
    const flow = this.#seal.open(Buffer.from(text, 'base64url'), place);
    return flow !== null && this.#now().getTime() - flow.startedAt <= flowSeconds * 1000 ? flow : null;
  }
}

type Refusal = NonNullable<NonNullable<Session['company']>['refusal']>;

/** How long the page has to ask for it, in seconds. */
const shownSeconds = 60;

/** Tells the page that comes next why the company's sign-in let nobody in; no address can make it say so. */
export class RefusalCookie {
  readonly #name: string;
  readonly #options: CookieSerializeOptions;

  constructor(config: Pick<Config, 'publicUrl'>, sessionSecret: string) {
    const secure = config.publicUrl?.protocol === 'https:';
    this.#name = `${cookieName(config, sessionSecret)}-company-refusal`;
    this.#options = { httpOnly: true, sameSite: 'strict', path: '/', secure };
  }

  write(reply: FastifyReply, { reason, requestId }: Refusal): void {
    reply.setCookie(this.#name, `${reason}.${requestId}`, { ...this.#options, maxAge: shownSeconds });
  }

  read(request: FastifyRequest): Refusal | null {
    const [text, requestId] = request.cookies[this.#name]?.split('.') ?? [];
    const reason = CompanyRefusalReason.safeParse(text);
    return reason.success && requestId !== undefined ? { reason: reason.data, requestId } : null;
  }

  /** The person tries again, or has come in another way. */
  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#name, this.#options);
  }
}

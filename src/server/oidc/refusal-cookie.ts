import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { CompanyRefusalReason, type Session } from '#contract/gateway.ts';
import type { Config } from '#server/config.ts';
import { cookieName } from '#server/gateway/cookie-name.ts';

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

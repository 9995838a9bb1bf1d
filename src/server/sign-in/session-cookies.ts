import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hkdfSync } from 'node:crypto';

import type { Config } from '#server/config.ts';

/**
 * Name prefix of all cookies. Browsers share cookies between the ports of a host, so the name depends on the server's
 * secret. Servers with the same secret share sessions, whatever their port.
 */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>, sessionSecret: string): string {
  const suffix = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'stock-horizon cookie name', 4)).toString('hex');
  return `${publicUrl?.protocol === 'https:' ? '__Host-' : ''}stock-horizon-${suffix}`;
}

/** A cookie that scripts can't read (`HttpOnly`). */
export class Cookie {
  readonly #name: string;
  readonly #options: CookieSerializeOptions;

  /** @param suffix appended to {@link cookieName} */
  constructor(
    config: Pick<Config, 'publicUrl'>,
    sessionSecret: string,
    suffix: string,
    sameSite: 'strict' | 'lax' = 'strict',
  ) {
    this.#name = cookieName(config, sessionSecret) + suffix;
    this.#options = { httpOnly: true, sameSite, path: '/', secure: config.publicUrl?.protocol === 'https:' };
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#name];
  }

  /** @param seconds lifetime; a session cookie if omitted */
  write(reply: FastifyReply, value: string, seconds?: number): void {
    reply.setCookie(this.#name, value, { ...this.#options, maxAge: seconds });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#name, this.#options);
  }
}

/** The cookies for the session ID and for an explicit sign-out. */
export class SessionCookies {
  readonly #id: Cookie;
  readonly #signedOut: Cookie;

  constructor(config: Pick<Config, 'publicUrl'>, sessionSecret: string) {
    this.#id = new Cookie(config, sessionSecret, '');
    this.#signedOut = new Cookie(config, sessionSecret, '-signed-out');
  }

  /** The browser's session ID; null if missing or malformed. */
  readId(request: FastifyRequest): string | null {
    const id = this.#id.read(request) ?? '';
    return /^[\w-]{43}$/.test(id) ? id : null;
  }

  /** @param seconds lifetime of the session */
  writeId(request: FastifyRequest, reply: FastifyReply, id: string, seconds: number): void {
    this.#id.write(reply, id, seconds);
    if (this.hasSignedOut(request)) this.forgetSignedOut(reply);
  }

  hasSignedOut(request: FastifyRequest): boolean {
    return this.#signedOut.read(request) !== undefined;
  }

  forgetSignedOut(reply: FastifyReply): void {
    this.#signedOut.clear(reply);
  }

  /** Clears the session ID and marks the sign-out as explicit until the browser is closed. */
  noteSignedOut(reply: FastifyReply): void {
    this.#id.clear(reply);
    this.#signedOut.write(reply, '1');
  }
}

import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hkdfSync } from 'node:crypto';

import type { Config } from '#server/config.ts';

/**
 * The cookies of the dashboard: the id of the session, and a note that the person signed out on purpose. No
 * script can read either.
 */
export class SessionCookies {
  readonly #id: string;
  readonly #signedOut: string;
  readonly #options: CookieSerializeOptions;

  constructor(config: Pick<Config, 'publicUrl'>, sessionSecret: string) {
    const secure = config.publicUrl?.protocol === 'https:';
    const name = cookieName(config, sessionSecret);
    this.#id = name;
    this.#signedOut = `${name}-signed-out`;
    this.#options = { httpOnly: true, sameSite: 'strict', path: '/', secure };
  }

  /** The session id that the browser sent, of the right shape, or null. */
  readId(request: FastifyRequest): string | null {
    const id = request.cookies[this.#id];
    return id !== undefined && /^[\w-]{43}$/.test(id) ? id : null;
  }

  /** @param seconds how long the session lasts */
  writeId(request: FastifyRequest, reply: FastifyReply, id: string, seconds: number): void {
    reply.setCookie(this.#id, id, { ...this.#options, maxAge: seconds });
    if (this.hasSignedOut(request)) this.forgetSignedOut(reply);
  }

  hasSignedOut(request: FastifyRequest): boolean {
    return request.cookies[this.#signedOut] !== undefined;
  }

  forgetSignedOut(reply: FastifyReply): void {
    reply.clearCookie(this.#signedOut, this.#options);
  }

  /** Takes the id back, and notes until the browser is closed that this was on purpose. */
  noteSignedOut(reply: FastifyReply): void {
    reply.clearCookie(this.#id, this.#options);
    reply.setCookie(this.#signedOut, '1', this.#options);
  }
}

/**
 * What the names of all our cookies begin with. A browser shares its cookies between the ports of a host, so the
 * name tells servers apart by their secret: those that share it, share their sessions too, at whatever port.
 */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>, sessionSecret: string): string {
  const suffix = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'stock-horizon cookie name', 4)).toString('hex');
  return `${publicUrl?.protocol === 'https:' ? '__Host-' : ''}stock-horizon-${suffix}`;
}

import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hkdfSync } from 'node:crypto';

import type { Config } from '#server/config.ts';

/**
 * What the names of all our cookies begin with. A browser shares its cookies between the ports of a host, so the
 * name tells servers apart by their secret: those that share it, share their sessions too, at whatever port.
 */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>, sessionSecret: string): string {
  const suffix = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'stock-horizon cookie name', 4)).toString('hex');
  return `${publicUrl?.protocol === 'https:' ? '__Host-' : ''}stock-horizon-${suffix}`;
}

/** A cookie of the dashboard's, which no script can read. */
export class Cookie {
  readonly #name: string;
  readonly #options: CookieSerializeOptions;

  /** @param suffix to {@link cookieName} */
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

  /** @param seconds that it stays; until the browser is closed where left out */
  write(reply: FastifyReply, value: string, seconds?: number): void {
    reply.setCookie(this.#name, value, { ...this.#options, maxAge: seconds });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#name, this.#options);
  }
}

/** The id of the session, and a note that the person signed out on purpose. */
export class SessionCookies {
  readonly #id: Cookie;
  readonly #signedOut: Cookie;

  constructor(config: Pick<Config, 'publicUrl'>, sessionSecret: string) {
    this.#id = new Cookie(config, sessionSecret, '');
    this.#signedOut = new Cookie(config, sessionSecret, '-signed-out');
  }

  /** The session id that the browser sent, of the right shape, or null. */
  readId(request: FastifyRequest): string | null {
    const id = this.#id.read(request) ?? '';
    return /^[\w-]{43}$/.test(id) ? id : null;
  }

  /** @param seconds how long the session lasts */
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

  /** Takes the id back, and notes until the browser is closed that this was on purpose. */
  noteSignedOut(reply: FastifyReply): void {
    this.#id.clear(reply);
    this.#signedOut.write(reply, '1');
  }
}

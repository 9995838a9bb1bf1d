import type { IncomingHttpHeaders } from 'node:http';

import type { Config } from '#server/config.ts';
import { isLoopbackAddress, isLoopbackHost } from '#server/loopback.ts';
import type { Secrets } from '#server/secrets.ts';
import { signToken } from '#server/service/sign-token.ts';

import type { Credentials } from './credentials.ts';

/** How long the local user's token is good for. */
const tokenSeconds = 12 * 3600;
/** From this long before its end, it is replaced. */
const renewalSeconds = 3600;

/**
 * The sign-in that the embedded service does by itself for the one who sits before this machine. Everything
 * must say that nobody else can: the server listens on loopback, the request came over it and names it, and no
 * proxy forwarded it. A public address names a proxy, whatever headers it leaves out.
 */
export class LocalSignIn {
  readonly #config: Pick<Config, 'boundToLoopback' | 'publicUrl' | 'tokens'>;
  readonly #secrets: Secrets;
  readonly #now: () => Date;
  #signed: { token: Promise<string>; expiresAt: number } | null = null;

  constructor(config: Pick<Config, 'boundToLoopback' | 'publicUrl' | 'tokens'>, secrets: Secrets, now: () => Date) {
    this.#config = config;
    this.#secrets = secrets;
    this.#now = now;
  }

  /** Whether this request is certain to be the local user's. */
  isFor(request: { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }): boolean {
    const { boundToLoopback, publicUrl } = this.#config;
    const hostname = request.headers.host?.replace(/:\d+$/, '') ?? '';
    return (
      this.#secrets.jwtSecret !== null &&
      boundToLoopback &&
      (publicUrl === null || isLoopbackHost(publicUrl.hostname)) &&
      isLoopbackAddress(request.socket.remoteAddress ?? '') &&
      isLoopbackHost(hostname) &&
      !Object.keys(request.headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
    );
  }

  /** Credentials for the local user, good for half a day when new and for an hour at least. */
  async credentials(): Promise<Credentials> {
    if (this.#signed === null || this.isDue(this.#signed.expiresAt)) this.#signed = this.#sign();
    const { subscriptionKeys } = this.#secrets;
    return { token: await this.#signed.token, subscriptionKey: subscriptionKeys[0] ?? '' };
  }

  /** Whether a token that ends at `expiresAt` (Unix seconds) is due to be replaced. */
  isDue(expiresAt: number): boolean {
    return expiresAt - this.#unixSeconds() < renewalSeconds;
  }

  #sign(): { token: Promise<string>; expiresAt: number } {
    const { jwtSecret } = this.#secrets;
    if (jwtSecret === null) throw new TypeError('There is nothing to sign a token with.');
    const { issuer, audience } = this.#config.tokens;
    const expiresAt = this.#unixSeconds() + tokenSeconds;
    return { token: signToken(jwtSecret, { subject: 'local', expiresAt, issuer, audience }), expiresAt };
  }

  #unixSeconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }
}

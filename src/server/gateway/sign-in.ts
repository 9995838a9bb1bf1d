import type { FastifyReply, FastifyRequest } from 'fastify';

import { ServiceProblem } from '#server/service/service-problem.ts';

import type { SealedContent } from './credential-seal.ts';
import type { LocalSignIn } from './local-sign-in.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { Sessions, SignedIn } from './sessions.ts';

/** Who is before the browser: the one place that reads and writes its cookies. */
export class SignIn {
  readonly #sessions: Sessions;
  readonly #cookies: SessionCookies;
  readonly #local: LocalSignIn | null;

  /** @param local null where nobody is signed in without credentials of their own */
  constructor(sessions: Sessions, cookies: SessionCookies, local: LocalSignIn | null) {
    this.#sessions = sessions;
    this.#cookies = cookies;
    this.#local = local;
  }

  /** Who is signed in, the local user by itself; null where nobody is. */
  async current(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
    const id = this.#cookies.readId(request);
    const signedIn = id === null ? null : await this.#sessions.find(id);
    if (signedIn?.by === 'credentials') return signedIn;
    const isLocal = this.#local !== null && this.#local.isFor(request);
    if (signedIn !== null && !(isLocal && this.#local.isDue(signedIn.identity.expiresAt))) return signedIn;
    if (isLocal && !this.#cookies.hasSignedOut(request))
      return this.#start(reply, { by: 'local', credentials: await this.#local.credentials() });
    if (id !== null && signedIn === null) this.#cookies.clearId(reply);
    return signedIn;
  }

  /** @throws ServiceProblem `unauthorized` where nobody is signed in. */
  async required(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> {
    const signedIn = await this.current(request, reply);
    if (signedIn !== null) return signedIn;
    throw new ServiceProblem('unauthorized', 'Sign in first, with a token and a subscription key.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }

  /**
   * Signs a person in under a new id, and ends the session that their browser had.
   * @throws ServiceProblem `unauthorized` where the service does not take the credentials.
   */
  async start(
    request: FastifyRequest,
    reply: FastifyReply,
    credentials: SealedContent['credentials'],
  ): Promise<SignedIn> {
    const signedIn = await this.#start(reply, { by: 'credentials', credentials });
    await this.#endCurrent(request);
    return signedIn;
  }

  /** Signs out; the local user too, until they sign in or close the browser. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#endCurrent(request);
    this.#cookies.clearId(reply);
    this.#cookies.noteSignedOut(reply);
  }

  async #start(reply: FastifyReply, content: SealedContent): Promise<SignedIn> {
    const { id, seconds, signedIn } = await this.#sessions.start(content);
    this.#cookies.writeId(reply, id, seconds);
    return signedIn;
  }

  async #endCurrent(request: FastifyRequest): Promise<void> {
    const id = this.#cookies.readId(request);
    if (id !== null) await this.#sessions.end(id);
  }
}

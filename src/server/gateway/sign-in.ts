import type { FastifyReply, FastifyRequest } from 'fastify';

import { ServiceProblem } from '#server/service/service-problem.ts';

import type { SealedContent } from './credential-seal.ts';
import type { Credentials } from './credentials.ts';
import type { LocalSignIn } from './local-sign-in.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { Sessions, SignedIn } from './sessions.ts';

/** Who is before the browser: the one place that reads and writes its cookies. */
export class SignIn {
  readonly #sessions: Sessions;
  readonly #cookies: SessionCookies;
  readonly #local: LocalSignIn;

  constructor(sessions: Sessions, cookies: SessionCookies, local: LocalSignIn) {
    this.#sessions = sessions;
    this.#cookies = cookies;
    this.#local = local;
  }

  /** Who is signed in, the local user by itself with a session of their own; null where nobody is. */
  async current(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
    const signedIn = await this.#bySession(request);
    if (signedIn?.by === 'credentials') return signedIn;
    if (this.#isLocal(request) && (signedIn === null || this.#local.isDue(signedIn.identity.expiresAt)))
      return this.#start(request, reply, { by: 'local', credentials: await this.#local.credentials() });
    return signedIn;
  }

  /**
   * Who is signed in. The local user needs no session for that: a program without cookies would leave one
   * behind for each request.
   * @throws ServiceProblem `unauthorized` where nobody is.
   */
  async required(request: FastifyRequest): Promise<SignedIn> {
    const signedIn = await this.#bySession(request);
    if (signedIn !== null) return signedIn;
    if (this.#isLocal(request))
      return this.#sessions.identify({ by: 'local', credentials: await this.#local.credentials() });
    throw new ServiceProblem('unauthorized', 'Sign in first, with a token and a subscription key.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }

  /**
   * Signs a person in under a new id, and ends the session that their browser had.
   * @throws ServiceProblem `unauthorized` where the service does not take the credentials.
   */
  async start(request: FastifyRequest, reply: FastifyReply, credentials: Credentials): Promise<SignedIn> {
    const signedIn = await this.#start(request, reply, { by: 'credentials', credentials });
    await this.#endSession(request);
    return signedIn;
  }

  /**
   * Signs out; the local user too, until they sign in or close the browser.
   * @param everywhere whether in every other browser too
   */
  async end(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<void> {
    const id = this.#cookies.readId(request);
    if (id !== null) await (everywhere ? this.#sessions.endAll(id) : this.#sessions.end(id));
    this.#cookies.noteSignedOut(reply);
  }

  #isLocal(request: FastifyRequest): boolean {
    return !this.#cookies.hasSignedOut(request) && this.#local.isFor(request);
  }

  /** What the local user may do without credentials of their own, nobody may from elsewhere with their cookie. */
  async #bySession(request: FastifyRequest): Promise<SignedIn | null> {
    const id = this.#cookies.readId(request);
    const signedIn = id === null ? null : await this.#sessions.find(id);
    return signedIn?.by === 'local' && !this.#local.isFor(request) ? null : signedIn;
  }

  async #start(request: FastifyRequest, reply: FastifyReply, content: SealedContent): Promise<SignedIn> {
    const { id, seconds, signedIn } = await this.#sessions.start(content);
    this.#cookies.writeId(request, reply, id, seconds);
    return signedIn;
  }

  async #endSession(request: FastifyRequest): Promise<void> {
    const id = this.#cookies.readId(request);
    if (id !== null) await this.#sessions.end(id);
  }
}

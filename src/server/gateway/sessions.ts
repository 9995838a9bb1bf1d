import { createHash, randomBytes } from 'node:crypto';

import type { AccessToken } from '#server/service/access-token.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { SessionStore } from '#server/store/session-store.ts';

import { CredentialSeal, type SealedContent } from './credential-seal.ts';
import { createPersonDigest, type PersonDigest } from './person-digest.ts';
import type { StockBackend } from './stock-backend.ts';

/** Someone who is signed in: what the service takes from them, and whom it knows by that. */
export interface SignedIn extends SealedContent {
  identity: AccessToken;
}

/** However long a token is good for, people sign in again after this. */
const longestSessionSeconds = 30 * 24 * 3600;

/** Sessions: found by the digest of a random id that is nowhere but in the browser's cookie. */
export class Sessions {
  readonly #store: SessionStore;
  readonly #seal: CredentialSeal;
  readonly #digestPerson: PersonDigest;
  readonly #backend: StockBackend;
  readonly #now: () => Date;

  constructor(store: SessionStore, sessionSecret: string, backend: StockBackend, now: () => Date) {
    this.#store = store;
    this.#seal = new CredentialSeal(sessionSecret);
    this.#digestPerson = createPersonDigest(sessionSecret);
    this.#backend = backend;
    this.#now = now;
  }

  /**
   * Starts a session under a new id.
   * @returns the id and for how many seconds it is good
   * @throws ServiceProblem `unauthorized` where the service does not take the credentials.
   */
  async start(content: SealedContent): Promise<{ id: string; seconds: number; signedIn: SignedIn }> {
    const signedIn = await this.identify(content);
    const id = randomBytes(32).toString('base64url');
    const idDigest = digestOf(id);
    const now = this.#unixSeconds();
    const expiresAt = Math.min(Math.floor(signedIn.identity.expiresAt), now + longestSessionSeconds);
    await this.#store.saveSession({
      idDigest,
      personDigest: this.#digestPerson(personOf(signedIn)),
      sealedCredentials: this.#seal.seal(content, idDigest),
      expiresAt,
    });
    return { id, seconds: Math.max(0, expiresAt - now), signedIn };
  }

  /** Who is signed in under the id; null where nobody is, or the service no longer takes the credentials. */
  async find(id: string): Promise<SignedIn | null> {
    const idDigest = digestOf(id);
    const stored = await this.#store.findSession(idDigest, this.#unixSeconds());
    const content = stored === null ? null : this.#seal.open(stored.sealedCredentials, idDigest);
    if (content === null) return null;
    try {
      return await this.identify(content);
    } catch (error) {
      if (error instanceof ServiceProblem && error.code === 'unauthorized') return null;
      throw error;
    }
  }

  /** @throws ServiceProblem `unauthorized` where the service does not take the credentials. */
  async identify(content: SealedContent): Promise<SignedIn> {
    return { ...content, identity: await this.#backend.identify(content.credentials) };
  }

  /** Ends the session, if there is one: nobody gets in by its id again. */
  async end(id: string): Promise<void> {
    await this.#store.deleteSession(digestOf(id));
  }

  /** Ends the session and every other one of the same person, in whatever browser. */
  async endAll(id: string): Promise<void> {
    const stored = await this.#store.findSession(digestOf(id), this.#unixSeconds());
    if (stored !== null) await this.#store.deleteSessionsOf(stored.personDigest);
  }

  async forgetExpired(): Promise<void> {
    await this.#store.deleteExpiredSessions(this.#unixSeconds());
  }

  #unixSeconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** The same text for all sessions of one person: by the token's subject or, where it names none, by the token. */
function personOf({ by, credentials, identity: { subject } }: SignedIn): string {
  return JSON.stringify(subject === null ? [by, 'token', credentials.token] : [by, 'subject', subject]);
}

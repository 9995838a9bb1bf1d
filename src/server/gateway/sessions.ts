import { createHash, randomBytes } from 'node:crypto';

import type { SessionStore } from '#server/store/session-store.ts';

import { createPersonDigest, type PersonDigest } from './person-digest.ts';
import { Seal } from './seal.ts';
import type { SessionContent } from './session-content.ts';

/** A session that goes on. */
export interface FoundSession {
  content: SessionContent;
  /** Unix seconds at which it ends. */
  endsAt: number;
}

/** Sessions: found by the digest of a random id that is nowhere but in the browser's cookie. */
export class Sessions {
  readonly #store: SessionStore;
  readonly #seal: Seal<SessionContent>;
  readonly #digestPerson: PersonDigest;
  readonly #now: () => Date;

  constructor(store: SessionStore, sessionSecret: string, now: () => Date) {
    this.#store = store;
    this.#seal = new Seal(sessionSecret, 'stored credentials');
    this.#digestPerson = createPersonDigest(sessionSecret);
    this.#now = now;
  }

  /**
   * Starts a session under a new id.
   * @param person the same text for all sessions of one person
   * @param endsAt Unix seconds
   * @returns the id, and for how many seconds it is good
   */
  async start(content: SessionContent, person: string, endsAt: number): Promise<{ id: string; seconds: number }> {
    const id = randomBytes(32).toString('base64url');
    const idDigest = digestOf(id);
    await this.#store.saveSession({
      idDigest,
      personDigest: this.#digestPerson(person),
      sealedCredentials: this.#seal.seal(content, idDigest),
      expiresAt: endsAt,
    });
    return { id, seconds: Math.max(0, endsAt - this.#unixSeconds()) };
  }

  /** A name for a person that tells nobody who it is; it stays as long as `SESSION_SECRET` does. */
  personId(person: string): string {
    return this.#digestPerson(person).slice(0, 16);
  }

  /** The session of that id; null where there is none, or it was sealed with another `SESSION_SECRET`. */
  async find(id: string): Promise<FoundSession | null> {
    const idDigest = digestOf(id);
    const stored = await this.#store.findSession(idDigest, this.#unixSeconds());
    const content = stored === null ? null : this.#seal.open(stored.sealedCredentials, idDigest);
    return stored === null || content === null ? null : { content, endsAt: stored.expiresAt };
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

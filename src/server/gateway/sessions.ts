import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import { isStoreLost, type SessionStore } from '#server/store/stock-store.ts';

import type { Credentials } from './stock-backend.ts';

/** Someone whom the company's identity provider knows. */
export interface CompanyPerson {
  /** The provider as the settings named it (`OIDC_ISSUER`); what it calls itself is `issuer`, and may differ. */
  provider: string;
  issuer: string;
  /** The provider's own id of the person. */
  subject: string;
  /** What to call them; null where the provider tells nothing that a person would call them. */
  name: string | null;
}

/** What a session keeps, readable by whoever has `SESSION_SECRET` alone. */
export type SessionContent =
  /** The local user, who asks with the shared credentials. */
  | { by: 'local' }
  /** A person with credentials of their own. */
  | { by: 'credentials'; credentials: Credentials }
  /** A person whom the company let in; with credentials of their own once they gave some. */
  | { by: 'company'; person: CompanyPerson; credentials: Credentials | null };

/** A session, as it is sealed and found again. */
interface FoundSession {
  content: SessionContent;
  /** Unix seconds at which it ends, however much it is used. */
  endsAt: number;
}

/** Seconds without a request after which a session is over; the local user is signed in anew by itself. */
const idleSeconds: Record<SessionContent['by'], number> = {
  local: 12 * 3600,
  credentials: 24 * 3600,
  company: 4 * 3600,
};
/** A session that is used is written anew once this part of its idle time has passed. */
const extensionShare = 1 / 24;

/** Sessions: found by the digest of a random id that is nowhere but in the browser's cookie. */
export class Sessions {
  readonly #store: SessionStore;
  readonly #seal: Seal<FoundSession>;
  readonly #personKey: Uint8Array;
  readonly #now: () => Date;

  constructor(store: SessionStore, sessionSecret: string, now: () => Date) {
    this.#store = store;
    this.#seal = new Seal(sessionSecret, 'stored credentials');
    this.#personKey = new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'stock-horizon person', 32));
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
      sealedCredentials: this.#seal.seal({ content, endsAt }, idDigest),
      expiresAt: this.#idleEnd(content, endsAt),
    });
    return { id, seconds: Math.max(0, endsAt - this.#unixSeconds()) };
  }

  /** Names a person in the store: the same text each time, from which nobody without the secret learns who it is. */
  #digestPerson(person: string): string {
    return createHmac('sha256', this.#personKey).update(person).digest('hex');
  }

  /** A name for a person that tells nobody who it is; it stays as long as `SESSION_SECRET` does. */
  personId(person: string): string {
    return this.#digestPerson(person).slice(0, 16);
  }

  /** The session of that id, which goes on for it; null where there is none, or it was sealed with another `SESSION_SECRET`. */
  async find(id: string): Promise<FoundSession | null> {
    const idDigest = digestOf(id);
    const stored = await this.#store.findSession(idDigest, this.#unixSeconds());
    const session = stored === null ? null : this.#seal.open(stored.sealedCredentials, idDigest);
    if (stored === null || session?.content === undefined) return null;
    const { content, endsAt } = session;
    const idleEnd = this.#idleEnd(content, endsAt);
    if (idleEnd - stored.expiresAt > idleSeconds[content.by] * extensionShare) await this.#extend(idDigest, idleEnd);
    return { content, endsAt };
  }

  #idleEnd({ by }: SessionContent, endsAt: number): number {
    return Math.min(endsAt, this.#unixSeconds() + idleSeconds[by]);
  }

  /** A store that can't be written ends a session early and keeps nobody from looking. */
  async #extend(idDigest: string, expiresAt: number): Promise<void> {
    try {
      await this.#store.extendSession(idDigest, expiresAt);
    } catch (error) {
      if (!isStoreLost(error)) throw error;
    }
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

const ivLength = 12;
const tagLength = 16;

/**
 * Seals values that JSON can hold with AES-256-GCM, under a key derived from `sessionSecret` for one purpose: what
 * was sealed for another does not open. A seal holds for the place that it was made for: its name is
 * authenticated with it.
 */
export class Seal<Content> {
  readonly #key: Uint8Array;

  constructor(sessionSecret: string, purpose: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', sessionSecret, '', `stock-horizon ${purpose}`, 32));
  }

  seal(content: Content, place: string): Uint8Array {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** What was sealed; null where it was changed, made for another place or purpose, or with another secret. */
  open(sealed: Uint8Array, place: string): Content | null {
    try {
      const iv = sealed.subarray(0, ivLength);
      const decipher = createDecipheriv('aes-256-gcm', this.#key, iv, { authTagLength: tagLength });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
      const content = Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
      return JSON.parse(content.toString('utf8')) as Content;
    } catch {
      return null;
    }
  }
}

/** A time in Unix seconds as ISO 8601 writes it; the last one that it can, for what is further off. */
export function isoTime(unixSeconds: number): string {
  return new Date(Math.min(unixSeconds * 1000, 8.64e15)).toISOString();
}

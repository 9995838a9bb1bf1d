import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import type { SessionStore } from '#server/store/sql-sessions.ts';
import { isStoreUnavailable } from '#server/store/stock-store.ts';

import type { Credentials } from '#server/gateway/stock-backend.ts';

/** A user of the company's identity provider. */
export interface CompanyPerson {
  /** The provider as configured (`OIDC_ISSUER`); `issuer` is its own claim and may differ. */
  provider: string;
  issuer: string;
  /** The provider's ID of the user. */
  subject: string;
  /** Display name; null if the provider supplies none. */
  name: string | null;
  /** Whether `OIDC_ADMINISTRATORS` names the user; missing in sessions of earlier versions. */
  isAdministrator?: boolean;
  /** Email address that the provider has verified; missing in sessions of earlier versions. */
  verifiedEmail?: string | null;
}

/** Content of a session, encrypted with a key derived from `SESSION_SECRET`. */
export type SessionContent =
  /** A user with their own credentials. */
  | { by: 'credentials'; credentials: Credentials }
  /** A user of the company sign-in; with their own credentials once they have entered them. */
  | { by: 'company'; person: CompanyPerson; credentials: Credentials | null };

/** A decrypted session. */
interface FoundSession {
  content: SessionContent;
  /** Absolute end of the session, Unix seconds. */
  endsAt: number;
}

/** Seconds without a request after which a session ends. */
const idleSeconds: Record<SessionContent['by'], number> = {
  credentials: 24 * 3600,
  company: 4 * 3600,
};
/** Characters of the digest of a user that are their `personId`. */
const personIdLength = 16;
/** A session in use is extended once this fraction of its idle time has passed. */
const extensionFraction = 1 / 24;

/** Sessions, stored by the digest of a random ID. Only the browser's cookie contains the ID itself. */
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
   * Starts a session with a new ID.
   * @param person the same text for all sessions of one user
   * @param endsAt Unix seconds
   * @returns the ID and the session's lifetime in seconds
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

  /** Stable key of a user in the store; reveals nothing about the user without the secret. */
  #digestPerson(person: string): string {
    return createHmac('sha256', this.#personKey).update(person).digest('hex');
  }

  /** Pseudonymous ID of a user, stable while `SESSION_SECRET` is unchanged. */
  personId(person: string): string {
    return this.#digestPerson(person).slice(0, personIdLength);
  }

  /** Finds a session by ID and extends it. Null if there is none or it was encrypted with another `SESSION_SECRET`. */
  async find(id: string): Promise<FoundSession | null> {
    const idDigest = digestOf(id);
    const stored = await this.#store.findSession(idDigest, this.#unixSeconds());
    const session = stored === null ? null : this.#open(stored.sealedCredentials, idDigest);
    if (stored === null || session === null) return null;
    const { content, endsAt } = session;
    const idleEnd = this.#idleEnd(content, endsAt);
    if (idleEnd - stored.expiresAt > idleSeconds[content.by] * extensionFraction) await this.#extend(idDigest, idleEnd);
    return { content, endsAt };
  }

  /** The credentials in the living sessions of a user, last to expire first. @param isValid whether a session counts */
  async credentialsOf(personId: string, isValid: (content: SessionContent) => boolean): Promise<Credentials[]> {
    const stored = await this.#store.listSessions(personId, this.#unixSeconds());
    return stored.flatMap(({ idDigest, sealedCredentials }) => {
      const content = this.#open(sealedCredentials, idDigest)?.content;
      return content?.credentials && isValid(content) ? [content.credentials] : [];
    });
  }

  /** Earlier versions stored sessions of the local user too, which would give anyone the shared credentials. */
  #open(sealed: Uint8Array, idDigest: string): FoundSession | null {
    const session = this.#seal.open(sealed, idDigest);
    return session !== null && session.content?.by in idleSeconds ? session : null;
  }

  #idleEnd({ by }: SessionContent, endsAt: number): number {
    return Math.min(endsAt, this.#unixSeconds() + idleSeconds[by]);
  }

  /** If the store is read-only, sessions end early, but requests succeed. */
  async #extend(idDigest: string, expiresAt: number): Promise<void> {
    try {
      await this.#store.extendSession(idDigest, expiresAt);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
    }
  }

  /** Ends the session, if it exists. */
  async end(id: string): Promise<void> {
    await this.#store.deleteSession(digestOf(id));
  }

  /** Ends all sessions of the same user, in every browser. Returns the user's `personId`; null without a session. */
  async endAll(id: string): Promise<string | null> {
    const stored = await this.#store.findSession(digestOf(id), this.#unixSeconds());
    if (stored === null) return null;
    await this.#store.deleteSessionsOf(stored.personDigest);
    return stored.personDigest.slice(0, personIdLength);
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
 * Encrypts JSON values with AES-256-GCM. The key is derived from `sessionSecret` for one purpose, so values sealed for
 * another purpose don't open. The place is authenticated too: a value opens only in the place it was sealed for.
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

  /** Decrypts a sealed value. Null if it was altered or sealed for another place, purpose or secret. */
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

/** ISO 8601 form of Unix seconds, capped at the latest date that JavaScript supports. */
export function isoTime(unixSeconds: number): string {
  return new Date(Math.min(unixSeconds * 1000, 8.64e15)).toISOString();
}

/** A signed-in browser: its credentials encrypted, found by the digest of the random id in its cookie. */
export interface StoredSession {
  /** SHA-256 of the session id, hex; the id itself is nowhere but in the cookie. */
  idDigest: string;
  /** Whose it is, as a keyed digest: the same for every session of one person, and telling nothing else. */
  personDigest: string;
  /** The credentials, encrypted with `SESSION_SECRET`. */
  sealedCredentials: Uint8Array;
  /** Unix seconds after which the session is void. */
  expiresAt: number;
}

/** Where sessions are kept, so that they outlast a restart and can be revoked. */
export interface SessionStore {
  saveSession(session: StoredSession): Promise<void>;
  /** The session, or null where there is none or `now` (Unix seconds) is past its end. */
  findSession(idDigest: string, now: number): Promise<StoredSession | null>;
  deleteSession(idDigest: string): Promise<void>;
  /** Removes every session of a person. */
  deleteSessionsOf(personDigest: string): Promise<void>;
  /** Removes what is past its end. */
  deleteExpiredSessions(now: number): Promise<void>;
}

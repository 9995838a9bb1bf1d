/** Runs a statement with parameters `$1`, `$2`, ... and returns its rows. */
export type Run = (statement: string, parameters: (string | number | Uint8Array)[]) => Promise<object[]>;

/** A signed-in browser, found by the digest of the random ID in its cookie. */
export interface StoredSession {
  /** SHA-256 of the session ID, hex. The ID itself is stored only in the cookie. */
  idDigest: string;
  /** Keyed digest of the user: the same for all sessions of one user, and pseudonymous. */
  personDigest: string;
  /** The credentials, encrypted with `SESSION_SECRET`. */
  sealedCredentials: Uint8Array;
  /** Unix seconds after which the session is invalid unless it is extended. */
  expiresAt: number;
}

/** Stored sessions, so that they survive a restart and can be revoked. */
export interface SessionStore {
  saveSession(session: StoredSession): Promise<void>;
  /** Returns the session, or null if there is none or it has expired at `now` (Unix seconds). */
  findSession(idDigest: string, now: number): Promise<StoredSession | null>;
  /** Returns the valid sessions of the users whose digest begins with `prefix`, last to expire first. */
  listSessions(prefix: string, now: number): Promise<StoredSession[]>;
  /** Changes the expiry of an existing session. */
  extendSession(idDigest: string, expiresAt: number): Promise<void>;
  deleteSession(idDigest: string): Promise<void>;
  /** Deletes all sessions of a user. */
  deleteSessionsOf(personDigest: string): Promise<void>;
  deleteExpiredSessions(now: number): Promise<void>;
}

const shown = `id_digest AS "idDigest", person_digest AS "personDigest", sealed_credentials AS "sealedCredentials",
  expires_at AS "expiresAt"`;

/** Implements sessions in a table `session`, for both databases. */
export function sqlSessions(run: Run): SessionStore {
  const change: (...statement: Parameters<Run>) => Promise<void> = async (...statement) =>
    void (await run(...statement));
  return {
    saveSession: ({ idDigest, personDigest, sealedCredentials, expiresAt }) =>
      change(
        `INSERT INTO session (id_digest, person_digest, sealed_credentials, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id_digest) DO UPDATE
         SET person_digest = excluded.person_digest, sealed_credentials = excluded.sealed_credentials,
           expires_at = excluded.expires_at`,
        [idDigest, personDigest, Buffer.from(sealedCredentials), expiresAt],
      ),
    findSession: async (idDigest, now) => {
      const [found] = (await run(`SELECT ${shown} FROM session WHERE id_digest = $1 AND expires_at >= $2`, [
        idDigest,
        now,
      ])) as StoredSession[];
      return found === undefined ? null : { ...found, sealedCredentials: new Uint8Array(found.sealedCredentials) };
    },
    listSessions: async (prefix, now) => {
      const found = (await run(
        // Digests are hexadecimal, so no digit is after 'g'.
        `SELECT ${shown} FROM session WHERE person_digest >= $1 AND person_digest < $2 AND expires_at >= $3
         ORDER BY expires_at DESC`,
        [prefix, `${prefix}g`, now],
      )) as StoredSession[];
      return found.map((each) => Object.assign(each, { sealedCredentials: new Uint8Array(each.sealedCredentials) }));
    },
    extendSession: (idDigest, expiresAt) =>
      change('UPDATE session SET expires_at = $1 WHERE id_digest = $2', [expiresAt, idDigest]),
    deleteSession: (idDigest) => change('DELETE FROM session WHERE id_digest = $1', [idDigest]),
    deleteSessionsOf: (personDigest) => change('DELETE FROM session WHERE person_digest = $1', [personDigest]),
    deleteExpiredSessions: (now) => change('DELETE FROM session WHERE expires_at < $1', [now]),
  };
}

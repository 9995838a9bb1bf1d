import type { SessionStore, StoredSession } from './stock-store.ts';

/** Runs a statement with parameters `$1`, `$2`, ... and returns its rows. */
export type Run = (statement: string, parameters: (string | number | Uint8Array)[]) => Promise<object[]>;

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
      const [found] = (await run(
        `SELECT id_digest AS "idDigest", person_digest AS "personDigest", sealed_credentials AS "sealedCredentials",
           expires_at AS "expiresAt"
         FROM session WHERE id_digest = $1 AND expires_at >= $2`,
        [idDigest, now],
      )) as StoredSession[];
      return found === undefined ? null : { ...found, sealedCredentials: new Uint8Array(found.sealedCredentials) };
    },
    extendSession: (idDigest, expiresAt) =>
      change('UPDATE session SET expires_at = $1 WHERE id_digest = $2', [expiresAt, idDigest]),
    deleteSession: (idDigest) => change('DELETE FROM session WHERE id_digest = $1', [idDigest]),
    deleteSessionsOf: (personDigest) => change('DELETE FROM session WHERE person_digest = $1', [personDigest]),
    deleteExpiredSessions: (now) => change('DELETE FROM session WHERE expires_at < $1', [now]),
  };
}

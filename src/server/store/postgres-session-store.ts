import type { Sql } from './postgres-client.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

/** Sessions that every process on the database knows. */
export class PostgresSessionStore implements SessionStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async saveSession({ idDigest, personDigest, sealedCredentials, expiresAt }: StoredSession): Promise<void> {
    const sql = this.#sql;
    await sql`
      INSERT INTO session (id_digest, person_digest, sealed_credentials, expires_at)
      VALUES (${idDigest}, ${personDigest}, ${Buffer.from(sealedCredentials)}, ${expiresAt})
      ON CONFLICT (id_digest) DO UPDATE
      SET person_digest = excluded.person_digest, sealed_credentials = excluded.sealed_credentials,
        expires_at = excluded.expires_at`;
  }

  async findSession(idDigest: string, now: number): Promise<StoredSession | null> {
    const sql = this.#sql;
    const [found] = await sql<StoredSession[]>`
      SELECT id_digest AS "idDigest", person_digest AS "personDigest", sealed_credentials AS "sealedCredentials",
        expires_at AS "expiresAt"
      FROM session WHERE id_digest = ${idDigest} AND expires_at >= ${now}`;
    return found === undefined ? null : { ...found, sealedCredentials: new Uint8Array(found.sealedCredentials) };
  }

  async deleteSession(idDigest: string): Promise<void> {
    const sql = this.#sql;
    await sql`DELETE FROM session WHERE id_digest = ${idDigest}`;
  }

  async deleteSessionsOf(personDigest: string): Promise<void> {
    const sql = this.#sql;
    await sql`DELETE FROM session WHERE person_digest = ${personDigest}`;
  }

  async deleteExpiredSessions(now: number): Promise<void> {
    const sql = this.#sql;
    await sql`DELETE FROM session WHERE expires_at < ${now}`;
  }
}

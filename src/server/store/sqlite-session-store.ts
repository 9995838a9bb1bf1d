import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

import type { SessionStore, StoredSession } from './session-store.ts';

/** Sessions in a table of a database of their own. */
export class SqliteSessionStore implements SessionStore {
  readonly #save: StatementSyncInstance;
  readonly #find: StatementSyncInstance;
  readonly #delete: StatementSyncInstance;
  readonly #deleteOf: StatementSyncInstance;
  readonly #deleteExpired: StatementSyncInstance;

  constructor(database: DatabaseSyncInstance) {
    this.#save = database.prepare(
      `INSERT INTO session (id_digest, person_digest, sealed_credentials, expires_at)
       VALUES (:idDigest, :personDigest, :sealedCredentials, :expiresAt)
       ON CONFLICT (id_digest) DO UPDATE
       SET person_digest = excluded.person_digest, sealed_credentials = excluded.sealed_credentials,
         expires_at = excluded.expires_at`,
    );
    this.#find = database.prepare(
      `SELECT id_digest AS idDigest, person_digest AS personDigest, sealed_credentials AS sealedCredentials,
         expires_at AS expiresAt
       FROM session WHERE id_digest = :idDigest AND expires_at >= :now`,
    );
    this.#delete = database.prepare('DELETE FROM session WHERE id_digest = :idDigest');
    this.#deleteOf = database.prepare('DELETE FROM session WHERE person_digest = :personDigest');
    this.#deleteExpired = database.prepare('DELETE FROM session WHERE expires_at < :now');
  }

  async saveSession(session: StoredSession): Promise<void> {
    this.#save.run({ ...session });
  }

  async findSession(idDigest: string, now: number): Promise<StoredSession | null> {
    const found = this.#find.get({ idDigest, now }) as StoredSession | undefined;
    return found === undefined ? null : { ...found, sealedCredentials: new Uint8Array(found.sealedCredentials) };
  }

  async deleteSession(idDigest: string): Promise<void> {
    this.#delete.run({ idDigest });
  }

  async deleteSessionsOf(personDigest: string): Promise<void> {
    this.#deleteOf.run({ personDigest });
  }

  async deleteExpiredSessions(now: number): Promise<void> {
    this.#deleteExpired.run({ now });
  }
}

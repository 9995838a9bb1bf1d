import type { KeyKind } from '#stock/contract/keys.ts';

import type { Run } from './sql-sessions.ts';

/** A key as stored: found by the digest of its random text, which isn't stored. */
export interface StoredKey {
  /** SHA-256 of the key, hex. */
  digest: string;
  /** Pseudonymous ID of the person who made it. */
  personId: string;
  /** Digest of service and market. */
  stockDigest: string;
  kind: KeyKind;
  /** Its name and what it opens, encrypted, base64. */
  sealedContent: string;
  /** Unix milliseconds. */
  createdAt: number;
  /** When it was used last, give or take a minute; null if never. */
  usedAt: number | null;
  expiresAt: number;
}

/** Keys that persons made for programs and customers. */
export interface KeyStore {
  createKey(key: StoredKey): Promise<void>;
  /** Returns a valid key. `now` in Unix milliseconds. */
  findKey(digest: string, kind: KeyKind, now: number): Promise<StoredKey | null>;
  /** Returns all valid keys of a person, in all markets, last made first. */
  listKeys(personId: string, now: number): Promise<StoredKey[]>;
  /**
   * Number of the valid keys of a person, in all markets, and characters of what they open.
   * @param except digest of a key that doesn't count; null to count all
   */
  measureKeys(personId: string, now: number, except: string | null): Promise<{ count: number; bytes: number }>;
  /** Whether there is any valid key of a kind. */
  hasKeys(kind: KeyKind, now: number): Promise<boolean>;
  /** Replaces what a key opens, and when it expires. Returns false, changing nothing, if the person has no such key. */
  replaceKeyContent(personId: string, digest: string, sealedContent: string, expiresAt: number): Promise<boolean>;
  noteKeyUse(digest: string, usedAt: number): Promise<void>;
  /** Deletes a key of a person. Returns whether there was one. */
  deleteKey(personId: string, digest: string): Promise<boolean>;
  deleteKeysOf(personId: string): Promise<void>;
  deleteExpiredKeys(now: number): Promise<void>;
}

/** The table `access_key`: keys that persons made for programs and customers. */
export function keySchema(integer: 'bigint' | 'INTEGER'): string {
  return `
  CREATE TABLE access_key (
    key_digest text PRIMARY KEY,
    person_id text NOT NULL,
    stock_digest text NOT NULL,
    kind text NOT NULL,
    sealed_content text NOT NULL,
    created_at ${integer} NOT NULL,
    used_at ${integer},
    expires_at ${integer} NOT NULL
  );
  CREATE INDEX access_key_by_person ON access_key (person_id);
  CREATE INDEX access_key_by_end ON access_key (expires_at);
  `;
}

const columns = `key_digest AS digest, person_id AS "personId", stock_digest AS "stockDigest", kind,
  sealed_content AS "sealedContent", created_at AS "createdAt", used_at AS "usedAt", expires_at AS "expiresAt"`;

/** Implements keys in the table `access_key`, for both databases. */
export function sqlKeys(run: Run): KeyStore {
  const isChanged = async (...statement: Parameters<Run>) => (await run(...statement)).length > 0;
  return {
    createKey: async ({ digest, personId, stockDigest, kind, sealedContent, createdAt, expiresAt }) => {
      await run(
        `INSERT INTO access_key (key_digest, person_id, stock_digest, kind, sealed_content, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [digest, personId, stockDigest, kind, sealedContent, createdAt, expiresAt],
      );
    },
    findKey: async (digest, kind, now) => {
      const [found] = (await run(
        `SELECT ${columns} FROM access_key WHERE key_digest = $1 AND kind = $2 AND expires_at > $3`,
        [digest, kind, now],
      )) as StoredKey[];
      return found ?? null;
    },
    listKeys: async (personId, now) =>
      (await run(
        `SELECT ${columns} FROM access_key WHERE person_id = $1 AND expires_at > $2
         ORDER BY created_at DESC, key_digest`,
        [personId, now],
      )) as StoredKey[],
    measureKeys: async (personId, now, except) => {
      const [measured] = (await run(
        `SELECT count(*) AS count, CAST(coalesce(sum(length(sealed_content)), 0) AS bigint) AS bytes
         FROM access_key WHERE person_id = $1 AND expires_at > $2 AND key_digest <> $3`,
        [personId, now, except ?? ''],
      )) as { count: number; bytes: number }[];
      return measured ?? { count: 0, bytes: 0 };
    },
    hasKeys: async (kind, now) =>
      (await run('SELECT 1 AS found FROM access_key WHERE kind = $1 AND expires_at > $2 LIMIT 1', [kind, now])).length >
      0,
    replaceKeyContent: (personId, digest, sealedContent, expiresAt) =>
      isChanged(
        `UPDATE access_key SET sealed_content = $3, expires_at = $4 WHERE person_id = $1 AND key_digest = $2
         RETURNING 1 AS changed`,
        [personId, digest, sealedContent, expiresAt],
      ),
    noteKeyUse: async (digest, usedAt) => {
      await run('UPDATE access_key SET used_at = $2 WHERE key_digest = $1', [digest, usedAt]);
    },
    deleteKey: (personId, digest) =>
      isChanged('DELETE FROM access_key WHERE person_id = $1 AND key_digest = $2 RETURNING 1 AS deleted', [
        personId,
        digest,
      ]),
    deleteKeysOf: async (personId) => {
      await run('DELETE FROM access_key WHERE person_id = $1', [personId]);
    },
    deleteExpiredKeys: async (now) => {
      await run('DELETE FROM access_key WHERE expires_at <= $1', [now]);
    },
  };
}

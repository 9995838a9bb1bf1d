import type { Run } from './sql-sessions.ts';

/** Where a document belongs: a person, a stock (service and market) and a kind. */
export interface DocumentFolder {
  /** Pseudonymous ID of the person. */
  personId: string;
  /** Digest of service and market. */
  stockDigest: string;
  kind: 'order' | 'list';
}

export interface DocumentKey extends DocumentFolder {
  id: string;
}

/** Facts of a stored document. */
export interface DocumentFacts {
  id: string;
  /** Unix milliseconds; higher with each version. */
  changedAt: number;
  /** What a list shows, encrypted. */
  sealedEntry: Uint8Array;
}

export interface StoredDocument extends DocumentFacts {
  /** The whole document, encrypted. */
  sealedContent: Uint8Array;
}

/** A version of a document to be written. */
export interface WrittenDocument extends StoredDocument {
  /** Bytes that count towards the person's limit. */
  size: number;
}

/** A link to a document, found by the digest of its random key. */
export interface StoredShare {
  /** SHA-256 of the key, hex. */
  keyDigest: string;
  /** Unix milliseconds. */
  createdAt: number;
  expiresAt: number;
}

/** A link, and the document that it leads to. */
export interface ShareOfPerson extends StoredShare, DocumentKey {
  /** Null if the document was deleted. */
  sealedEntry: Uint8Array | null;
}

/** Orders and lists of persons. Each change is one statement, so it happens wholly or not at all. */
export interface DocumentStore {
  /** Returns all documents of a folder, last changed first. */
  listDocuments(folder: DocumentFolder): Promise<DocumentFacts[]>;
  findDocument(key: DocumentKey): Promise<StoredDocument | null>;
  /** Number of documents of a kind and total size of all documents of a person, in all markets. */
  measureDocuments(personId: string, kind: DocumentFolder['kind']): Promise<{ count: number; bytes: number }>;
  /** Creates a document. Returns false, changing nothing, if it exists. */
  createDocument(folder: DocumentFolder, document: WrittenDocument): Promise<boolean>;
  /** Replaces the version `knownChange` of a document. Returns false, changing nothing, if that isn't the current one. */
  replaceDocument(folder: DocumentFolder, document: WrittenDocument, knownChange: number): Promise<boolean>;
  /** Deletes the version `knownChange` of a document. Returns false, changing nothing, if that isn't the current one. */
  deleteDocument(key: DocumentKey, knownChange: number): Promise<boolean>;
  /** Deletes all documents and links of a person, in all markets. */
  deleteDocumentsOf(personId: string): Promise<void>;
  saveShare(key: DocumentKey, share: StoredShare): Promise<void>;
  /** Returns the valid links to a document, oldest first. `now` in Unix milliseconds. */
  listShares(key: DocumentKey, now: number): Promise<StoredShare[]>;
  /** Returns the valid links of a person to documents of all kinds, in all markets. */
  listSharesOf(personId: string, now: number): Promise<ShareOfPerson[]>;
  /** Number of valid links of a person. */
  countShares(personId: string, now: number): Promise<number>;
  /** Returns the document that a valid link leads to; it may have been deleted. */
  findShare(keyDigest: string, now: number): Promise<DocumentKey | null>;
  /** Deletes a link. Returns whether there was one. */
  deleteShare(key: DocumentKey, keyDigest: string): Promise<boolean>;
  deleteExpiredShares(now: number): Promise<void>;
}

const inFolder = 'person_id = $1 AND stock_digest = $2 AND kind = $3';
const ofDocument = `${inFolder} AND document_id = $4`;
const facts = 'document_id AS id, changed_at AS "changedAt", sealed_entry AS "sealedEntry"';
const share = 'key_digest AS "keyDigest", created_at AS "createdAt", expires_at AS "expiresAt"';

/** Implements documents in the tables `document` and `document_share`, for both databases. */
export function sqlDocuments(run: Run): DocumentStore {
  const isChanged = async (...statement: Parameters<Run>) => (await run(...statement)).length > 0;
  return {
    listDocuments: async (folder) =>
      (await run(
        `SELECT ${facts} FROM document WHERE ${inFolder} ORDER BY changed_at DESC, document_id`,
        valuesOf(folder),
      )) as DocumentFacts[],
    findDocument: async (key) => {
      const [found] = (await run(
        `SELECT ${facts}, sealed_content AS "sealedContent" FROM document WHERE ${ofDocument}`,
        [...valuesOf(key), key.id],
      )) as StoredDocument[];
      return found ?? null;
    },
    measureDocuments: async (personId, kind) => {
      const [measured] = (await run(
        `SELECT count(CASE WHEN kind = $2 THEN 1 END) AS count, CAST(coalesce(sum(size), 0) AS bigint) AS bytes
         FROM document WHERE person_id = $1`,
        [personId, kind],
      )) as { count: number; bytes: number }[];
      return measured ?? { count: 0, bytes: 0 };
    },
    createDocument: (folder, { id, changedAt, size, sealedEntry, sealedContent }) =>
      isChanged(
        `INSERT INTO document (person_id, stock_digest, kind, document_id, changed_at, size, sealed_entry, sealed_content)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1 AS changed`,
        [...valuesOf(folder), id, changedAt, size, Buffer.from(sealedEntry), Buffer.from(sealedContent)],
      ),
    replaceDocument: (folder, { id, changedAt, size, sealedEntry, sealedContent }, knownChange) =>
      isChanged(
        `UPDATE document SET changed_at = $5, size = $6, sealed_entry = $7, sealed_content = $8
         WHERE ${ofDocument} AND changed_at = $9 RETURNING 1 AS changed`,
        [...valuesOf(folder), id, changedAt, size, Buffer.from(sealedEntry), Buffer.from(sealedContent), knownChange],
      ),
    deleteDocument: (key, knownChange) =>
      isChanged(`DELETE FROM document WHERE ${ofDocument} AND changed_at = $5 RETURNING 1 AS changed`, [
        ...valuesOf(key),
        key.id,
        knownChange,
      ]),
    deleteDocumentsOf: async (personId) => {
      await run('DELETE FROM document_share WHERE person_id = $1', [personId]);
      await run('DELETE FROM document WHERE person_id = $1', [personId]);
    },
    saveShare: async (key, { keyDigest, createdAt, expiresAt }) => {
      await run(
        `INSERT INTO document_share (person_id, stock_digest, kind, document_id, key_digest, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [...valuesOf(key), key.id, keyDigest, createdAt, expiresAt],
      );
    },
    listShares: async (key, now) =>
      (await run(
        `SELECT ${share} FROM document_share WHERE ${ofDocument} AND expires_at > $5 ORDER BY created_at, key_digest`,
        [...valuesOf(key), key.id, now],
      )) as StoredShare[],
    listSharesOf: async (personId, now) =>
      (await run(
        `SELECT ${share}, person_id AS "personId", stock_digest AS "stockDigest", kind, document_id AS id,
           sealed_entry AS "sealedEntry"
         FROM document_share LEFT JOIN document USING (person_id, stock_digest, kind, document_id)
         WHERE person_id = $1 AND expires_at > $2 ORDER BY created_at, key_digest`,
        [personId, now],
      )) as ShareOfPerson[],
    countShares: async (personId, now) => {
      const [counted] = (await run(
        'SELECT count(*) AS count FROM document_share WHERE person_id = $1 AND expires_at > $2',
        [personId, now],
      )) as { count: number }[];
      return counted?.count ?? 0;
    },
    findShare: async (keyDigest, now) => {
      const [found] = (await run(
        `SELECT person_id AS "personId", stock_digest AS "stockDigest", kind, document_id AS id
         FROM document_share WHERE key_digest = $1 AND expires_at > $2`,
        [keyDigest, now],
      )) as DocumentKey[];
      return found ?? null;
    },
    deleteShare: (key, keyDigest) =>
      isChanged(`DELETE FROM document_share WHERE ${ofDocument} AND key_digest = $5 RETURNING 1 AS deleted`, [
        ...valuesOf(key),
        key.id,
        keyDigest,
      ]),
    deleteExpiredShares: async (now) => {
      await run('DELETE FROM document_share WHERE expires_at <= $1', [now]);
    },
  };
}

function valuesOf({ personId, stockDigest, kind }: DocumentFolder): string[] {
  return [personId, stockDigest, kind];
}

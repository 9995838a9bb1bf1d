import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

import { historySchema } from './calendar-history.ts';
import { keySchema } from './sql-keys.ts';
import { notificationSchema } from './sql-notifications.ts';
import { runSchema } from './sql-runs.ts';
import { isStoreDamage, NewerSchemaError, openError, StoreBusyError } from './stock-store.ts';

/** Milliseconds that a statement waits for the lock of another process. */
const busyTimeout = 5000;

/**
 * Opens or creates a database file (and its folder) and migrates it to the latest version of `schema`. An up-to-date
 * file needs no lock, so it can be opened during an import of another process.
 * @throws NewerSchemaError if the file is newer than `schema`, and StoreError if it can't be opened for other reasons
 */
export function openDatabase(path: string, schema: readonly string[]): DatabaseSyncInstance {
  try {
    return open(path, schema);
  } catch (error) {
    throw openError(path, error, reasonOf(error));
  }
}

function open(path: string, schema: readonly string[]): DatabaseSyncInstance {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    restrictToOwner(path);
  }
  const database = new DatabaseSync(path, { timeout: busyTimeout });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.function('crc32', { deterministic: true }, (value: unknown) =>
      crc32(value instanceof Uint8Array ? value : String(value)),
    );
    migrate(database, schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes the file readable only for its owner. SQLite creates its other files with the same permissions. */
function restrictToOwner(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, 0o600);
    } catch {
      // Missing, or owned by another user, who has to change it.
    }
  }
}

/**
 * Returns the first structural error of the database, or null. Reads all data: a quick check would not detect indexes
 * that differ from their tables, and products are found by indexes.
 */
export function structuralDamage(database: DatabaseSyncInstance): string | null {
  return detectDamage(() => {
    const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as {
      integrity_check: string;
    };
    return found === 'ok' ? null : found;
  });
}

/** Returns what `look` finds, or the message of its error if that indicates damage; null if all is well. */
export function detectDamage(check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    if (isStoreDamage(error)) return (error as Error).message;
    throw error;
  }
}

/** A prime below 2^31, so that intermediate results stay within 64 bits. */
const modulus = 2_147_483_647;

/** SQL for a row's checksum, which changes with any of its columns. */
function rowChecksum(columns: readonly string[]): string {
  return columns.reduce((sum, column) => `((${sum} * 31337 + ${column}) % ${modulus})`, '7');
}

const stockColumns =
  'market_id product_id is_max_lead_time stock_date stock_quantity is_deleted last_update_date import_id';
const codes = ['company', 'sales_organization', 'territory_id'].map((code) => `crc32(${code})`);
const names = ['name', 'sku', 'unit'].map((name) => `crc32(coalesce(${name}, ''))`);

/** Numeric columns, and checksums of text columns. */
const checkedTables = {
  stock: stockColumns.split(' '),
  known_product: ['market_id', 'product_id'],
  market: ['market_id', 'product_count', ...codes],
  product: ['product_id', ...names],
  // Search data, apart from indexes, which SQLite checks itself. Checksums of earlier versions omit it.
  product_text_data: ['id', 'crc32(block)'],
  vocabulary: ['crc32(word)'],
};

/** Row count and checksum of each table that is served, independent of the order of rows. */
export function checksumOf(database: DatabaseSyncInstance): string {
  return Object.entries(checkedTables)
    .map(([table, columns]) => {
      const sql = `SELECT count(*) || ':' || coalesce(sum(${rowChecksum(columns)}), 0) AS checksum FROM ${table}`;
      return (database.prepare(sql).get() as { checksum: string }).checksum;
    })
    .join(' ');
}

/** Runs `work` in a transaction. `IMMEDIATE` takes the write lock at the start. */
export function inTransaction<Result>(
  database: DatabaseSyncInstance,
  kind: 'DEFERRED' | 'IMMEDIATE',
  work: () => Result,
): Result {
  database.exec(`BEGIN ${kind}`);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function migrate(database: DatabaseSyncInstance, schema: readonly string[]): void {
  if (versionOf(database) > schema.length)
    throw new NewerSchemaError(
      `The database ${database.location() ?? 'in memory'} was written by a newer version of Stock Horizon. Start that version, or set DATA_DIR to another folder.`,
    );
  // Each step reads the version again inside its transaction, since another process may have migrated meanwhile.
  while (versionOf(database) < schema.length)
    inTransaction(database, 'IMMEDIATE', () => {
      const version = versionOf(database);
      const step = schema[version];
      if (step === undefined) return;
      database.exec(step);
      database.exec(`PRAGMA user_version = ${version + 1}`);
    });
}

function versionOf(database: DatabaseSyncInstance): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** SQLite's result code for a database whose write lock is taken. */
const busy = 5;

/** Maps the error of a statement that takes the write lock: StoreBusyError if another process holds it. */
export function writeLockError(cause: unknown): unknown {
  return codeOf(cause) === busy ? new StoreBusyError(cause) : cause;
}

function reasonOf(cause: unknown): string | undefined {
  switch (codeOf(cause)) {
    case busy:
      return 'another process is using it. Wait until it is finished, then start again.';
    case 8:
    case 14:
    case 'EACCES':
    case 'EROFS':
      return 'this user has no read and write permission. Check the permissions of the file and of DATA_DIR.';
    case 11:
    case 26:
      return 'it is damaged or not a database. Restore a backup, or delete it and import your data again.';
    default:
      return undefined;
  }
}

/** SQLite's result code if there is one, otherwise Node's error code. */
function codeOf(cause: unknown): unknown {
  if (!(cause instanceof Error)) return undefined;
  if ('errcode' in cause) return cause.errcode;
  return 'code' in cause ? cause.code : undefined;
}

/** The table that an import which replaces all stock creates again. */
export const stockTable = `
  CREATE TABLE stock (
    market_id INTEGER NOT NULL,
    product_id INTEGER NOT NULL,
    is_max_lead_time INTEGER NOT NULL,
    stock_date INTEGER NOT NULL,
    stock_quantity INTEGER NOT NULL,
    is_deleted INTEGER NOT NULL,
    last_update_date INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    PRIMARY KEY (market_id, product_id, is_max_lead_time, stock_date)
  ) WITHOUT ROWID, STRICT;`;

/**
 * Schema of the stock database as migrations: number n takes a database from version n to n + 1. Released migrations
 * are never edited; each change is a new one.
 *
 * Dates are day numbers and quantities thousandths, so all comparisons are integer comparisons. `known_product` is
 * derived from `stock`, so that neither checking for a product nor paging over all products reads stock rows.
 */
export const stockSchema: readonly string[] = [
  `
  CREATE TABLE store_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL,
    contents TEXT NOT NULL CHECK (contents IN ('empty', 'demo', 'real')),
    searchable INTEGER NOT NULL
  ) STRICT;
  INSERT INTO store_state VALUES (1, 0, 'empty', 0);

  CREATE TABLE market (
    market_id INTEGER PRIMARY KEY,
    company TEXT NOT NULL,
    sales_organization TEXT NOT NULL,
    territory_id TEXT NOT NULL,
    product_count INTEGER NOT NULL DEFAULT 0,
    UNIQUE (company, sales_organization, territory_id)
  ) STRICT;

  ${stockTable}
  CREATE TABLE known_product (
    market_id INTEGER NOT NULL,
    product_id INTEGER NOT NULL,
    PRIMARY KEY (market_id, product_id)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX known_product_by_id ON known_product (product_id);

  CREATE TABLE product (
    product_id INTEGER PRIMARY KEY,
    name TEXT,
    sku TEXT,
    unit TEXT,
    name_key TEXT,
    sku_key TEXT,
    import_id INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX product_by_name ON product (name_key);
  CREATE INDEX product_by_sku ON product (sku_key);

  CREATE VIRTUAL TABLE product_text USING fts5 (
    words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3',
    tokenize = 'ascii'
  );
  CREATE VIRTUAL TABLE product_term USING fts5vocab (product_text, row);
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;
  `,
  // Checksum of all data, set by each import; null after an import of an earlier version.
  'ALTER TABLE store_state ADD COLUMN checksum TEXT',
  // Replaced calendars, complete from `history_from` on, Unix milliseconds.
  `
  ALTER TABLE store_state ADD COLUMN history_from INTEGER NOT NULL DEFAULT 0;
  UPDATE store_state SET history_from = unixepoch() * 1000;
  ${historySchema('WITHOUT ROWID')}
  `,
];

/** Sessions are in a separate file, since imports hold the write lock of the stock database for seconds. */
export const sessionSchema: readonly string[] = [
  `
  CREATE TABLE session (
    id_digest TEXT PRIMARY KEY,
    sealed_credentials BLOB NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX session_by_end ON session (expires_at);
  `,
  // Existing sessions don't identify their user and couldn't be revoked together, so users have to sign in again.
  `
  DROP TABLE session;
  CREATE TABLE session (
    id_digest TEXT PRIMARY KEY,
    person_digest TEXT NOT NULL,
    sealed_credentials BLOB NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX session_by_end ON session (expires_at);
  CREATE INDEX session_by_person ON session (person_digest);
  `,
];

/** Orders and lists are in a file of their own, since a damaged file of sessions is replaced by an empty one. */
export const documentSchema: readonly string[] = [
  `
  CREATE TABLE document (
    person_id TEXT NOT NULL,
    stock_digest TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('order', 'list')),
    document_id TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    sealed_entry BLOB NOT NULL,
    sealed_content BLOB NOT NULL,
    PRIMARY KEY (person_id, stock_digest, kind, document_id)
  ) STRICT;
  CREATE TABLE document_share (
    key_digest TEXT PRIMARY KEY,
    person_id TEXT NOT NULL,
    stock_digest TEXT NOT NULL,
    kind TEXT NOT NULL,
    document_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX document_share_by_document ON document_share (person_id, stock_digest, kind, document_id);
  CREATE INDEX document_share_by_end ON document_share (expires_at);
  `,
  // Promises. Lines of one letter share their text, which the first one holds.
  `
  CREATE TABLE tracked_line (
    person_id TEXT NOT NULL,
    stock_digest TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    line TEXT NOT NULL,
    progress TEXT NOT NULL,
    revision INTEGER NOT NULL,
    told_at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    sealed_entry TEXT,
    sealed_content TEXT,
    PRIMARY KEY (person_id, stock_digest, letter_id, place)
  ) STRICT;
  CREATE INDEX tracked_line_by_age ON tracked_line (told_at);
  `,
  // What the run finds and tells, and keys.
  notificationSchema + runSchema('INTEGER', 'BLOB') + keySchema('INTEGER'),
];

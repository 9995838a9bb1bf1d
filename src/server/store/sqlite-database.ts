import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

import { isStoreDamage, NewerSchemaError, StoreBusyError, StoreError } from './stock-store.ts';

/** How long a statement waits for another process that writes, in milliseconds. */
const busyTimeout = 5000;

/**
 * Opens or creates a database file (and its folder) and brings it to the newest of `schema`.
 * Reading needs no lock: a file that is up to date opens while another process imports.
 * @throws NewerSchemaError where the file is ahead of `schema`, and StoreError where it can't be opened otherwise.
 */
export function openDatabase(path: string, schema: readonly string[]): DatabaseSyncInstance {
  try {
    return open(path, schema);
  } catch (error) {
    throw openingFailure(path, error);
  }
}

function open(path: string, schema: readonly string[]): DatabaseSyncInstance {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    keepForOwner(path);
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

/** Nobody but the owner reads the file; what SQLite writes beside it is given its permissions. */
function keepForOwner(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, 0o600);
    } catch {
      // It is not there, or another user's, who has to see to it.
    }
  }
}

/**
 * What is wrong with the structure of the database; null where nothing is. Reads all of it. A quick check would not see
 * that an index says something else than its table, and products are found by indexes.
 */
export function structuralDamage(database: DatabaseSyncInstance): string | null {
  return damageFoundBy(() => {
    const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as {
      integrity_check: string;
    };
    return found === 'ok' ? null : found;
  });
}

/** What a look at the database finds to be wrong, or keeps it from looking; null where nothing is. */
export function damageFoundBy(look: () => string | null): string | null {
  try {
    return look();
  } catch (error) {
    if (isStoreDamage(error)) return (error as Error).message;
    throw error;
  }
}

/** A prime below 2^31: what is multiplied and added on the way to a remainder by it stays within 64 bits. */
const modulus = 2_147_483_647;

/** A number for a row, which another value in any of its columns makes another one. */
function rowChecksum(columns: readonly string[]): string {
  return columns.reduce((sum, column) => `((${sum} * 31337 + ${column}) % ${modulus})`, '7');
}

const stockColumns =
  'market_id product_id is_max_lead_time stock_date stock_quantity is_deleted last_update_date import_id';
const codes = ['company', 'sales_organization', 'territory_id'].map((code) => `crc32(${code})`);
const names = ['name', 'sku', 'unit'].map((name) => `crc32(coalesce(${name}, ''))`);

/** Columns of numbers, and numbers for those of text. */
const checkedTables = {
  stock: stockColumns.split(' '),
  known_product: ['market_id', 'product_id'],
  market: ['market_id', 'product_count', ...codes],
  product: ['product_id', ...names],
  // What search goes by; SQLite sees to the indexes. A store of before has no sums of these.
  product_text_data: ['id', 'crc32(block)'],
  vocabulary: ['crc32(word)'],
};

/** A number of rows and a sum over them for each table that answers come from, in whatever order rows lie. */
export function checksumOf(database: DatabaseSyncInstance): string {
  return Object.entries(checkedTables)
    .map(([table, columns]) => {
      const sql = `SELECT count(*) || ':' || coalesce(sum(${rowChecksum(columns)}), 0) AS checksum FROM ${table}`;
      return (database.prepare(sql).get() as { checksum: string }).checksum;
    })
    .join(' ');
}

/** Runs `work` in a transaction: all of it or nothing. `IMMEDIATE` claims the one writer at the start. */
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
  // Each step asks again inside its transaction: another process may have taken it meanwhile.
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

/** SQLite's code for a database whose one writer is taken. */
const busy = 5;

/** Why the database file at `path` can't be opened, as a sentence. */
function openingFailure(path: string, cause: unknown): StoreError {
  return cause instanceof StoreError
    ? cause
    : new StoreError(`Can't open the store ${path}: ${reasonOf(cause)}`, { cause });
}

/** The error of a statement that claims the one writer: StoreBusyError where another process has it. */
export function claimingFailure(cause: unknown): unknown {
  return codeOf(cause) === busy ? new StoreBusyError(cause) : cause;
}

function reasonOf(cause: unknown): string {
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
      return cause instanceof Error ? `${cause.message}.` : String(cause);
  }
}

/** SQLite's number where there is one, else Node's code of an error with files. */
function codeOf(cause: unknown): unknown {
  if (!(cause instanceof Error)) return undefined;
  if ('errcode' in cause) return cause.errcode;
  return 'code' in cause ? cause.code : undefined;
}

/**
 * The schema of the stock database, as the steps that lead to it: number n takes a database from version n to
 * n + 1. A step that was released is never edited; a change is a new step.
 *
 * Dates are day numbers and quantities thousandths, so every comparison is one of integers. `known_product`
 * holds what `stock` implies, so that neither "is it known" nor a page over all products reads stock rows.
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
  ) WITHOUT ROWID, STRICT;

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
  // What each import leaves adds up to it; null for one of an earlier version.
  'ALTER TABLE store_state ADD COLUMN checksum TEXT',
];

/** Sessions lie in a file of their own: an import holds the stock database's one writer for seconds. */
export const sessionSchema: readonly string[] = [
  `
  CREATE TABLE session (
    id_digest TEXT PRIMARY KEY,
    sealed_credentials BLOB NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX session_by_end ON session (expires_at);
  `,
  // Whose the sessions of before are cannot be told, so nobody could end them all: people sign in once more.
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

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { openingFailure } from './sqlite-error.ts';
import { NewerSchemaError } from './store-error.ts';

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
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path, { timeout: busyTimeout });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    migrate(database, schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
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

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';

type Upgrade<Schema extends DBSchema> = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/**
 * Opens an IndexedDB database on first use, and again after its connection is lost. The browser can close connections
 * at any time, and a newer version of this dashboard in another tab can request it.
 * @param upgrade migrates from a version, 0 if the database doesn't exist yet, to `version`, within the transaction
 * @returns function that opens the database; it rejects if storage is unavailable, as in some private windows
 */
export function browserDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (database: IDBPDatabase<Schema>, from: number, transaction: Upgrade<Schema>) => void | Promise<void>,
): () => Promise<IDBPDatabase<Schema>> {
  let database: Promise<IDBPDatabase<Schema>> | null = null;
  const close = () => {
    void database?.then((db) => db.close());
    database = null;
  };
  return () => {
    database ??= openDB<Schema>(name, version, {
      // Without `abort`, what an upgrade did before it failed would be committed.
      upgrade: (db, from, _to, transaction) =>
        void Promise.resolve(upgrade(db, from, transaction)).catch(() => transaction.abort()),
      blocking: close,
      terminated: close,
    });
    database.catch(() => (database = null));
    return database;
  };
}

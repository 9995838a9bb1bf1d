import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * A database of this browser, opened when it is first asked for and again once it was lost: the browser ends connections
 * of its own accord, and a newer version of this dashboard in another tab asks for it.
 * @param upgrade brings it from a version, 0 where there is none yet, to `version`
 * @returns opens it; rejects where the browser keeps nothing, as in some private windows
 */
export function browserDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (database: IDBPDatabase<Schema>, from: number) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let database: Promise<IDBPDatabase<Schema>> | null = null;
  const letGo = () => {
    void database?.then((db) => db.close());
    database = null;
  };
  return () => {
    database ??= openDB<Schema>(name, version, { upgrade, blocking: letGo, terminated: letGo });
    database.catch(() => (database = null));
    return database;
  };
}

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import type { SavedList } from './saved-list.ts';

interface ListDatabase extends DBSchema {
  lists: { key: string; value: SavedList; indexes: { owner: string } };
}

let database: Promise<IDBPDatabase<ListDatabase>> | null = null;

/** The lists kept in this browser. Every function rejects where the browser keeps nothing, as in some private windows. */
function opened(): Promise<IDBPDatabase<ListDatabase>> {
  database ??= openDB<ListDatabase>('stock-horizon-lists', 1, {
    upgrade(db) {
      db.createObjectStore('lists', { keyPath: 'id' }).createIndex('owner', 'owner');
    },
    blocking: () => forgetConnection(),
    terminated: () => forgetConnection(),
  });
  database.catch(() => (database = null));
  return database;
}

function forgetConnection() {
  void database?.then((db) => db.close());
  database = null;
}

/** An owner's lists, by name. */
export async function listsOf(owner: string): Promise<SavedList[]> {
  const lists = await (await opened()).getAllFromIndex('lists', 'owner', owner);
  return lists.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Keeps a list, in place of what was kept under its id. */
export async function writeList(list: SavedList): Promise<void> {
  await (await opened()).put('lists', list);
}

export async function deleteList(id: string): Promise<void> {
  await (await opened()).delete('lists', id);
}

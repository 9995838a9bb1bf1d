import type { DBSchema } from 'idb';

import { browserDatabase } from '#components/remembered/browser-database.ts';

import type { SavedList } from './saved-list.ts';

interface ListDatabase extends DBSchema {
  lists: { key: string; value: SavedList; indexes: { owner: string } };
}

/** The lists kept in this browser. Every function rejects where the browser keeps nothing, as in some private windows. */
const opened = browserDatabase<ListDatabase>('stock-horizon-lists', 1, (db) => {
  db.createObjectStore('lists', { keyPath: 'id' }).createIndex('owner', 'owner');
});

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

import type { DBSchema } from 'idb';

import { browserDatabase } from '#ui/browser-database.ts';

import { freeName, type SavedList, tidyName } from './saved-list.ts';

interface ListDatabase extends DBSchema {
  lists: { key: string; value: SavedList; indexes: { owner: string } };
}

const channelName = 'stock-horizon-lists';

/** The lists kept in this browser. Every function rejects where the browser keeps nothing, as in some private windows. */
const opened = browserDatabase<ListDatabase>('stock-horizon-lists', 1, (db) => {
  db.createObjectStore('lists', { keyPath: 'id' }).createIndex('owner', 'owner');
});

/** An owner's lists, by name. */
export async function listsOf(owner: string): Promise<SavedList[]> {
  const lists = await (await opened()).getAllFromIndex('lists', 'owner', owner);
  return lists.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Keeps a list in place of what was kept under its id, under its name or the nearest that its owner has free; gives it as it is kept. */
export async function writeList(list: SavedList): Promise<SavedList> {
  // In one transaction: another tab may be keeping one of the same name.
  const { store, done } = (await opened()).transaction('lists', 'readwrite');
  const others = (await store.index('owner').getAll(list.owner)).filter(({ id }) => id !== list.id);
  const taken = others.map(({ name }) => name);
  const kept = { ...list, name: freeName(tidyName(list.name), taken) };
  await Promise.all([store.put(kept), done]);
  tellOtherTabs();
  return kept;
}

/** Gives a list another name, or the nearest that is free. One that another tab has deleted stays so. */
export async function renameList(id: string, name: string): Promise<void> {
  const list = await (await opened()).get('lists', id);
  if (list) await writeList({ ...list, name, changedAt: Date.now() });
}

export async function deleteList(id: string): Promise<void> {
  await (await opened()).delete('lists', id);
  tellOtherTabs();
}

/** Has the listener called after another tab changed a list. Returns how to end that. */
export function onOtherTabsChange(listener: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}

function tellOtherTabs() {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
  channel.postMessage(null);
  channel.close();
}

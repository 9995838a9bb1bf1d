import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DBSchema } from 'idb';
import { useEffect, useEffectEvent } from 'react';

import { session } from '#api/session.ts';
import type { ProductId } from '#contract/product-id.ts';
import { rememberedKey } from '#features/remembered.ts';
import { browserDatabase } from '#ui/browser-database.ts';
import { tabChannel } from '#ui/tab-channel.ts';

/** A named list of products. */
export interface SavedList {
  id: string;
  /** Service, market and user (`rememberedKey`). */
  owner: string;
  name: string;
  /** Distinct, in the user's order. */
  productIds: readonly ProductId[];
  /** Unix milliseconds. */
  changedAt: number;
}

export const longestName = 100;
export const maxProducts = 100_000;

/** Normalizes a name: on one line, trimmed and truncated. Empty if nothing is left. */
export function tidyName(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim().slice(0, longestName).trim();
}

/** Returns the name, with a number if it is taken: `Linen`, `Linen (2)`. Case-insensitive. */
export function freeName(name: string, taken: readonly string[]): string {
  const others = new Set(taken.map((other) => other.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const free = `${name.slice(0, longestName - suffix.length)}${suffix}`;
    if (!others.has(free.toLowerCase())) return free;
  }
}

/** The current user's lists in this browser, with the functions to change them. */
export function useSavedLists() {
  const client = useQueryClient();
  const { data } = useQuery(session.current());
  const owner = data ? rememberedKey('lists', data) : null;
  const queryKey = ['saved-lists', { owner }];
  const query = useQuery({
    queryKey,
    queryFn: () => (owner === null ? [] : listsOf(owner)),
    enabled: owner !== null,
    retry: false,
  });
  const onSettled = () => client.invalidateQueries({ queryKey });
  const refresh = useEffectEvent(() => void onSettled());
  useEffect(() => otherTabs.listen(() => refresh()), []);

  /** Saves products as a list, with a number added to the name if it is taken. Returns the saved list. */
  const save = useMutation({
    mutationFn: async ({ name, productIds }: { name: string; productIds: readonly ProductId[] }) => {
      if (owner === null) throw new Error('Nobody is signed in');
      const ids = [...new Set(productIds)];
      return writeList({ id: crypto.randomUUID(), owner, name, productIds: ids, changedAt: Date.now() });
    },
    onSettled,
  });

  /** Renames a list, with a number added to the name if it is taken. */
  const rename = useMutation({
    mutationFn: ({ list, name }: { list: SavedList; name: string }) => renameList(list.id, name),
    onSettled,
  });

  const remove = useMutation({ mutationFn: (list: SavedList) => deleteList(list.id), onSettled });

  /** Undoes a deletion: restores the list with its ID. */
  const restore = useMutation({ mutationFn: (list: SavedList) => writeList(list), onSettled });

  return { owner, query, save, rename, remove, restore };
}

interface ListDatabase extends DBSchema {
  lists: { key: string; value: SavedList; indexes: { owner: string } };
}

/** Notified after every change. */
const otherTabs = tabChannel<null>('stock-horizon-lists');

/** Lists stored in this browser. Every function rejects if storage is unavailable, as in some private windows. */
const opened = browserDatabase<ListDatabase>('stock-horizon-lists', 1, (db) => {
  db.createObjectStore('lists', { keyPath: 'id' }).createIndex('owner', 'owner');
});

async function listsOf(owner: string): Promise<SavedList[]> {
  const lists = await (await opened()).getAllFromIndex('lists', 'owner', owner);
  return lists.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Inserts or updates a list, with a number added to the name if it is taken. Returns the saved list. */
async function writeList(list: SavedList): Promise<SavedList> {
  // In one transaction, because another tab may be saving a list with the same name.
  const { store, done } = (await opened()).transaction('lists', 'readwrite');
  const others = (await store.index('owner').getAll(list.owner)).filter(({ id }) => id !== list.id);
  const taken = others.map(({ name }) => name);
  const kept = { ...list, name: freeName(tidyName(list.name), taken) };
  await Promise.all([store.put(kept), done]);
  otherTabs.post(null);
  return kept;
}

/** Renames a list. Does nothing if another tab has deleted it. */
async function renameList(id: string, name: string): Promise<void> {
  const list = await (await opened()).get('lists', id);
  if (list) await writeList({ ...list, name, changedAt: Date.now() });
}

async function deleteList(id: string): Promise<void> {
  await (await opened()).delete('lists', id);
  otherTabs.post(null);
}

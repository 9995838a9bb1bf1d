import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DBSchema } from 'idb';
import { useEffect, useEffectEvent } from 'react';

import { session } from '#api/session.ts';
import type { ProductId } from '#contract/product-id.ts';
import { rememberedKey } from '#features/remembered.ts';
import { browserDatabase } from '#ui/browser-database.ts';
import { tabChannel } from '#ui/tab-channel.ts';

/** A list of products that somebody named. */
export interface SavedList {
  id: string;
  /** Whose it is: service, market and person (`rememberedKey`). */
  owner: string;
  name: string;
  /** Each once, in the person's order. */
  productIds: readonly ProductId[];
  /** Milliseconds since 1970. */
  changedAt: number;
}

export const longestName = 100;
export const mostProducts = 100_000;

/** A name as it is kept: on one line, without blanks around it, cut where it is too long. Empty where it is none. */
export function tidyName(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim().slice(0, longestName).trim();
}

/** The name itself, or with the first number that sets it apart: `Linen`, `Linen (2)`. Letter case sets nothing apart. */
export function freeName(name: string, taken: readonly string[]): string {
  const others = new Set(taken.map((other) => other.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const free = `${name.slice(0, longestName - suffix.length)}${suffix}`;
    if (!others.has(free.toLowerCase())) return free;
  }
}

/** The lists that the person signed in keeps in this browser, and what can be done with them. */
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

  /** Keeps products under a name, or under the nearest that is free; gives the list as it is kept. */
  const save = useMutation({
    mutationFn: async ({ name, productIds }: { name: string; productIds: readonly ProductId[] }) => {
      if (owner === null) throw new Error('Nobody is signed in');
      const ids = [...new Set(productIds)];
      return writeList({ id: crypto.randomUUID(), owner, name, productIds: ids, changedAt: Date.now() });
    },
    onSettled,
  });

  /** Gives a list another name, or the nearest that is free. */
  const rename = useMutation({
    mutationFn: ({ list, name }: { list: SavedList; name: string }) => renameList(list.id, name),
    onSettled,
  });

  const remove = useMutation({ mutationFn: (list: SavedList) => deleteList(list.id), onSettled });

  /** Takes a removal back: the list is there again under its own id. */
  const restore = useMutation({ mutationFn: (list: SavedList) => writeList(list), onSettled });

  return { owner, query, save, rename, remove, restore };
}

interface ListDatabase extends DBSchema {
  lists: { key: string; value: SavedList; indexes: { owner: string } };
}

/** Told after every change. */
const otherTabs = tabChannel<null>('stock-horizon-lists');

/** The lists kept in this browser. Every function rejects where the browser keeps nothing, as in some private windows. */
const opened = browserDatabase<ListDatabase>('stock-horizon-lists', 1, (db) => {
  db.createObjectStore('lists', { keyPath: 'id' }).createIndex('owner', 'owner');
});

async function listsOf(owner: string): Promise<SavedList[]> {
  const lists = await (await opened()).getAllFromIndex('lists', 'owner', owner);
  return lists.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Keeps a list in place of what was kept under its id, under its name or the nearest that its owner has free; gives it as it is kept. */
async function writeList(list: SavedList): Promise<SavedList> {
  // In one transaction: another tab may be keeping one of the same name.
  const { store, done } = (await opened()).transaction('lists', 'readwrite');
  const others = (await store.index('owner').getAll(list.owner)).filter(({ id }) => id !== list.id);
  const taken = others.map(({ name }) => name);
  const kept = { ...list, name: freeName(tidyName(list.name), taken) };
  await Promise.all([store.put(kept), done]);
  otherTabs.tell(null);
  return kept;
}

/** Gives a list another name, or the nearest that is free. One that another tab has deleted stays so. */
async function renameList(id: string, name: string): Promise<void> {
  const list = await (await opened()).get('lists', id);
  if (list) await writeList({ ...list, name, changedAt: Date.now() });
}

async function deleteList(id: string): Promise<void> {
  await (await opened()).delete('lists', id);
  otherTabs.tell(null);
}

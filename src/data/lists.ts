import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { ListContent, ListEntries, ListEntry, StoredList } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

import { codeOf } from './errors.ts';
import { ifMatch, requestJson } from './http-client.ts';

export const maxListNameLength = 100;

/** Queries of the user's product lists; their keys start with `lists`. */
export const lists = {
  /** All lists by name, without their products. */
  all: () =>
    queryOptions({
      queryKey: ['lists', 'all'],
      queryFn: ({ signal }) => requestJson<ListEntries>('/gateway/lists', { signal }),
      select: byName,
      // Other devices and tabs change lists too.
      refetchOnWindowFocus: true,
    }),

  /** One list with its products. */
  one: (id: string) =>
    queryOptions({
      queryKey: ['lists', 'one', { id }],
      queryFn: ({ signal }) => requestJson<StoredList>(pathOf(id), { signal }),
    }),
};

function byName({ lists }: ListEntries): ListEntry[] {
  return lists.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Normalizes a name: on one line, trimmed and truncated. Empty if nothing is left. */
export function tidyName(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim().slice(0, maxListNameLength).trim();
}

/** Returns the name, with a number if it is taken: `Linen`, `Linen (2)`. Case-insensitive. */
export function freeName(name: string, taken: readonly string[]): string {
  const others = new Set(taken.map((other) => other.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const free = `${name.slice(0, maxListNameLength - suffix.length)}${suffix}`;
    if (!others.has(free.toLowerCase())) return free;
  }
}

/** The user's lists, with the functions to change them. Names get a number if they are taken. */
export function useLists() {
  const client = useQueryClient();
  const query = useQuery(lists.all());
  const onSettled = () => client.invalidateQueries({ queryKey: ['lists'] });
  const nameFor = async (name: string, id: string | null) => {
    const known = byName(await client.fetchQuery(lists.all()));
    return freeName(
      tidyName(name),
      known.filter((list) => list.id !== id).map((list) => list.name),
    );
  };

  /** Saves products as a list. */
  const save = useMutation({
    mutationFn: async ({ name, productIds }: { name: string; productIds: readonly ProductId[] }) => {
      const content: ListContent = { name: await nameFor(name, null), productIds: [...new Set(productIds)] };
      const created = await createList(crypto.randomUUID(), content);
      const { id, changedAt } = created;
      client.setQueryData(lists.one(id).queryKey, { id, changedAt, content });
      return created;
    },
    onSettled,
  });

  const rename = useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      const free = await nameFor(name, id);
      return changeList(id, (content) => ({ ...content, name: free }));
    },
    onSettled,
  });

  /** Adds products to a list, or replaces its own. */
  const refill = useMutation({
    mutationFn: ({ id, productIds, isAdded }: { id: string; productIds: readonly ProductId[]; isAdded: boolean }) =>
      changeList(id, (content) => ({
        ...content,
        productIds: [...new Set([...(isAdded ? content.productIds : []), ...productIds])],
      })),
    onSettled,
  });

  /** Deletes a list. Returns what {@link restore} needs. */
  const remove = useMutation({
    mutationFn: async (id: string) => {
      const list = await requestJson<StoredList>(pathOf(id));
      await requestJson<void>(pathOf(id), { method: 'DELETE', headers: ifMatch(list.changedAt) });
      return list;
    },
    onSettled,
  });

  /** Undoes a deletion: restores the list with its ID. */
  const restore = useMutation({
    mutationFn: ({ id, content }: StoredList) => createList(id, content),
    onSettled,
  });

  return { query, save, rename, refill, remove, restore };
}

/** Creates a list. The ID is the caller's, so that a request sent again creates nothing twice. */
export function createList(id: string, content: ListContent): Promise<ListEntry> {
  return requestJson<ListEntry>(pathOf(id), {
    method: 'PUT',
    headers: { 'if-none-match': '*' },
    body: content,
  });
}

/** Changes the current version of a list, also if another device changes it meanwhile. */
export async function changeList(
  id: string,
  change: (content: ListContent) => ListContent,
  attempts = 3,
): Promise<ListEntry> {
  const { changedAt, content } = await requestJson<StoredList>(pathOf(id));
  try {
    const [headers, body] = [ifMatch(changedAt), change(content)];
    return await requestJson<ListEntry>(pathOf(id), { method: 'PUT', headers, body });
  } catch (error) {
    if (attempts <= 1 || codeOf(error) !== 'version-conflict') throw error;
    return changeList(id, change, attempts - 1);
  }
}

function pathOf(id: string): string {
  return `/gateway/lists/${encodeURIComponent(id)}`;
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { rememberedKey } from '#components/remembered/remembered-key.ts';
import type { ProductId } from '#contract/product-id.ts';

import { deleteList, listsOf, writeList } from './list-store.ts';
import { freeName, type SavedList, tidyName } from './saved-list.ts';

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
  const lists = query.data ?? [];
  const onSettled = () => client.invalidateQueries({ queryKey });

  /** Keeps products under a name, or under the nearest that is free; gives the list as it is kept. */
  const save = useMutation({
    mutationFn: async ({ name, productIds }: { name: string; productIds: readonly ProductId[] }) => {
      if (owner === null) throw new Error('Nobody is signed in');
      const free = freeName(tidyName(name), names(lists));
      const list = {
        id: crypto.randomUUID(),
        owner,
        name: free,
        productIds: [...new Set(productIds)],
        changedAt: Date.now(),
      };
      await writeList(list);
      return list;
    },
    onSettled,
  });

  /** Gives a list another name or other products. */
  const change = useMutation({
    mutationFn: async ({ list, ...change }: { list: SavedList } & Partial<Pick<SavedList, 'name' | 'productIds'>>) => {
      const others = lists.filter(({ id }) => id !== list.id);
      const name = freeName(tidyName(change.name ?? list.name), names(others));
      await writeList({ ...list, ...change, name, changedAt: Date.now() });
    },
    onSettled,
  });

  const remove = useMutation({ mutationFn: (list: SavedList) => deleteList(list.id), onSettled });

  /** Takes a removal back: the list is there again as it was, under its own id. */
  const restore = useMutation({ mutationFn: (list: SavedList) => writeList(list), onSettled });

  return { owner, query, save, change, remove, restore };
}

function names(lists: readonly SavedList[]): string[] {
  return lists.map(({ name }) => name);
}

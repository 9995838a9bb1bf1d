import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { session } from '#api/session.ts';
import { rememberedKey } from '#features/remembered.ts';
import type { ProductId } from '#contract/product-id.ts';

import { deleteList, listsOf, onOtherTabsChange, renameList, writeList } from './list-store.ts';
import type { SavedList } from './saved-list.ts';

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
  useEffect(() => onOtherTabsChange(() => refresh()), []);

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

import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { lists, useLists } from '#data/lists.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { useOldLists } from '#parts/old-lists.ts';
import { useLocale, withYears } from '#ui/locale.tsx';

import { maxIdsInAddress, type CalendarsSearch } from '#products/products-search.ts';

import { idsInFragment, withIdsInFragment } from './ids-link.ts';

/** The products to show according to the URL. */
export interface Choice {
  /** In the order to show; null for all products. */
  productIds: readonly ProductId[] | null;
  /** Name of the saved list, null if the products aren't from one. */
  listName: string | null;
}

/**
 * Returns the products to show: those listed in the URL, those of a saved list, or all. `waiting` while the list is
 * loading, or why it can't be shown. A list deleted while on screen stays there, because this can be undone.
 */
export function useChoice({ search, hash }: CalendarsSearch): Choice | 'waiting' | { error: Error; retry: () => void } {
  const { ids, list: listId } = search;
  const isMoved = useOldLists();
  const idsKey = useMemo(() => (ids ?? idsInFragment(hash, 'ids') ?? undefined)?.join(), [ids, hash]);
  const isList = idsKey === undefined && listId !== undefined;
  const { data, error, refetch } = useQuery({ ...lists.one(listId ?? ''), enabled: isList && isMoved });
  const list = isList ? data?.content : undefined;
  const productIds = useMemo(() => {
    const ids = idsKey === undefined ? list?.productIds : idsKey.split(',').map(Number);
    return ids === undefined ? null : [...new Set(ids)];
  }, [idsKey, list]);
  const listName = list?.name ?? null;
  const choice = useMemo(() => ({ productIds, listName }), [productIds, listName]);
  if (!isList || list !== undefined) return choice;
  return error === null ? 'waiting' : { error, retry: () => void refetch() };
}

/**
 * Returns functions that change the products of the page. A choice too long for the search parameters is saved as a
 * list, or stored in the fragment if the server can't save it.
 */
export function useChoose({ change }: Pick<CalendarsSearch, 'change'>) {
  const { t } = useLingui();
  const { today, formatDate } = withYears(useLocale());
  const client = useQueryClient();
  const { save } = useLists();

  const show = ({ ids, list }: { ids?: ProductId[]; list?: string }, fragment = '') =>
    change(
      {
        ids,
        list,
        page: undefined,
        tile: undefined,
        find: undefined,
        selected: undefined,
        open: undefined,
      },
      false,
      fragment,
    );

  async function choose(ids: readonly ProductId[]) {
    if (ids.length === 0) return show({});
    if (ids.length <= maxIdsInAddress) return show({ ids: [...ids] });
    const name = t`${ids.length} products, ${formatDate(today, 'medium')}`;
    try {
      return show({ list: (await save.mutateAsync({ name, productIds: ids })).id });
    } catch {
      return show({}, withIdsInFragment('', 'ids', ids));
    }
  }

  return {
    choose: (ids: readonly ProductId[]) => void choose(ids),
    /** Loads a list before it is shown, so that the page stays until then. */
    chooseList: (list: string) => void client.prefetchQuery(lists.one(list)).then(() => show({ list })),
  };
}

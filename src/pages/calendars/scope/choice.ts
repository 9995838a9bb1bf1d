import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import { useSavedLists } from '#features/saved-lists.ts';
import { useLocale } from '#ui/locale.tsx';

import { maxIdsInAddress, type CalendarsSearch } from '#pages/calendars/calendars-search.ts';

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
 * loading; `missing` if this browser has no such list for this user.
 */
export function useChoice({ search, hash }: CalendarsSearch): Choice | 'waiting' | 'missing' {
  const { ids, list: listId } = search;
  const { owner, query } = useSavedLists();
  const idsKey = useMemo(() => (ids ?? idsInFragment(hash, 'ids') ?? undefined)?.join(), [ids, hash]);
  const kept = listId === undefined ? undefined : query.data?.find(({ id }) => id === listId);
  const [shown, setShown] = useState(kept);
  if (kept !== undefined && kept !== shown) setShown(kept);
  // A list deleted while on screen stays there, because the deletion can be undone.
  const list = kept ?? (shown !== undefined && shown.id === listId && shown.owner === owner ? shown : undefined);
  const productIds = useMemo(() => {
    const ids = idsKey === undefined ? list?.productIds : idsKey.split(',').map(Number);
    return ids === undefined ? null : [...new Set(ids)];
  }, [idsKey, list]);
  const listName = idsKey === undefined ? (list?.name ?? null) : null;
  const choice = useMemo(() => ({ productIds, listName }), [productIds, listName]);
  if (idsKey === undefined && listId !== undefined && list === undefined)
    return query.isPending ? 'waiting' : 'missing';
  return choice;
}

/**
 * Returns functions that change the products of the page. A choice too long for the search parameters is saved as a
 * list, or stored in the fragment if the browser can't save lists.
 */
export function useChoose({ change }: CalendarsSearch) {
  const { t } = useLingui();
  const { today, formatDate } = useLocale();
  const { save } = useSavedLists();

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
    chooseList: (list: string) => show({ list }),
  };
}

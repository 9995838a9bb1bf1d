import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import type { ProductId } from '#contract/product-id.ts';
import { useSavedLists } from '#features/saved-lists.ts';
import { useLocale } from '#ui/locale.tsx';

import { maxIdsInAddress, type CalendarsSearch } from '#pages/calendars/calendars-search.ts';

import { idsInFragment, withIdsInFragment } from './ids-link.ts';

/** The products that the address asks for. */
export interface Choice {
  products: ProductChoice;
  /** The name of a saved list; null for anything else. */
  listName: string | null;
}

const every: ProductChoice = { kind: 'every' };

/**
 * The products of an address: those it names, those of a saved list, or every one. `waiting` while the list is read;
 * `missing` where this browser keeps no such list: it may be another person's.
 */
export function useChoice({ search, hash }: CalendarsSearch): Choice | 'waiting' | 'missing' {
  const { ids, list: listId } = search;
  const { owner, query } = useSavedLists();
  const idsKey = useMemo(() => (ids ?? idsInFragment(hash, 'ids') ?? undefined)?.join(), [ids, hash]);
  const kept = listId === undefined ? undefined : query.data?.find(({ id }) => id === listId);
  const [shown, setShown] = useState(kept);
  if (kept !== undefined && kept !== shown) setShown(kept);
  // A list that its owner deletes while it is on screen stays there: it can still be brought back.
  const list = kept ?? (shown !== undefined && shown.id === listId && shown.owner === owner ? shown : undefined);
  const products = useMemo<ProductChoice>(() => {
    if (idsKey !== undefined) return { kind: 'list', productIds: idsKey.split(',').map(Number) };
    return list === undefined ? every : { kind: 'list', productIds: list.productIds };
  }, [idsKey, list]);
  const listName = idsKey === undefined ? (list?.name ?? null) : null;
  const choice = useMemo(() => ({ products, listName }), [products, listName]);
  if (idsKey === undefined && listId !== undefined && list === undefined)
    return query.isPending ? 'waiting' : 'missing';
  return choice;
}

/**
 * Changes the products of the page. A choice too long for the parameters of an address is saved as a list, which they
 * then name; where the browser keeps no lists, it is packed in the fragment.
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
        all: undefined,
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

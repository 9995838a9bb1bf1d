import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import type { ProductId } from '#contract/product-id.ts';
import { useSavedLists } from '#features/saved-lists.ts';
import { useLocale } from '#ui/locale.tsx';

import { maxIdsInAddress, type CalendarsSearch } from '#pages/calendars/calendars-search.ts';

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
export function useChoice({ ids, list: listId }: CalendarsSearch['search']): Choice | 'waiting' | 'missing' {
  const { owner, query } = useSavedLists();
  const idsKey = ids?.join();
  const kept = listId === undefined ? undefined : query.data?.find(({ id }) => id === listId);
  const [shown, setShown] = useState(kept);
  if (kept !== undefined && kept !== shown) setShown(kept);
  // A list that its owner deletes while it is on screen stays there: it can still be brought back.
  const list = kept ?? (shown !== undefined && shown.id === listId && shown.owner === owner ? shown : undefined);
  const products = useMemo<ProductChoice>(() => {
    if (idsKey !== undefined) return { kind: 'list', productIds: idsKey.split(',').map(Number) };
    return list === undefined ? every : { kind: 'list', productIds: list.productIds };
  }, [idsKey, list]);
  if (ids === undefined && listId !== undefined && list === undefined) return query.isPending ? 'waiting' : 'missing';
  return { products, listName: idsKey === undefined ? (list?.name ?? null) : null };
}

/** As many ids as an address can hold at all, where the browser keeps no lists. */
const maxIdsWithoutLists = 1000;

/** A choice of which the address holds only the first products, since the browser keeps no lists. */
export interface CutChoice {
  shown: number;
  chosen: number;
}

/**
 * Changes the products of the page. A choice too long for an address is saved as a list, which the address then
 * names; where that fails, `cut` tells what was left out.
 */
export function useChoose({ search, change }: CalendarsSearch) {
  const { t } = useLingui();
  const { today, formatDate } = useLocale();
  const { save } = useSavedLists();
  const [cut, setCut] = useState<(CutChoice & { ids: string }) | null>(null);

  const show = ({ ids, list }: { ids?: ProductId[]; list?: string }) =>
    change({
      ids,
      list,
      page: undefined,
      all: undefined,
      tile: undefined,
      find: undefined,
      selected: undefined,
      open: undefined,
    });

  async function choose(ids: readonly ProductId[]) {
    if (ids.length === 0) return show({});
    if (ids.length <= maxIdsInAddress) return show({ ids: [...ids] });
    const name = t`${ids.length} products, ${formatDate(today, 'medium')}`;
    try {
      return show({ list: (await save.mutateAsync({ name, productIds: ids })).id });
    } catch {
      const first = ids.slice(0, maxIdsWithoutLists);
      if (first.length < ids.length) setCut({ ids: first.join(), shown: first.length, chosen: ids.length });
      return show({ ids: first });
    }
  }

  return {
    cut: cut !== null && cut.ids === search.ids?.join() ? cut : null,
    choose: (ids: readonly ProductId[]) => void choose(ids),
    chooseList: (list: string) => show({ list }),
  };
}

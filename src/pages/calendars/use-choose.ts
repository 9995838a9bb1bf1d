import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import { useSavedLists } from '#features/calendar-lists/use-saved-lists.ts';
import { useLocale } from '#ui/locale.tsx';
import type { ProductId } from '#contract/product-id.ts';

import { mostInAddress } from './most-in-address.ts';
import type { CalendarsSearch } from './use-calendars-search.ts';

/** As many as an address can hold, where the browser keeps no lists. */
const mostWithoutLists = 1000;

/** A choice of which the address holds only the first products, as the browser keeps no lists. */
export interface CutChoice {
  shown: number;
  chosen: number;
}

/**
 * Turns the screen to other products. A choice too long for an address is kept as a list, and the address names that.
 * `cut` tells what was left out where that can't be.
 */
export function useChoose({ search, change }: Pick<CalendarsSearch, 'search' | 'change'>) {
  const { t } = useLingui();
  const { today, formatDate } = useLocale();
  const { save } = useSavedLists();
  const [cut, setCut] = useState<(CutChoice & { ids: string }) | null>(null);

  const show = (choice: { ids?: ProductId[]; list?: string }) =>
    change({
      ids: choice.ids,
      list: choice.list,
      page: undefined,
      all: undefined,
      tile: undefined,
      find: undefined,
      selected: undefined,
      open: undefined,
    });

  async function choose(ids: readonly ProductId[]) {
    if (ids.length === 0) return show({});
    if (ids.length <= mostInAddress) return show({ ids: [...ids] });
    const name = t`${ids.length} products, ${formatDate(today, 'medium')}`;
    try {
      return show({ list: (await save.mutateAsync({ name, productIds: ids })).id });
    } catch {
      const first = ids.slice(0, mostWithoutLists);
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

import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { session } from '#api/session.ts';
import { rememberedKey } from '#features/remembered.ts';
import type { ProductId } from '#contract/product-id.ts';

import { mostInAddress } from './most-in-address.ts';
import { keepSelection, keptSelection, onSelectionChange } from './selection/kept-selection.ts';
import type { CalendarsSearch } from './use-calendars-search.ts';

const none: readonly ProductId[] = [];

/** The products ticked, on whatever page: those in the address, or more than it can hold, which this tab keeps. */
export function useSelection({ search, change }: Pick<CalendarsSearch, 'search' | 'change'>) {
  const { data } = useQuery(session.current());
  const key = data ? rememberedKey('selection', data) : null;
  const kept = useSyncExternalStore(onSelectionChange, () => (key === null ? null : keptSelection(key)));
  const isKept = search.selected === 'kept';

  function select(ids: readonly ProductId[]) {
    if (ids.length <= mostInAddress || key === null) {
      change({ selected: ids.length === 0 ? undefined : [...ids] }, true);
    } else {
      keepSelection(key, ids);
      change({ selected: 'kept' }, true);
    }
  }

  return {
    selected: search.selected === 'kept' ? (kept ?? none) : (search.selected ?? none),
    /** Too long for the address: a link doesn't carry it. */
    isKept: isKept && kept !== null,
    /** The address tells of a selection that another tab keeps. */
    isElsewhere: isKept && key !== null && kept === null,
    select,
  };
}

export type Selection = ReturnType<typeof useSelection>;

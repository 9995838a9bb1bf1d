import { useMemo } from 'react';

import type { ProductId } from '#stock/contract/product-id.ts';

import { maxIdsInAddress, type CalendarsSearch } from './products-search.ts';
import { idsInFragment, withIdsInFragment } from '#products/selection/ids-link.ts';

/** ID of the bar with the actions for selected products, which takes the focus from a selected row. */
export const selectionBarId = 'selected-products';

const none: readonly ProductId[] = [];

/** Products selected on any page, stored in the URL: as a search parameter or, if too many, packed in the fragment. */
export function useSelection({ search, hash, change }: Pick<CalendarsSearch, 'search' | 'hash' | 'change'>) {
  const { selected } = search;
  const packed = useMemo(() => (selected === 'kept' ? idsInFragment(hash, 'selected') : null), [selected, hash]);
  return useMemo(
    () => ({
      selected: (selected === 'kept' ? packed : selected) ?? none,
      select: (ids: readonly ProductId[]) => {
        const isLong = ids.length > maxIdsInAddress;
        const parameter = isLong ? 'kept' : ids.length === 0 ? undefined : [...ids];
        change({ selected: parameter }, true, withIdsInFragment(hash, 'selected', isLong ? ids : []));
      },
    }),
    [selected, packed, hash, change],
  );
}

export type Selection = ReturnType<typeof useSelection>;

import { useMemo } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import type { ProductId } from '#contract/product-id.ts';

/** Which products the address asks for. */
export interface Choice {
  products: ProductChoice;
  /** What a saved list is called; null for anything else. */
  listName: string | null;
}

const every: ProductChoice = { kind: 'every' };

/** The products of an address: those it names, or every one. */
export function useChoice(ids: readonly ProductId[] | undefined): Choice {
  const key = ids?.join();
  return useMemo(
    () => ({
      products: key === undefined ? every : { kind: 'list', productIds: key.split(',').map(Number) },
      listName: null,
    }),
    [key],
  );
}

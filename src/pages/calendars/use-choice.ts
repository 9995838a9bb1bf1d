import { useMemo, useState } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { useSavedLists } from '#features/calendar-lists/use-saved-lists.ts';
import type { ProductId } from '#contract/product-id.ts';

/** Which products the address asks for. */
export interface Choice {
  products: ProductChoice;
  /** What a saved list is called; null for anything else. */
  listName: string | null;
}

const every: ProductChoice = { kind: 'every' };

/**
 * The products of an address: those it names, those of a saved list, or every one. `waiting` while the list is read;
 * `missing` where this browser keeps no such list: it may be another person's.
 */
export function useChoice(ids: readonly ProductId[] | undefined, listId: string | undefined) {
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
  if (ids === undefined && listId !== undefined && list === undefined) {
    return query.isPending ? ('waiting' as const) : ('missing' as const);
  }
  return { products, listName: idsKey === undefined ? (list?.name ?? null) : null } satisfies Choice;
}

import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { session } from '#api/session.ts';
import type { ProductId } from '#contract/product-id.ts';
import { rememberedKey } from '#features/remembered.ts';

import { maxIdsInAddress, type CalendarsSearch } from '#pages/calendars/calendars-search.ts';

const none: readonly ProductId[] = [];

/** The products selected on any page: in the address or, where there are more than it can hold, kept by this tab. */
export function useSelection({ search, change }: Pick<CalendarsSearch, 'search' | 'change'>) {
  const { data } = useQuery(session.current());
  const key = data ? rememberedKey('selection', data) : null;
  const kept = useSyncExternalStore(onSelectionChange, () => (key === null ? null : keptSelection(key)));
  const isKept = search.selected === 'kept';

  function select(ids: readonly ProductId[]) {
    if (ids.length <= maxIdsInAddress || key === null) {
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
    /** The address names a selection that another tab keeps. */
    isElsewhere: isKept && key !== null && kept === null,
    select,
  };
}

export type Selection = ReturnType<typeof useSelection>;

const held = new Map<string, readonly ProductId[]>();
const listeners = new Set<() => void>();

/** The selection that this tab keeps under a key, also through a reload; null where it keeps none. Stable until it changes. */
export function keptSelection(key: string): readonly ProductId[] | null {
  const ids = held.get(key) ?? readIds(key);
  if (ids !== null) held.set(key, ids);
  return ids;
}

/** Keeps a selection of any length. Where the browser refuses, it lasts until the next reload. */
export function keepSelection(key: string, ids: readonly ProductId[]): void {
  held.set(key, ids);
  try {
    sessionStorage.setItem(key, ids.join());
  } catch {
    // What lies there would be another selection after a reload.
    forgetStored(key);
  }
  for (const listener of listeners) listener();
}

/** Has the listener called after every change. Returns how to end that. */
export function onSelectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readIds(key: string): readonly ProductId[] | null {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : text.split(',').map(Number);
  } catch {
    return null;
  }
}

function forgetStored(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    return;
  }
}

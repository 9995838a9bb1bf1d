import type { ProductId } from '#contract/product-id.ts';

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

import { useSyncExternalStore } from 'react';

/** Prefix of all local storage keys that hold stock data. */
export const rememberedPrefix = 'stock-horizon:';

/** Event on this window after a change, because `storage` events reach only other windows. */
const changed = 'stock-horizon:changed';

/** Reads a local storage value; null if it is missing or storage is unavailable. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a local storage value. Does nothing if storage is unavailable. */
export function writeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    window.dispatchEvent(new Event(changed));
  } catch {
    return;
  }
}

/** Deletes all stored stock data of every user. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(rememberedPrefix)) localStorage.removeItem(key);
    window.dispatchEvent(new Event(changed));
  } catch {
    return;
  }
}

/** {@link readText}, updated when it changes; null without a key. */
export function useText(key: string | null): string | null {
  return useSyncExternalStore(onTextChange, () => (key === null ? null : readText(key)));
}

/** Calls `listener` when a value may have changed, in this window or another. Returns the unsubscribe function. */
export function onTextChange(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

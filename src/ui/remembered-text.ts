import { useSyncExternalStore } from 'react';

/** Prefix of all local storage keys that hold stock data. */
export const rememberedPrefix = 'stock-horizon:';

/** Prefix of all local storage keys that hold settings of this browser. */
const settingsPrefix = 'stock-horizon.';

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

/** The settings of this browser, by name. */
export function readSettings(): Record<string, string> {
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(settingsPrefix));
    return Object.fromEntries(names.map((key) => [key.slice(settingsPrefix.length), localStorage.getItem(key) ?? '']));
  } catch {
    return {};
  }
}

/** Deletes the settings of this browser. */
export function forgetSettings(): void {
  for (const name of Object.keys(readSettings())) localStorage.removeItem(settingsPrefix + name);
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

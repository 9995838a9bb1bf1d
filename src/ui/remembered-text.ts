/** All that this browser remembers of stock lies under keys that start so. */
export const rememberedPrefix = 'stock-horizon:';

/** Fired on this window after a change: `storage` itself only reaches the other ones. */
const changed = 'stock-horizon:changed';

/** The text under a key of the local storage, or null; null too where the browser refuses to remember. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A browser that refuses to remember costs nothing but the memory. */
export function writeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    window.dispatchEvent(new Event(changed));
  } catch {
    return;
  }
}

/** Forgets all that was seen here, whoever saw it. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(rememberedPrefix)) localStorage.removeItem(key);
    window.dispatchEvent(new Event(changed));
  } catch {
    return;
  }
}

/** Calls `listener` when a text may have changed, in this window or another. Returns what ends that. */
export function onTextChange(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

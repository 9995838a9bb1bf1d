import { useEffect, useSyncExternalStore } from 'react';

/** What a key does, for the list that `?` opens. */
export interface KeyHelp {
  /** As printed on the keys; those pressed together are one entry: `['Ctrl', 'K']`. */
  keys: readonly string[];
  does: string;
}

interface KeySection {
  title: string;
  keys: readonly KeyHelp[];
}

let sections: readonly KeySection[] = [];
const listeners = new Set<() => void>();

/** Lists the keys of a part of the page for as long as it is on screen. `keys` must be stable between renders. */
export function useKeyHelp(title: string, keys: readonly KeyHelp[]): void {
  useEffect(() => {
    const section = { title, keys };
    change([...sections, section]);
    return () => change(sections.filter((other) => other !== section));
  }, [title, keys]);
}

/** The sections of what is on screen now. */
export function useKeySections(): readonly KeySection[] {
  return useSyncExternalStore(subscribe, () => sections);
}

function change(next: readonly KeySection[]) {
  sections = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

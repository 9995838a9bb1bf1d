import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useSyncExternalStore } from 'react';

import { Observable } from '#lib/observable.ts';

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

const sections = new Observable<readonly KeySection[]>([]);

/** Lists the keys of a part of the page for as long as it is on screen. */
export function useKeyHelp(title: string, keys: readonly KeyHelp[]): void {
  // As text, so that the same keys are listed once, however often the page renders.
  const text = JSON.stringify({ title, keys });
  useEffect(() => {
    const section = JSON.parse(text) as KeySection;
    sections.set([...sections.get(), section]);
    return () => sections.set(sections.get().filter((other) => other !== section));
  }, [text]);
}

export function useKeySections(): readonly KeySection[] {
  return useSyncExternalStore(sections.subscribe, sections.get);
}

/**
 * Calls what belongs to a key, wherever on the screen it is pressed outside of text fields, dialogs and menus.
 * @param keys by the character, in lower case; `shift+n` for a letter pressed with Shift
 */
export function useScreenKeys(keys: Readonly<Record<string, () => void>>): void {
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target)) return;
    const key = event.key.toLowerCase();
    const does = keys[event.shiftKey && key !== key.toUpperCase() ? `shift+${key}` : key];
    if (!does) return;
    event.preventDefault();
    does();
  });
}

const taking =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"], :is([role="dialog"], [role="menu"]) *';

/** Whether a letter pressed there is written, or belongs to a dialog or a menu: then it is no key of the screen. */
export function takesLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(taking);
}

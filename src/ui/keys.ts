import { useWindowEvent } from '@mantine/hooks';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

/** A keyboard shortcut with its description, for the list that `?` opens. */
export interface KeyHelp {
  /** Key labels; keys pressed together are one entry: `['Ctrl', 'K']`. */
  keys: readonly string[];
  description: string;
}

interface KeySection {
  title: string;
  keys: readonly KeyHelp[];
}

const sections = createAtom<readonly KeySection[]>([]);

/** Lists the shortcuts of a part of the page while it is mounted. */
export function useKeyHelp(title: string, keys: readonly KeyHelp[]): void {
  // Serialized, so that the effect runs only if the content changes.
  const text = JSON.stringify({ title, keys });
  useEffect(() => {
    const section = JSON.parse(text) as KeySection;
    sections.set([...sections.get(), section]);
    return () => sections.set(sections.get().filter((other) => other !== section));
  }, [text]);
}

export function useKeySections(): readonly KeySection[] {
  return useSelector(sections);
}

/**
 * Handles shortcut keys pressed anywhere outside text fields, dialogs and menus, unless something else handled them.
 * @param keys by character in lower case
 */
export function useScreenKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return;
    // Also with Caps Lock, but a letter with Shift is no shortcut.
    const does = keys[event.shiftKey ? event.key : event.key.toLowerCase()];
    if (!does) return;
    event.preventDefault();
    does(event);
  });
}

const textInputs =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"], :is([role="dialog"], [role="menu"]) *';

/** Whether keys pressed on the target are text input or belong to a dialog or menu, and therefore aren't shortcuts. */
export function isTextInput(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(textInputs);
}

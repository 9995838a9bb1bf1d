import { useEffect, useEffectEvent } from 'react';

import { takesLetters } from './takes-letters.ts';

/**
 * Calls what belongs to a key, wherever on the screen it is pressed outside of text fields, dialogs and menus.
 * @param keys by the character, in lower case; `shift+n` for a letter pressed with Shift
 */
export function useScreenKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target)) return;
    const key = event.key.toLowerCase();
    const does = keys[event.shiftKey && key !== key.toUpperCase() ? `shift+${key}` : key];
    if (!does) return;
    event.preventDefault();
    does();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

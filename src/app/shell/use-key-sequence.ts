import { useEffect, useEffectEvent } from 'react';

import { takesLetters } from '#ui/keys.ts';

const longestPause = 1500;

/** Calls what belongs to the key that is pressed soon after `first`, outside of text fields, dialogs and menus. */
export function useKeySequence(first: string, then: Readonly<Record<string, () => void>>): void {
  const run = useEffectEvent((key: string) => then[key]?.());
  useEffect(() => {
    let pressedAt = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, timeStamp } = event;
      if (takesLetters(target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (timeStamp - pressedAt < longestPause) run(key.toLowerCase());
      pressedAt = key.toLowerCase() === first ? timeStamp : -Infinity;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [first]);
}

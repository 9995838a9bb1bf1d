import { useEffect, useEffectEvent } from 'react';

const longestPause = 1500;
const editable = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="dialog"] *';

/** Calls what belongs to the key that is pressed soon after `first`, outside of fields and dialogs. */
export function useKeySequence(first: string, then: Readonly<Record<string, () => void>>): void {
  const run = useEffectEvent((key: string) => then[key]?.());
  useEffect(() => {
    let pressedAt = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, timeStamp } = event;
      const isTyping = target instanceof Element && target.matches(editable);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (timeStamp - pressedAt < longestPause) run(key.toLowerCase());
      pressedAt = key.toLowerCase() === first ? timeStamp : -Infinity;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [first]);
}

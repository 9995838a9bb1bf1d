import { startTransition, useEffect, useState } from 'react';

/** Milliseconds between two additions: the screen has its turn. */
const pause = 60;
/** Milliseconds after the person last did something: what grows would cost frames of what they do. */
const rest = 400;
const doings = ['wheel', 'scroll', 'keydown', 'pointermove'] as const;

/** A number that grows up to `count`, by so many `atOnce`, while nothing else is to be done. */
export function useGrowth(count: number, atOnce: number): number {
  const [there, setThere] = useState(atOnce);
  useEffect(() => {
    if (there >= count) return undefined;
    const grow = () => startTransition(() => setThere((before) => before + atOnce));
    let timer = setTimeout(grow, pause);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(grow, rest);
    };
    for (const doing of doings) window.addEventListener(doing, wait, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const doing of doings) window.removeEventListener(doing, wait, { capture: true });
    };
  }, [there, count, atOnce]);
  return Math.min(there, count);
}

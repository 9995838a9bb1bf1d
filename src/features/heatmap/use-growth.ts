import { startTransition, useEffect, useState } from 'react';

/** Milliseconds between two additions: the screen has its turn. */
const pause = 60;

/** A number that grows up to `count`, by so many `atOnce`, with the screen's turn in between. */
export function useGrowth(count: number, atOnce: number): number {
  const [there, setThere] = useState(atOnce);
  useEffect(() => {
    if (there >= count) return undefined;
    const grow = () => startTransition(() => setThere((before) => before + atOnce));
    const timer = setTimeout(grow, pause);
    return () => clearTimeout(timer);
  }, [there, count, atOnce]);
  return Math.min(there, count);
}

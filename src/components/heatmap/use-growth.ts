import { startTransition, useEffect, useState } from 'react';

/** Milliseconds between two additions: the screen has its turn. */
const pause = 60;

/** A number that grows up to `count`, by so many `atOnce`, while nothing else is to be done. */
export function useGrowth(count: number, atOnce: number): number {
  const [there, setThere] = useState(atOnce);
  useEffect(() => {
    if (there >= count) return undefined;
    const timer = setTimeout(() => startTransition(() => setThere((before) => before + atOnce)), pause);
    return () => clearTimeout(timer);
  }, [there, count, atOnce]);
  return Math.min(there, count);
}

import { useEffect, useState } from 'react';

const step = 15_000;

/** The present in Unix milliseconds, a quarter of a minute old at most. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), step);
    return () => clearInterval(timer);
  }, []);
  return now;
}

import { useEffect, useState } from 'react';

/** What is done sooner needs no dialog that flickers up. */
const patience = 300;

/** Whether `isRunning` has been so for long enough to be worth a word. */
export function useSlow(isRunning: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setIsSlow(true), patience);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isRunning]);
  return isSlow;
}

import { useEffect, useEffectEvent } from 'react';

import type { Observable } from './observable.ts';

/** The list that came before the order was open; null once it is taken. */
export type EarlyPaste = Observable<string | null>;

/** Has a list that was pasted while the order was still opening taken into it. */
export function useEarlyPaste(early: EarlyPaste, onText: (text: string) => void): void {
  const take = useEffectEvent(onText);
  useEffect(() => {
    const text = early.get();
    if (text === null) return;
    early.set(null);
    take(text);
  }, [early]);
}

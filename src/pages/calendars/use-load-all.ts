import { useEffect, useState, useSyncExternalStore } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { gatewayCalendarLoad } from '#api/calendars/gateway-calendar-load.ts';
import { useAfterSignIn } from '#api/use-after-sign-in.ts';

/** What is on screen may be cut smaller. */
const loadPageSize = 250;

/** Every page of a choice, loaded while `isWanted`; what has come stays until the choice changes. */
export function useLoadAll(choice: ProductChoice, includeMaxLeadTime: boolean, isWanted: boolean) {
  const begin = () => ({
    choice,
    includeMaxLeadTime,
    load: gatewayCalendarLoad({ choice, pageSize: loadPageSize, includeMaxLeadTime }),
  });
  const [held, setHeld] = useState(begin);
  if (held.choice !== choice || held.includeMaxLeadTime !== includeMaxLeadTime) setHeld(begin());
  const { load } = held;
  const snapshot = useSyncExternalStore(load.subscribe, load.getSnapshot);
  const products = useSyncExternalStore(load.subscribe, load.products);

  useEffect(() => {
    if (isWanted) void load.resume();
    return () => load.cancel();
  }, [load, isWanted]);
  useAfterSignIn(() => {
    if (load.getSnapshot().phase === 'signed-out') void load.resume();
  });

  const { phase } = snapshot;
  return {
    snapshot,
    products,
    /** Sorting and narrowing hold for everything that there is, or for all of it that could be had. */
    isWhole: phase === 'complete' || phase === 'incomplete',
    resume: () => void load.resume(),
    cancel: () => load.cancel(),
    /** Forgets what has come, and loads it anew. */
    reload: () => setHeld(begin()),
  };
}

export type LoadAll = ReturnType<typeof useLoadAll>;

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { gatewayCalendarLoad } from '#api/calendars/calendar-load.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';

import { useSignInForLoad } from './use-sign-in-for-load.ts';

/** What is on screen may be cut smaller. */
const loadPageSize = 250;

const none: readonly ListedProduct[] = [];

/**
 * Every page of a choice, loaded and shown while `isWanted`: whoever goes back to before that sees a page of them again.
 * What has come is kept until the choice changes.
 */
export function useLoadAll(choice: ProductChoice, includeMaxLeadTime: boolean, isWanted: boolean) {
  const begin = () => {
    const load = gatewayCalendarLoad({ choice, pageSize: loadPageSize, includeMaxLeadTime });
    return { choice, includeMaxLeadTime, load, idle: load.getSnapshot() };
  };
  const [held, setHeld] = useState(begin);
  if (held.choice !== choice || held.includeMaxLeadTime !== includeMaxLeadTime) setHeld(begin());
  const { load, idle } = held;
  const latest = useSyncExternalStore(load.subscribe, load.getSnapshot);
  const come = useSyncExternalStore(load.subscribe, load.products);

  useEffect(() => {
    if (isWanted && load.getSnapshot().phase !== 'complete') void load.resume();
    return () => load.cancel();
  }, [load, isWanted]);
  useSignInForLoad(load, latest.phase === 'signed-out');

  // What is wanted and not begun begins after the first drawing, which shows it as begun.
  const begun = useMemo(() => (latest.phase === 'idle' ? { ...latest, phase: 'loading' as const } : latest), [latest]);
  const snapshot = isWanted ? begun : idle;
  const { phase } = snapshot;
  return {
    snapshot,
    products: isWanted ? come : none,
    /** Sorting and narrowing hold for everything that there is, or for all of it that could be had. */
    isWhole: phase === 'complete' || phase === 'incomplete',
    resume: () => void load.resume(),
    cancel: () => load.cancel(),
    /** Forgets what has come, and loads it anew. */
    reload: () => setHeld(begin()),
  };
}

export type LoadAll = ReturnType<typeof useLoadAll>;

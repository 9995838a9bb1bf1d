import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import { type CalendarLoad, gatewayCalendarLoad } from '#api/calendars/calendar-load.ts';
import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { stock } from '#api/stock.ts';
import { useAfterSignIn } from '#api/session.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';

/** Products in one request; the page on screen may be smaller. */
const loadPageSize = 250;

const none: readonly ListedProduct[] = [];

/**
 * All pages of a choice, loaded and shown while `isWanted`: going back to before that shows one page again. What was
 * loaded is kept until the choice changes.
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
  const loaded = useSyncExternalStore(load.subscribe, load.products);

  useEffect(() => {
    if (isWanted && load.getSnapshot().phase !== 'complete') void load.resume();
    return () => load.cancel();
  }, [load, isWanted]);
  useSignInForLoad(load, latest.phase === 'signed-out');

  // The effect above begins after the first render, which already shows it as loading.
  const begun = useMemo(() => (latest.phase === 'idle' ? { ...latest, phase: 'loading' as const } : latest), [latest]);
  const snapshot = isWanted ? begun : idle;
  const { phase } = snapshot;
  return {
    snapshot,
    products: isWanted ? loaded : none,
    /** Everything is loaded, or all of it that could be had: sorting and filtering hold for all of that. */
    isWhole: phase === 'complete' || phase === 'incomplete',
    resume: () => void load.resume(),
    cancel: () => load.cancel(),
    /** Drops what was loaded, and loads it again. */
    reload: () => setHeld(begin()),
  };
}

export type LoadAll = ReturnType<typeof useLoadAll>;

const anyPage = { choice: { kind: 'every' }, page: 1, pageSize: 10, includeMaxLeadTime: false } as const;

/** Asks the person to sign in where a load waits for that, and resumes it afterwards. */
function useSignInForLoad(load: CalendarLoad, isWaiting: boolean): void {
  const client = useQueryClient();
  const resumedAt = useRef({ load, products: -1 });

  const ask = useEffectEvent(async (load: CalendarLoad) => {
    // The refusal of a query is what opens the sign-in dialog.
    const isIn = await client.fetchQuery({ ...stock.calendars(anyPage), staleTime: 0, retry: false }).then(
      () => true,
      () => false,
    );
    const { phase, doneProducts } = load.getSnapshot();
    const before = resumedAt.current.load === load ? resumedAt.current.products : -1;
    // The session was renewed meanwhile. A service that refuses only some pages would be asked without end.
    if (!isIn || phase !== 'signed-out' || doneProducts <= before) return;
    resumedAt.current = { load, products: doneProducts };
    void load.resume();
  });
  useEffect(() => {
    if (isWaiting) void ask(load);
  }, [load, isWaiting]);

  useAfterSignIn(() => {
    if (load.getSnapshot().phase === 'signed-out') void load.resume();
  });
}

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { CalendarLoad, type CalendarLoadOptions } from '#api/calendars/calendar-load.ts';
import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { session } from '#api/session.ts';
import { useOnlyPage } from '#api/stock-calendars.ts';
import { useShownGeneration } from '#api/stock-generation.ts';
import type { Session } from '#contract/gateway.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import { rememberedKey } from '#features/remembered.ts';

/** Number of products per request. Pages on screen may be smaller. */
export const loadPageSize = 250;

const none: readonly ListedProduct[] = [];

/**
 * Loads all pages of a choice while `isEnabled`; otherwise the result is that of a load that hasn't started. Loaded
 * products are kept until the choice, the max lead time setting, the user or the stock generation changes. A list that
 * fits on one page is loaded with that page.
 */
export function useLoadAll(
  choice: ProductChoice,
  includeMaxLeadTime: boolean,
  { isEnabled, pageSize }: { isEnabled: boolean; pageSize: number },
) {
  const client = useQueryClient();
  const { data: person } = useQuery(session.current());
  const generation = useShownGeneration();
  const begin = () => ({
    choice,
    includeMaxLeadTime,
    owner: ownerOf(person),
    generation,
    ...newLoad(client, { choice, includeMaxLeadTime }),
  });
  const [held, setHeld] = useState(begin);
  // Loaded products are kept while the user is signed out, and dropped when another user signs in.
  const owner = ownerOf(person) ?? held.owner;
  const isSameOwner = held.owner === null || held.owner === owner;
  if (held.choice !== choice || held.includeMaxLeadTime !== includeMaxLeadTime || !isSameOwner) setHeld(begin());
  else if (held.generation !== null && held.generation !== generation) setHeld(begin());
  else if (held.owner !== owner || held.generation !== generation) setHeld({ ...held, owner, generation });
  const { onlyPage, isAwaited } = useOnlyPage({ choice, page: 1, pageSize, includeMaxLeadTime });
  const taken = useMemo(() => {
    if (onlyPage === null) return null;
    const all = newLoad(client, { choice, includeMaxLeadTime }).load;
    all.take(onlyPage);
    return all;
  }, [client, choice, includeMaxLeadTime, onlyPage]);
  const load = taken ?? held.load;
  const isOnePage = isAwaited || taken !== null;
  const isActive = isEnabled || isOnePage;
  const subscribe = useCallback((listener: () => void) => subscribeThrottled(load, listener), [load]);
  const latest = useSyncExternalStore(subscribe, load.getSnapshot);
  const loaded = useSyncExternalStore(subscribe, load.products);

  // Sends requests only after the screen has responded to the click.
  const isBegun = useDeferredValue(isEnabled) && !isOnePage;
  useEffect(() => {
    if (isBegun && load.getSnapshot().phase !== 'complete') void load.resume();
    return () => load.cancel();
  }, [load, isBegun]);

  // The effect above starts loading after the first render, which already shows that state.
  const begun = useMemo(() => (latest.phase === 'idle' ? { ...latest, phase: 'loading' as const } : latest), [latest]);
  const snapshot = isActive ? begun : held.idle;
  const { phase, oldestFetch } = snapshot;
  return useMemo(
    () => ({
      snapshot,
      isActive,
      products: isActive ? loaded : none,
      /** Whether the page on screen contains all products, or will once loaded. It is refreshed like any page. */
      isOnePage,
      /**
       * Whether loading has finished, possibly with some products missing. Sorting and filtering then apply to
       * everything loaded. False if nothing was received: the page on screen stays.
       */
      isWhole: phase === 'complete' || (phase === 'incomplete' && oldestFetch !== null),
      resume: () => load.resume(),
      cancel: () => load.cancel(),
      /** Discards everything loaded and loads it again, bypassing the cache. */
      reload: () => setHeld((before) => ({ ...before, ...newLoad(client, { ...before, since: Date.now() }) })),
    }),
    [client, load, snapshot, phase, oldestFetch, isActive, loaded, isOnePage],
  );
}

/** Milliseconds. Without throttling, each loaded page would render all products, several times within a frame. */
const throttleInterval = 100;

/** Calls the listener at most once per interval, after a change. Returns a function to unsubscribe. */
function subscribeThrottled(load: CalendarLoad, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = () => {
    timer = undefined;
    listener();
  };
  const end = load.subscribe(() => {
    timer ??= setTimeout(notify, throttleInterval);
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}

function newLoad(client: QueryClient, products: Omit<CalendarLoadOptions, 'pageSize'>) {
  const load = new CalendarLoad(client, { ...products, pageSize: loadPageSize });
  return { load, idle: load.getSnapshot() };
}

function ownerOf(person: Session | undefined): string | null {
  return person?.signedIn ? rememberedKey('load', person) : null;
}

export type LoadAll = ReturnType<typeof useLoadAll>;

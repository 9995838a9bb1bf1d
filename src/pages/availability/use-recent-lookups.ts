import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';

import { session } from '#api/session.ts';
import type { Session } from '#contract/gateway.ts';

import { type RecentLookup, readRecentLookups, withLookup } from './recent-lookups.ts';

/** Fired on this window after a write: `storage` itself only reaches the other ones. */
const changed = 'stock-horizon:recent-lookups-changed';

/** The lookups remembered for this service, market and person, latest first, and a way to remember one more. */
export function useRecentLookups(): {
  lookups: readonly RecentLookup[];
  remember: (lookup: RecentLookup) => void;
} {
  const { data } = useQuery(session.current());
  const key = data?.signedIn ? keyOf(data) : null;
  const text = useSyncExternalStore(subscribe, () => (key === null ? null : read(key)));
  const lookups = useMemo(() => readRecentLookups(text), [text]);
  const remember = useCallback(
    (lookup: RecentLookup) => {
      if (key !== null) write(key, JSON.stringify(withLookup(readRecentLookups(read(key)), lookup)));
    },
    [key],
  );
  return { lookups, remember };
}

function keyOf({ by, market, service }: Session): string {
  const owner = [service.kind, service.baseUrl, market?.company, market?.salesOrganization, market?.territoryId, by];
  return `stock-horizon:recent-lookups:${JSON.stringify(owner)}`;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A browser that refuses to remember costs nothing but the memory. */
function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    window.dispatchEvent(new Event(changed));
  } catch {
    return;
  }
}

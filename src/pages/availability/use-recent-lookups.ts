import { useCallback, useMemo } from 'react';

import { useRemembered } from '#features/remembered.ts';

import { type RecentLookup, readRecentLookups, withLookup } from './recent-lookups.ts';

/** The lookups remembered for this service, market and person, latest first, and a way to remember one more. */
export interface RecentLookups {
  lookups: readonly RecentLookup[];
  remember: (lookup: RecentLookup) => void;
}

export function useRecentLookups(): RecentLookups {
  const { text, change } = useRemembered('recent-lookups');
  const lookups = useMemo(() => readRecentLookups(text), [text]);
  const remember = useCallback(
    (lookup: RecentLookup) => change((known) => JSON.stringify(withLookup(readRecentLookups(known), lookup))),
    [change],
  );
  return { lookups, remember };
}

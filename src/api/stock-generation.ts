import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { session, shownGeneration as shown } from './session.ts';

/** An import is noticed within a minute. */
const pollingInterval = 30_000;

/** The state of the service's store that is shown; another number after a refresh that follows an import. */
export function useShownGeneration(): number | null {
  return useSyncExternalStore(shown.subscribe, shown.get);
}

/** Whether stock data was imported since what is on screen was asked for, and a way to ask for all of it again. */
export function useNewStockData(): { isNew: boolean; refresh: () => void } {
  const client = useQueryClient();
  const { data } = useQuery({ ...session.current(), refetchInterval: pollingInterval });
  const generation = data?.service.generation ?? null;
  const current = useShownGeneration();
  return {
    isNew: current !== null && generation !== null && generation !== current,
    refresh: () => {
      shown.set(generation);
      for (const key of ['stock', 'products']) void client.invalidateQueries({ queryKey: [key] });
    },
  };
}

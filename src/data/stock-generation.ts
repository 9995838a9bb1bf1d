import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';

import { session, shownGeneration as shown } from './session.ts';

/** Imports and the service's midnight are noticed within a minute, and when the tab is opened again. */
const pollingInterval = 30_000;

/** Data version that is shown; changes with a refresh after an import. */
export function useShownGeneration(): number | null {
  return useSelector(shown);
}

/** Whether stock data was imported since the shown data was loaded, and a function to reload it. */
export function useNewStockData(): { isNew: boolean; refresh: () => void } {
  const client = useQueryClient();
  const { data } = useQuery({
    ...session.current(),
    refetchInterval: pollingInterval,
    refetchOnWindowFocus: 'always',
  });
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

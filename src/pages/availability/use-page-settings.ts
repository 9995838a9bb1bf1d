import { useNavigate, useSearch } from '@tanstack/react-router';

import { fromThousandths, toThousandths, type Thousandths } from '#lib/thousandths.ts';

import type { DeliverySettings } from './delivery-estimate-panel.tsx';
import type { SplitSettings } from './split-fields.tsx';

const defaultSplit: SplitSettings = { smallestDrop: 1000, mostDrops: 3 };

/** How to split and how long a delivery takes: kept in the address, without a step in the history for each change. */
export function usePageSettings(quantity: Thousandths) {
  const search = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });

  const split: SplitSettings = {
    smallestDrop:
      search.smallestDrop === undefined
        ? Math.min(defaultSplit.smallestDrop, quantity)
        : toThousandths(search.smallestDrop),
    mostDrops: search.mostDrops ?? defaultSplit.mostDrops,
  };
  const delivery: DeliverySettings = {
    deliveryDays: search.deliveryDays ?? null,
    workingDaysOnly: search.workingDays ?? false,
  };
  return {
    split,
    setSplit: ({ smallestDrop, mostDrops }: SplitSettings) =>
      set({ smallestDrop: fromThousandths(smallestDrop), mostDrops }),
    delivery,
    setDelivery: ({ deliveryDays, workingDaysOnly }: DeliverySettings) =>
      set({ deliveryDays: deliveryDays ?? undefined, workingDays: workingDaysOnly || undefined }),
  };
}

import { useCallback } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import { mostInAddress } from './most-in-address.ts';
import type { RowCharts } from './table/row-charts.ts';
import type { CalendarsSearch } from './use-calendars-search.ts';

const none: readonly ProductId[] = [];

/** Which charts are unfolded beneath rows, as the address has it. */
export function useRowCharts({ search, change }: Pick<CalendarsSearch, 'search' | 'change'>): RowCharts {
  const toggle = useCallback(
    (id: ProductId) =>
      change(({ open = [] }) => {
        const next = open.includes(id) ? open.filter((other) => other !== id) : [...open, id].slice(-mostInAddress);
        return { open: next.length === 0 ? undefined : next };
      }, true),
    [change],
  );
  const setBucketSize = useCallback(
    (size: BucketSize) => change({ bucket: size === 'day' ? undefined : size }),
    [change],
  );
  const setQuantity = useCallback((next: Thousandths) => change({ quantity: fromThousandths(next) }), [change]);
  return { open: search.open ?? none, toggle, bucketSize: search.bucket ?? 'day', setBucketSize, setQuantity };
}

import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';

import { useSpanName } from '#features/chart/chart-words.ts';
import { useLocale } from '#ui/locale.tsx';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { HeatmapCell, HeatmapProduct } from './heatmap-cells.ts';

/** A cell in words: when, the level, and what it means for the quantity wanted. */
export interface CellText {
  when: string;
  level: string;
  meaning: string;
}

/** Tells what a cell holds, the level at its end too. */
export function useCellText(size: BucketSize, wanted: Thousandths) {
  const { t } = useLingui();
  const { formatQuantity, formatDate } = useLocale();
  const spanName = useSpanName();

  return useCallback(
    ({ unit, timeline }: HeatmapProduct, { bucket, state, maxLeadTimeAt }: HeatmapCell): CellText => {
      const amount = (level: Thousandths) => formatQuantity(level, unit);
      const [low, end, goal] = [bucket.lowest, bucket.endLevel, wanted].map(amount);
      const missing = amount(wanted - Math.max(0, bucket.lowest));
      const leadTime = formatDate(timeline.maxLeadTimeDate ?? timeline.today, 'medium');
      const againstWanted = {
        enough: t`enough for ${goal}`,
        partly: t`${missing} short of ${goal}`,
        none: t`nothing of ${goal}`,
        theoretical: t`after the max lead time ${leadTime}: any quantity, in theory`,
      }[state];
      return {
        when: spanName(size, bucket),
        level: size === 'day' ? t`${low} available` : t`at least ${low} available, ${end} at its end`,
        meaning: maxLeadTimeAt === null ? againstWanted : t`${againstWanted}; max lead time ${leadTime} falls in it`,
      };
    },
    [t, formatQuantity, formatDate, spanName, size, wanted],
  );
}

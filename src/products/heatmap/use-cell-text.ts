import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';

import { useSpanName } from '#parts/chart/chart-words.ts';
import { useLocale } from '#ui/locale.tsx';
import { anyQuantity } from '#stock/calendars/calendar-summary.ts';
import { shortfallOf } from '#stock/calendars/shortfall.ts';
import type { BucketSize } from '#stock/level-buckets.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import type { HeatmapCell, HeatmapMeasure, HeatmapProduct } from './heatmap-cells.ts';

/** Text of a cell: period, level and, unless empty, what the level means for the quantity needed. */
export interface CellText {
  when: string;
  level: string;
  meaning: string;
}

/**
 * Returns a function that says from when until when the quantity of the measure, or any, isn't available: the first such
 * gap, and how many more there are. A product of another unit has none to name.
 */
export function useGapText() {
  const { t } = useLingui();
  const { formatDate } = useLocale();
  return useCallback(
    ({ timeline, isOtherUnit }: HeatmapProduct, measure: HeatmapMeasure): string => {
      if (isOtherUnit) return t`Other unit`;
      const wanted = 'wanted' in measure ? measure.wanted : anyQuantity;
      const shortfall = shortfallOf(timeline, wanted);
      if (shortfall === null) return '–';
      const isNow = shortfall.on === timeline.today;
      const from = isNow ? t`Now` : formatDate(shortfall.on, 'medium');
      if (shortfall.shipDate === null) return isNow ? t`Not available` : t`From ${from} on`;
      const until = formatDate(shortfall.shipDate, 'medium');
      if (shortfall.isMaxLeadTime) return t`${from} to ${until} (max lead time)`;
      const others = shortfall.gaps.length - 1;
      return others === 0
        ? t`${from} to ${until}`
        : t`${from} to ${until}, ${plural(others, { one: '# more', other: '# more' })}`;
    },
    [t, formatDate],
  );
}

/** Returns a function that describes a cell, including the level at its end. */
export function useCellText(size: BucketSize, measure: HeatmapMeasure) {
  const { t } = useLingui();
  const { formatQuantity, formatDate } = useLocale();
  const spanName = useSpanName();

  return useCallback(
    ({ unit, timeline }: HeatmapProduct, { bucket, state, maxLeadTimeAt }: HeatmapCell): CellText => {
      const amount = (level: Thousandths) => formatQuantity(level, unit);
      const wanted = 'wanted' in measure ? measure.wanted : 0;
      const [low, end, goal] = [bucket.lowest, bucket.endLevel, wanted].map(amount);
      const missing = amount(wanted - Math.max(0, bucket.lowest));
      const leadTime = formatDate(timeline.maxLeadTimeDate ?? timeline.today, 'medium');
      const againstWanted = {
        enough: t`${goal} available`,
        partly: t`${missing} short of ${goal}`,
        some: '',
        none: wanted === 0 ? t`not available` : t`none of ${goal}`,
        theoretical: t`after max lead time date ${leadTime}: any quantity, not backed by stock`,
      }[state];
      const withLeadTime =
        againstWanted === ''
          ? t`includes max lead time date ${leadTime}`
          : t`${againstWanted}; includes max lead time date ${leadTime}`;
      return {
        when: spanName(size, bucket),
        level: size === 'day' ? t`${low} available` : t`lowest ${low}, ${end} at end of period`,
        meaning: maxLeadTimeAt === null ? againstWanted : withLeadTime,
      };
    },
    [t, formatQuantity, formatDate, spanName, size, measure],
  );
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';

import { useSpanName } from '#parts/chart/chart-words.ts';
import { useLocale } from '#ui/locale.tsx';
import { addDays } from '#stock/calendar-date.ts';
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
 * Returns a function that says from when until when, both included, the quantity of the measure, or any, isn't
 * available: the first such gap with how many more there are, and all of them. A product of another unit has none to
 * name.
 */
export function useGapText() {
  const { t } = useLingui();
  const { formatDate } = useLocale();
  return useCallback(
    ({ timeline, isOtherUnit }: HeatmapProduct, measure: HeatmapMeasure): { text: string; all: string } => {
      const only = (text: string) => ({ text, all: text });
      if (isOtherUnit) return only(t`Other unit`);
      const gaps = shortfallOf(timeline, 'wanted' in measure ? measure.wanted : anyQuantity)?.gaps ?? [];
      const [first = '–', ...others] = gaps.map(({ on, shipDate, isMaxLeadTime }) => {
        const isNow = on === timeline.today;
        const from = isNow ? t`Now` : formatDate(on, 'medium');
        if (shipDate === null) return isNow ? t`Not available` : t`From ${from} on`;
        // Short until the day before; with a max lead time date that has passed, on no day.
        if (shipDate === on) return t`Max lead time`;
        const last = addDays(shipDate, -1);
        const until = formatDate(last, 'medium');
        if (isMaxLeadTime) return t`${from} to ${until}, then max lead time`;
        return last === on && !isNow ? from : t`${from} to ${until}`;
      });
      if (others.length === 0) return only(first);
      const more = plural(others.length, { one: '# more', other: '# more' });
      return { text: t`${first}, ${more}`, all: [first, ...others].join('\n') };
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
      const meanings = [againstWanted, maxLeadTimeAt !== null && t`includes max lead time date ${leadTime}`];
      return {
        when: spanName(size, bucket),
        level: size === 'day' ? t`${low} available` : t`lowest ${low}, ${end} at end of period`,
        meaning: meanings.filter(Boolean).join('; '),
      };
    },
    [t, formatQuantity, formatDate, spanName, size, measure],
  );
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- as in the rows beneath
import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';

import { useSpanName } from '#features/chart/use-span-name.ts';
import { useLocale } from '#ui/locale.tsx';
import type { BucketSize } from '#domain/level-buckets.ts';
import { isoWeekday } from '#lib/calendar-date.ts';

import { columnGroups, groupStyle, type HeatmapColumn } from './heatmap-columns.ts';
import classes from './heatmap-header.module.css';
import { headerHeight, type HeatmapLayout } from './heatmap-layout.ts';

interface HeatmapHeaderProps {
  columns: readonly HeatmapColumn[];
  bucketSize: BucketSize;
  layout: HeatmapLayout;
}

/** The time over the columns: months over weeks and days, years over months. */
export const HeatmapHeader = memo(function HeatmapHeader({ columns, bucketSize, layout }: HeatmapHeaderProps) {
  const { t } = useLingui();
  const { formatDate } = useLocale();
  const spanName = useSpanName();
  const { nameWidth, cell } = layout;
  const isMonth = bucketSize === 'month';
  return (
    <div role="rowgroup" className={classes.header} style={{ height: headerHeight }}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        <div role="columnheader" aria-colindex={1} className={classes.corner} style={{ width: nameWidth }}>
          {t`Product`}
        </div>
        {columns.map((column, index) => (
          <div
            key={column.start}
            role="columnheader"
            aria-colindex={index + 2}
            aria-label={spanName(bucketSize, column)}
            className={classes.mark}
            style={{ width: cell.width }}
          >
            {(bucketSize !== 'day' || index === 0 || isoWeekday(column.start) === 1) &&
              formatDate(column.start, isMonth ? 'month alone' : 'day alone')}
          </div>
        ))}
      </div>
      <div aria-hidden className={classes.groups} style={{ left: nameWidth }}>
        {columnGroups(columns, bucketSize).map(({ start, first, count }) => (
          <div key={start} className={classes.group} style={{ left: first * cell.width, width: count * cell.width }}>
            <span style={{ left: nameWidth + 6 }}>{formatDate(start, groupStyle(bucketSize, count * cell.width))}</span>
          </div>
        ))}
      </div>
    </div>
  );
});

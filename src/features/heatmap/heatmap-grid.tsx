// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element can't hold rows that are drawn as one picture
import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';

import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { HeatmapBody } from './heatmap-body.tsx';
import type { HeatmapColumn } from './heatmap-columns.ts';
import classes from './heatmap-grid.module.css';
import { HeatmapHeader } from './heatmap-header.tsx';
import { headerHeight, type HeatmapLayout } from './heatmap-layout.ts';
import type { HeatmapProduct, StockHeatmapProps } from './heatmap-props.ts';
import { HeatmapReading } from './heatmap-reading.tsx';
import { useHeatmapCursor } from './use-heatmap-cursor.ts';

export interface HeatmapGridProps extends Pick<StockHeatmapProps, 'onOpen'> {
  products: readonly HeatmapProduct[];
  columns: readonly HeatmapColumn[];
  bucketSize: BucketSize;
  wanted: Thousandths;
  layout: HeatmapLayout;
  hatchId: string;
}

/** What scrolls: names that stay at the left, time that stays on top, and the rows; one cell has the keyboard. */
export function HeatmapGrid(props: HeatmapGridProps) {
  const { products, columns, layout } = props;
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = useHeatmapCursor(scroller, props);
  const { nameWidth, cell } = layout;
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t`Lowest level of each product over time`}
      aria-rowcount={products.length + 1}
      aria-colcount={columns.length + 1}
      aria-readonly
      tabIndex={-1}
      className={classes.scroller}
      style={{ scrollPaddingTop: headerHeight, scrollPaddingLeft: nameWidth }}
      {...cursor.handlers}
    >
      <div className={classes.content} style={{ width: nameWidth + columns.length * cell.width }}>
        <HeatmapHeader columns={columns} bucketSize={props.bucketSize} layout={layout} />
        <HeatmapBody {...props} scroller={scroller} active={cursor.active} takesFocus={cursor.takesFocus} />
        {cursor.read && <HeatmapReading {...props} place={cursor.read} scroller={scroller} />}
      </div>
    </div>
  );
}

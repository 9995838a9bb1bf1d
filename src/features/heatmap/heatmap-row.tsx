// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- a table element can't hold rows that are drawn as one picture; a header is no control
import { Link } from '@tanstack/react-router';
import { memo, useMemo, type ReactNode } from 'react';

import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { heatmapCells } from './heatmap-cell.ts';
import type { HeatmapColumn } from './heatmap-columns.ts';
import type { HeatmapLayout } from './heatmap-layout.ts';
import { heatmapPaths } from './heatmap-paths.ts';
import type { HeatmapProduct } from './heatmap-props.ts';
import classes from './heatmap-row.module.css';

interface HeatmapRowProps {
  product: HeatmapProduct;
  index: number;
  top: number;
  columns: readonly HeatmapColumn[];
  bucketSize: BucketSize;
  wanted: Thousandths;
  layout: HeatmapLayout;
  hatchId: string;
  /** The cell that has the keyboard, where it is in this row. */
  children: ReactNode;
}

/** One product: its name, and all its cells as one drawing, so that scrolling moves a picture and no elements. */
export const HeatmapRow = memo(function HeatmapRow(props: HeatmapRowProps) {
  const { product, index, columns, bucketSize, wanted, layout } = props;
  const { productId, name, timeline } = product;
  const { cell, nameWidth } = layout;
  const paths = useMemo(
    () => heatmapPaths(heatmapCells(timeline, bucketSize, columns, wanted), cell),
    [timeline, bucketSize, columns, wanted, cell],
  );
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ height: cell.height, transform: `translateY(${props.top}px)` }}
    >
      <div role="rowheader" aria-colindex={1} className={classes.name} style={{ width: nameWidth }}>
        <Link to="/products/$productId" params={{ productId }} tabIndex={-1} title={`${name ?? ''} ${productId}`}>
          <bdi>{name ?? productId}</bdi>
        </Link>
      </div>
      <svg width={cell.width * columns.length} height={cell.height} aria-hidden className={classes.cells}>
        <path d={paths.theory} fill={`url(#${props.hatchId})`} />
        <path d={paths.lack} className={classes.lack} />
        <path d={paths.have} className={classes.have} />
        <path d={paths.none} className={classes.none} />
        <path d={paths.marker} className={classes.marker} />
      </svg>
      {props.children}
    </div>
  );
});

// oxlint-disable jsx-a11y/prefer-tag-over-role -- as the grid that holds it
import { useEffect, useRef } from 'react';

import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { heatmapCells } from './heatmap-cell.ts';
import type { HeatmapColumn } from './heatmap-columns.ts';
import type { HeatmapLayout } from './heatmap-layout.ts';
import type { HeatmapProduct } from './heatmap-props.ts';
import classes from './keyboard-cell.module.css';
import { useCellText } from './use-cell-text.ts';

interface KeyboardCellProps {
  product: HeatmapProduct;
  columns: readonly HeatmapColumn[];
  column: number;
  bucketSize: BucketSize;
  wanted: Thousandths;
  layout: HeatmapLayout;
  /** Whether it came here by a key or a click, and so has the keyboard. */
  takesFocus: boolean;
}

/** The one cell that is an element: it has the place in the order of the Tab key, and is what a screen reader reads. */
export function KeyboardCell(props: KeyboardCellProps) {
  const { product, columns, column, bucketSize, wanted, layout, takesFocus } = props;
  const cellText = useCellText(bucketSize, wanted);
  const element = useRef<HTMLDivElement>(null);
  const cell = heatmapCells(product.timeline, bucketSize, columns, wanted)[column];
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  if (!cell) return null;
  const { when, level, meaning } = cellText(product, cell);
  return (
    <div
      ref={element}
      role="gridcell"
      tabIndex={0}
      aria-colindex={column + 2}
      aria-label={`${when}: ${level}; ${meaning}`}
      className={classes.cell}
      style={{ left: layout.nameWidth + column * layout.cell.width, width: layout.cell.width }}
    />
  );
}

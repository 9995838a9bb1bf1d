import type { BucketSize } from '#domain/level-buckets.ts';

import type { CellSize } from './heatmap-paths.ts';

/** Widths and heights of a heatmap, in pixels. */
export interface HeatmapLayout {
  /** The column of product names, which stays in sight. */
  nameWidth: number;
  cell: CellSize;
  columns: number;
}

export const headerHeight = 48;

const leastCellWidth: Record<BucketSize, number> = { day: 24, week: 30, month: 52 };
const mostCellWidth = 64;

/** Fills `width` where there are few columns, and gives each its least width where there are more than fit. */
export function heatmapLayout(width: number, columns: number, size: BucketSize, isSmall: boolean): HeatmapLayout {
  const nameWidth = isSmall ? 116 : Math.min(280, Math.round(width * 0.22));
  const share = Math.floor((width - nameWidth) / Math.max(1, columns));
  return {
    nameWidth,
    columns,
    cell: {
      width: Math.min(Math.max(share, leastCellWidth[size]), mostCellWidth),
      height: isSmall ? 44 : 32,
    },
  };
}

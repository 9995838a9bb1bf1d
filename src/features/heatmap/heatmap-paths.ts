import type { HeatmapCell } from './heatmap-cell.ts';

/** A row of cells as a few SVG paths, one for each way to be painted. */
export interface HeatmapPaths {
  /** What there is of the quantity wanted: the whole cell, or so much of it from the bottom up. */
  have: string;
  /** What is missing of it. */
  lack: string;
  /** A stroke where nothing is there. */
  none: string;
  /** The time after the max lead time, without gaps. */
  theory: string;
  /** The max lead time. */
  marker: string;
}

export interface CellSize {
  width: number;
  height: number;
}

const gap = 1;
const inset = 4;
/** The least that is drawn of a level above zero. */
const leastBar = 2;

/** Draws a row of `cells` from left to right. */
export function heatmapPaths(cells: readonly HeatmapCell[], size: CellSize): HeatmapPaths {
  const paths: HeatmapPaths = { have: '', lack: '', none: '', theory: '', marker: '' };
  const full = size.height - 2 * inset;
  cells.forEach(({ state, share, maxLeadTimeAt }, index) => {
    const x = index * size.width;
    const rect = (top: number, height: number) =>
      `M${x + gap},${top}h${size.width - 2 * gap}v${height}h${2 * gap - size.width}z`;
    const have = state === 'partly' ? Math.max(leastBar, Math.round(share * full)) : full;
    if (state === 'enough') paths.have += rect(inset, full);
    if (state === 'none') paths.lack += rect(inset, full);
    if (state === 'partly') {
      paths.lack += rect(inset, full - have);
      paths.have += rect(inset + full - have, have);
    }
    if (state === 'none') paths.none += `M${x + size.width / 2 - 3},${size.height / 2}h6`;
    if (state === 'theoretical') paths.theory += `M${x},${inset}h${size.width}v${full}h${-size.width}z`;
    if (maxLeadTimeAt !== null) paths.marker += markerAt(x + Math.round(maxLeadTimeAt * size.width) + gap, size.height);
  });
  return paths;
}

/** A line over the whole height with a pennant at its top. */
function markerAt(x: number, height: number): string {
  return `M${x},0h2v${height}h-2zM${x},0h9l-3,4l3,4h-9z`;
}

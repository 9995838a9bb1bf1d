import { levelRange, type ChartSeries } from '#features/chart/chart-series.ts';
import { levelScale } from '#features/chart/level-scale.ts';
import type { PlotGeometry } from '#features/chart/plot-geometry.ts';
import { timeAxisHeight } from '#features/chart/plot-layout.ts';
import type { TimeWindow } from '#features/chart/time-window.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { CompareScale } from './compare-chart-props.ts';

/** A plot with the marks of its level axis. */
export interface ComparedPlot {
  geometry: PlotGeometry;
  ticks: readonly Thousandths[];
  /** Whether the quantity lies on the axis. */
  showsQuantity: boolean;
}

/** Where everything of a comparison goes, in pixels. */
export interface CompareLayout {
  /** From the top of the first plot to the foot of the last; its levels are those of the first. */
  outer: PlotGeometry;
  /** One for each series; on a common scale the same for all. */
  plots: readonly ComparedPlot[];
  height: number;
}

interface LayoutQuestion {
  series: readonly ChartSeries[];
  scale: CompareScale;
  /** What the level axes have to reach; null for the levels alone. */
  reach: Thousandths | null;
  window: TimeWindow;
  width: number;
  /** Room at the left for levels, and at the right for names. */
  margins: { left: number; right: number };
}

const top = 26;
const commonHeight = 380;
export const bandTitleHeight = 24;
const bandGap = 10;

/** The plots of `series`: one over the other on a common scale, else one beneath the other. */
export function compareLayout({ series, scale, reach, window, width, margins }: LayoutQuestion): CompareLayout {
  const plane = { left: margins.left, width: Math.max(1, width - margins.left - margins.right), window };
  const plotOf = (ranges: readonly ChartSeries[], plotTop: number, height: number): ComparedPlot => {
    const found = ranges.map(levelRange);
    const lowest = Math.min(0, ...found.map((range) => range.lowest));
    const highest = Math.max(0, ...found.map((range) => range.highest));
    const axis = levelScale({ lowest, highest }, reach, Math.max(1, Math.round(height / 60)));
    const { ticks, showsQuantity } = axis;
    return {
      geometry: { ...plane, top: plotTop, height, lowest: axis.lowest, highest: axis.highest },
      ticks,
      showsQuantity,
    };
  };
  if (scale === 'common' || series.length === 0) {
    const plot = plotOf(series, top, commonHeight - top - timeAxisHeight);
    return { outer: plot.geometry, plots: series.map(() => plot), height: commonHeight };
  }
  const band = Math.max(46, Math.min(110, Math.round(560 / series.length) - bandTitleHeight));
  const pitch = bandTitleHeight + band + bandGap;
  const plots = series.map((one, index) => plotOf([one], top + bandTitleHeight + index * pitch, band));
  const bottom = top + series.length * pitch - bandGap;
  const [first] = plots;
  const outer = { ...plane, top, height: bottom - top, lowest: 0, highest: 1, ...levelsOf(first?.geometry) };
  return { outer, plots, height: bottom + timeAxisHeight };
}

function levelsOf(geometry: PlotGeometry | undefined) {
  return geometry && { lowest: geometry.lowest, highest: geometry.highest };
}

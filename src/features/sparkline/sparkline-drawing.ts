import { toMilliseconds } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { chartSeries, levelRange } from '#features/chart/chart-series.ts';
import { xOf, yOf, type PlotGeometry } from '#features/chart/plot-geometry.ts';
import { stepArea, stepLine } from '#features/chart/step-path.ts';
import type { TimeWindow } from '#features/chart/time-window.ts';

/** The field on which every sparkline is drawn; it is stretched to the cell. */
export const field = { width: 1000, height: 100 };
const air = 8;
/** A quantity this many times the highest level would flatten the line to nothing. */
const mostStretch = 3;

/** The parts of a sparkline as SVG paths and places on {@link field}; what lies outside it is null. */
export interface SparklineDrawing {
  past: string;
  level: string;
  ground: string;
  beyond: string;
  today: number;
  /** From here on any quantity, in theory. */
  maxLeadTime: number | null;
  quantity: number | null;
}

/** Draws the calendar within `window`, zero at the bottom, its own highest level at the top. */
export function drawSparkline(
  timeline: StockTimeline,
  window: TimeWindow,
  quantity: Thousandths | null,
): SparklineDrawing {
  const series = chartSeries(timeline, window, null);
  const { lowest, highest } = levelRange(series);
  const shown = quantity !== null && quantity <= highest * mostStretch ? quantity : null;
  const plot = { left: 0, top: air, width: field.width, height: field.height - 2 * air };
  const geometry: PlotGeometry = { ...plot, window, lowest, highest: Math.max(highest, shown ?? 0, lowest + 1) };
  const leadTime = timeline.maxLeadTimeDate === null ? null : xOf(geometry, toMilliseconds(timeline.maxLeadTimeDate));
  return {
    past: stepLine(series.past, geometry),
    level: stepLine(series.level, geometry),
    ground: stepArea(series.level, geometry),
    beyond: stepLine(series.beyond, geometry),
    today: xOf(geometry, toMilliseconds(timeline.today)),
    maxLeadTime: leadTime === null || leadTime > field.width ? null : Math.max(0, leadTime),
    quantity: shown === null ? null : yOf(geometry, shown),
  };
}

import type { SeriesPoint } from './chart-series.ts';
import { xOf, yOf, type PlotGeometry } from './plot-geometry.ts';

/** The stepped line through all of `points` as an SVG path, closed along the zero level. Empty without points. */
export function stepPath(points: readonly SeriesPoint[], geometry: PlotGeometry): string {
  const [first] = points;
  if (!first) return '';
  const steps = points.map((point) => {
    const level = point.past ?? point.level ?? point.beyond ?? 0;
    return `H${round(xOf(geometry, point.at))}V${round(yOf(geometry, level))}`;
  });
  const zero = round(yOf(geometry, 0));
  return `M${round(xOf(geometry, first.at))},${zero}${steps.join('')}V${zero}Z`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

import type { Corner } from './chart-series.ts';
import { xOf, yOf, type PlotGeometry } from './plot-geometry.ts';

/** The stepped line through `corners` as an SVG path. Empty without corners. */
export function stepLine(corners: readonly Corner[], geometry: PlotGeometry): string {
  const [first, ...others] = corners;
  if (!first) return '';
  const start = `M${round(xOf(geometry, first.at))},${round(yOf(geometry, first.level))}`;
  return start + others.map((corner) => step(corner, geometry)).join('');
}

/** The ground between the stepped line and the zero level as an SVG path. Empty without corners. */
export function stepArea(corners: readonly Corner[], geometry: PlotGeometry): string {
  const [first] = corners;
  if (!first) return '';
  const zero = round(yOf(geometry, 0));
  return `M${round(xOf(geometry, first.at))},${zero}${corners.map((corner) => step(corner, geometry)).join('')}V${zero}Z`;
}

function step({ at, level }: Corner, geometry: PlotGeometry): string {
  return `H${round(xOf(geometry, at))}V${round(yOf(geometry, level))}`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

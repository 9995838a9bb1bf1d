import type { CSSProperties } from 'react';

/** How a series looks: colour, dashes and the shape of its marks; no two series of a comparison share all three. */
export interface SeriesStyle {
  color: string;
  /** As `stroke-dasharray` takes it. */
  dashes: string | undefined;
  shape: MarkShape;
}

export type MarkShape = 'circle' | 'square' | 'diamond' | 'up' | 'down';

const shapes: readonly MarkShape[] = ['circle', 'square', 'diamond', 'up', 'down'];
const dashes = [undefined, '9 3', '2 3', '10 3 2 3', '5 4'];

/** The style of the series at `index` of a comparison, from 0. */
export function seriesStyle(index: number): SeriesStyle {
  const [place, round] = [index % 5, Math.floor(index / 5)];
  return {
    color: `var(--series-${place + 1})`,
    dashes: dashes[(place + 2 * round) % 5],
    shape: shapes[(place + 3 * round) % 5] ?? 'circle',
  };
}

/** The style of a line in this style. */
export function lineStyle({ color, dashes }: SeriesStyle): CSSProperties {
  return { stroke: color, ...(dashes && { strokeDasharray: dashes }) };
}

const paths: Record<MarkShape, string> = {
  circle: 'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z',
  square: 'M-3.5,-3.5h7v7h-7z',
  diamond: 'M0,-5l5,5l-5,5l-5,-5z',
  up: 'M0,-4.6l4.8,8.2h-9.6z',
  down: 'M0,4.6l4.8,-8.2h-9.6z',
};

/** The outline of a mark round the origin. */
export function markPath(shape: MarkShape): string {
  return paths[shape];
}

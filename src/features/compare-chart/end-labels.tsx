import { yOf } from '#features/chart/plot-geometry.ts';
import type { ChartSeries } from '#features/chart/chart-series.ts';

import type { CompareLayout } from './compare-layout.ts';
import classes from './end-labels.module.css';
import { markPath, type SeriesStyle } from './series-style.ts';
import { spreadLabels } from './spread-labels.ts';

interface EndLabelsProps {
  layout: CompareLayout;
  series: readonly ChartSeries[];
  styles: readonly SeriesStyle[];
  /** As cut to fit beside the plot. */
  names: readonly string[];
  emphasis: number | null;
}

const pitch = 19;
const leader = 22;

/** The names at the ends of the lines, each led to from its own. */
export function EndLabels({ layout, series, styles, names, emphasis }: EndLabelsProps) {
  const { left, width, top, height } = layout.outer;
  const right = left + width;
  const ends = series.map((one, key) => {
    const last = one.beyond.at(-1) ?? one.level.at(-1) ?? one.past.at(-1);
    const plot = layout.plots[key];
    return { key, y: plot ? yOf(plot.geometry, last?.level ?? 0) : top };
  });
  const places = spreadLabels(ends, { top, bottom: top + height, pitch });
  return ends.map(({ key, y }) => {
    const style = styles[key];
    const place = places.get(key) ?? y;
    return (
      style && (
        <g key={key} className={classes.label} data-faded={(emphasis !== null && emphasis !== key) || undefined}>
          <path d={`M${right + 2},${y}L${right + leader - 9},${place}`} style={{ stroke: style.color }} />
          <path
            d={markPath(style.shape)}
            transform={`translate(${right + leader} ${place})`}
            className={classes.mark}
            style={{ fill: style.color }}
          />
          <text x={right + leader + 9} y={place} dy="0.34em">
            {names[key]}
          </text>
        </g>
      )
    );
  });
}

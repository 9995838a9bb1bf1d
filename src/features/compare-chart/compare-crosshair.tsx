import type { ChartSeries } from '#features/chart/chart-series.ts';
import { inWindow, xOf, yOf } from '#features/chart/plot-geometry.ts';

import type { CompareLayout } from './compare-layout.ts';
import { levelAt } from './compared-series.ts';
import classes from './compare-crosshair.module.css';
import type { SeriesStyle } from './series-style.ts';

interface CompareCrosshairProps {
  layout: CompareLayout;
  series: readonly ChartSeries[];
  styles: readonly SeriesStyle[];
  width: number;
  /** The instant at which it stands; null for nowhere. */
  at: number | null;
  marked: { from: number; to: number } | null;
}

/** What follows the pointer and the keys, over all lines at once; a layer of its own. */
export function CompareCrosshair({ layout, series, styles, width, at, marked }: CompareCrosshairProps) {
  const { outer, plots, height } = layout;
  const x = at !== null && inWindow(at, outer.window) ? xOf(outer, at) : null;
  return (
    <svg width={width} height={height} aria-hidden className={classes.layer}>
      {marked && (
        <rect
          x={Math.min(marked.from, marked.to)}
          y={outer.top}
          width={Math.abs(marked.to - marked.from)}
          height={outer.height}
          className={classes.marked}
        />
      )}
      {x !== null && <line x1={x} x2={x} y1={outer.top} y2={outer.top + outer.height} className={classes.line} />}
      {x !== null &&
        at !== null &&
        series.map((one, index) => {
          const plot = plots[index];
          const level = levelAt(one, at);
          if (!plot || !level) return null;
          const { color } = styles[index] ?? {};
          return (
            <circle
              key={color + String(index)}
              cx={x}
              cy={yOf(plot.geometry, level.level)}
              r={4.5}
              className={classes.point}
              style={level.isTheoretical ? { stroke: color } : { fill: color, stroke: 'var(--sh-surface)' }}
            />
          );
        })}
    </svg>
  );
}

import { toMilliseconds } from '#lib/calendar-date.ts';

import { stopLevel, type ChartStop } from './chart-stops.ts';
import classes from './crosshair.module.css';
import { inWindow, xOf, yOf, type PlotGeometry } from './plot-geometry.ts';

interface CrosshairProps {
  geometry: PlotGeometry;
  width: number;
  height: number;
  stop: ChartStop | null;
  /** The period being marked by dragging, in pixels. */
  marked: { from: number; to: number } | null;
}

/** What follows the pointer and the arrow keys; a layer of its own, so that the plot beneath is not drawn again. */
export function Crosshair({ geometry, width, height, stop, marked }: CrosshairProps) {
  const { top, height: plotHeight } = geometry;
  const at = stop && toMilliseconds(stop.date);
  const level = stop && stopLevel(stop);
  const x = at !== null && inWindow(at, geometry.window) ? xOf(geometry, at) : null;
  const y = level === null ? null : yOf(geometry, level);
  return (
    <svg width={width} height={height} aria-hidden className={classes.layer}>
      {marked && (
        <rect
          x={Math.min(marked.from, marked.to)}
          y={top}
          width={Math.abs(marked.to - marked.from)}
          height={plotHeight}
          className={classes.marked}
        />
      )}
      {x !== null && <line x1={x} x2={x} y1={top} y2={top + plotHeight} className={classes.line} />}
      {x !== null && y !== null && (
        <>
          <line x1={geometry.left} x2={x} y1={y} y2={y} className={classes.line} />
          <circle cx={x} cy={y} r={5} className={classes.point} />
        </>
      )}
    </svg>
  );
}

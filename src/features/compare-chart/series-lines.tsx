import { memo } from 'react';

import type { ChartSeries } from '#features/chart/chart-series.ts';
import { inWindow, xOf, yOf, type PlotGeometry } from '#features/chart/plot-geometry.ts';
import { stepLine } from '#features/chart/step-path.ts';

import { levelAt } from './compared-series.ts';
import { lineStyle, markPath, type SeriesStyle } from './series-style.ts';
import classes from './series-lines.module.css';

interface SeriesLinesProps {
  series: ChartSeries;
  geometry: PlotGeometry;
  style: SeriesStyle;
  /** Shifts the marks along the line, so that those of several lines don't lie on each other. */
  index: number;
  /** Milliseconds UTC; null where there is none. */
  maxLeadTime: number | null;
}

const markPitch = 150;
const markShift = 27;
/** Where steps are shorter on average, in pixels, dashes tell nothing and take longer to draw than the line. */
const leastDashedStep = 8;

/** One series: before today thin, after its max lead time dotted, its marks along the line, and the max lead time. */
export const SeriesLines = memo(function SeriesLines(props: SeriesLinesProps) {
  const { series, geometry, style, index, maxLeadTime } = props;
  const { left, width, window } = geometry;
  const shown = maxLeadTime !== null && inWindow(maxLeadTime, window);
  const level = maxLeadTime === null ? null : levelAt(series, maxLeadTime)?.level;
  const isDense = series.level.length * leastDashedStep > width;
  return (
    <g className={classes.series}>
      <path d={stepLine(series.past, geometry)} className={classes.past} style={{ stroke: style.color }} />
      <path d={stepLine(series.beyond, geometry)} className={classes.beyond} style={{ stroke: style.color }} />
      <path
        d={stepLine(series.level, geometry)}
        className={classes.level}
        style={isDense ? { stroke: style.color } : lineStyle(style)}
      />
      {marksOf(series, geometry, (index * markShift) % markPitch).map(({ x, y }) => (
        <path
          key={x}
          d={markPath(style.shape)}
          transform={`translate(${x} ${y})`}
          className={classes.mark}
          style={{ fill: style.color }}
        />
      ))}
      {shown && maxLeadTime >= window.from && (
        <path
          d="M-1,-16h10l-3,4l3,4h-8v8h-2z"
          transform={`translate(${Math.min(left + width, xOf(geometry, maxLeadTime))} ${yOf(geometry, level ?? 0)})`}
          className={classes.leadTime}
        />
      )}
    </g>
  );
});

/** Places on the line from today to the max lead time, every so many pixels. */
function marksOf({ level }: ChartSeries, geometry: PlotGeometry, shift: number): { x: number; y: number }[] {
  const from = level.at(0);
  const to = level.at(-1);
  if (!from || !to) return [];
  const places: { x: number; y: number }[] = [];
  const end = xOf(geometry, to.at);
  let index = 0;
  for (let x = Math.ceil(xOf(geometry, from.at)) + 12 + shift; x < end; x += markPitch) {
    while (index + 1 < level.length && xOf(geometry, level[index + 1]?.at ?? 0) <= x) index += 1;
    places.push({ x, y: yOf(geometry, level[index]?.level ?? 0) });
  }
  return places;
}

import type { ReactNode } from 'react';

import type { Thousandths } from '#lib/thousandths.ts';

import classes from './chart-plot.module.css';
import type { ChartSeries } from './chart-series.ts';
import { HatchPattern } from './hatch-pattern.tsx';
import { LevelAxis } from './level-axis.tsx';
import { inWindow, xOf, yOf, type PlotGeometry } from './plot-geometry.ts';
import { stepArea, stepLine } from './step-path.ts';

interface ChartPlotProps {
  series: ChartSeries;
  geometry: PlotGeometry;
  width: number;
  height: number;
  levelTicks: readonly Thousandths[];
  formatLevel: (level: Thousandths) => string;
  today: number;
  maxLeadTime: number | null;
  /** The quantity asked for, where it lies on the level axis. */
  quantity: Thousandths | null;
  hatchId: string;
  children: ReactNode;
}

/** The drawn part: grid, axes, stepped levels, and the time from the max lead time on hatched. */
export function ChartPlot(props: ChartPlotProps) {
  const { series, geometry, maxLeadTime, today, quantity, hatchId } = props;
  const { left, top, height, window } = geometry;
  const right = left + geometry.width;
  const mark = (at: number, className: string | undefined) => {
    const x = xOf(geometry, at);
    return inWindow(at, window) && <line x1={x} x2={x} y1={top} y2={top + height} className={className} />;
  };
  const theory = maxLeadTime === null ? right : Math.max(left, xOf(geometry, maxLeadTime));
  const across = (level: Thousandths, className: string | undefined) => {
    const y = yOf(geometry, level);
    return <line x1={left} x2={right} y1={y} y2={y} className={className} />;
  };
  return (
    <svg width={props.width} height={props.height} className={classes.plot}>
      <defs>
        <HatchPattern id={hatchId} />
      </defs>
      <LevelAxis geometry={geometry} ticks={props.levelTicks} formatLevel={props.formatLevel} />
      {theory < right && <rect x={theory} y={top} width={right - theory} height={height} fill={`url(#${hatchId})`} />}
      <path d={stepArea(series.past, geometry)} className={classes.pastGround} />
      <path d={stepLine(series.past, geometry)} className={classes.past} />
      <path d={stepArea(series.level, geometry)} className={classes.levelGround} />
      <path d={stepLine(series.level, geometry)} className={classes.level} />
      <path d={stepLine(series.beyond, geometry)} className={classes.beyond} />
      {geometry.lowest < 0 && across(0, classes.zero)}
      {quantity !== null && across(quantity, classes.quantity)}
      {mark(today, classes.today)}
      {maxLeadTime !== null && mark(maxLeadTime, classes.leadTime)}
      {props.children}
    </svg>
  );
}

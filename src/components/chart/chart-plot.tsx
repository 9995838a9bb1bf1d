import type { ReactNode } from 'react';
import { Area, CartesianGrid, ComposedChart, ReferenceArea, ReferenceLine, XAxis, YAxis } from 'recharts';

import type { Thousandths } from '#lib/thousandths.ts';

import classes from './chart-plot.module.css';
import type { SeriesPoint } from './chart-series.ts';
import { HatchPattern } from './hatch-pattern.tsx';
import { inWindow, type PlotGeometry } from './plot-geometry.ts';
import { timeAxisHeight } from './plot-layout.ts';

interface ChartPlotProps {
  points: readonly SeriesPoint[];
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

const still = { type: 'stepAfter', isAnimationActive: false, dot: false, activeDot: false, baseValue: 0 } as const;
const levelMark = { fontSize: 12.5, fill: 'var(--sh-muted)' };

/** The drawn part: grid, axes, stepped levels, and the time from the max lead time on hatched. */
export function ChartPlot(props: ChartPlotProps) {
  const { points, geometry, width, height, levelTicks, maxLeadTime, today, quantity, hatchId } = props;
  const { window } = geometry;
  return (
    <ComposedChart
      width={width}
      height={height}
      data={points}
      margin={{ top: geometry.top, right: width - geometry.left - geometry.width, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      className={classes.plot}
    >
      <defs>
        <HatchPattern id={hatchId} />
      </defs>
      <CartesianGrid vertical={false} stroke="var(--sh-line)" />
      <XAxis
        dataKey="at"
        type="number"
        scale="linear"
        domain={[window.from, window.to]}
        height={timeAxisHeight}
        tickLine={false}
        axisLine={false}
        tick={false}
      />
      <YAxis
        type="number"
        domain={[geometry.lowest, geometry.highest]}
        ticks={levelTicks}
        interval={0}
        width={geometry.left}
        tickLine={false}
        axisLine={false}
        tickFormatter={props.formatLevel}
        tick={levelMark}
      />
      {maxLeadTime !== null && maxLeadTime < window.to && (
        <ReferenceArea
          x1={Math.max(maxLeadTime, window.from)}
          x2={window.to}
          fill={`url(#${hatchId})`}
          fillOpacity={1}
          zIndex={0}
        />
      )}
      <Area {...still} dataKey="past" className={classes.past} />
      <Area {...still} dataKey="level" className={classes.level} />
      <Area {...still} dataKey="beyond" className={classes.beyond} />
      {geometry.lowest < 0 && <ReferenceLine y={0} className={classes.zero} />}
      {quantity !== null && <ReferenceLine y={quantity} className={classes.quantity} />}
      {inWindow(today, window) && <ReferenceLine x={today} className={classes.today} />}
      {maxLeadTime !== null && inWindow(maxLeadTime, window) && (
        <ReferenceLine x={maxLeadTime} className={classes.leadTime} />
      )}
      {props.children}
    </ComposedChart>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';

import type { StockTimeline } from '#domain/stock-timeline.ts';

import classes from './chart-reader.module.css';
import { Crosshair } from './crosshair.tsx';
import type { ChartStop } from './chart-stops.ts';
import type { PlotGeometry } from './plot-geometry.ts';
import { ReadSurface } from './read-surface.tsx';
import { useCalendarSummary } from './use-calendar-summary.ts';
import { useChartCursor } from './use-chart-cursor.ts';
import { useChartText } from './use-chart-text.ts';
import type { ChartView } from './use-chart-view.ts';
import { usePlotPointer } from './use-plot-pointer.ts';

interface ChartReaderProps {
  timeline: StockTimeline;
  unit: string | null;
  stops: readonly ChartStop[];
  view: ChartView;
  geometry: PlotGeometry;
  width: number;
  height: number;
  /** Told instead of what is under the crosshair; null for nothing else. */
  told: string | null;
  /** What is moved over the drawing, with keys of its own. */
  control: ReactNode;
  /** The drawing that is read; it isn't drawn again while the crosshair moves. */
  children: ReactNode;
}

/** Reads and moves a drawn chart: one stop of the Tab key, the value under the crosshair shown above and spoken. */
export function ChartReader(props: ChartReaderProps) {
  const { timeline, unit, stops, view, geometry, width, height } = props;
  const { t } = useLingui();
  const text = useChartText(unit);
  const summary = useCalendarSummary();
  const surface = useRef<HTMLDivElement>(null);
  const restingIndex = Math.max(
    0,
    stops.findIndex((stop) => stop.kind === 'today' || stop.kind === 'bucket'),
  );
  const cursor = useChartCursor({ stops, restingIndex, view });
  const read = cursor.stop ?? cursor.resting;
  const pointer = usePlotPointer({ surface, geometry, view, onPoint: cursor.point });
  const keys = t`Left and right arrows move from level to level, Page Up and Page Down by four weeks, Home and End to the first and last; plus and minus zoom, 0 shows the period it opened with.`;
  return (
    <>
      <p className={classes.readout}>{props.told ?? (read && text.stopText(read))}</p>
      <ReadSurface
        surface={surface}
        handlers={{ ...cursor.keys, ...pointer.handlers }}
        help={`${summary(timeline, unit)}. ${keys}`}
        spoken={cursor.spoken ? text.stopText(cursor.spoken) : ''}
        control={props.control}
      >
        {props.children}
        <Crosshair geometry={geometry} width={width} height={height} stop={cursor.stop} marked={pointer.marked} />
      </ReadSurface>
    </>
  );
}

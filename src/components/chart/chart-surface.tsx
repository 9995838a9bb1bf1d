import { useLingui } from '@lingui/react/macro';
import { useId, useRef } from 'react';

import { toMilliseconds } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { levelOn, type StockTimeline } from '#domain/stock-timeline.ts';

import { ChartFlags } from './chart-flags.tsx';
import { ChartPlot } from './chart-plot.tsx';
import classes from './chart-surface.module.css';
import { Crosshair } from './crosshair.tsx';
import { xOf, yOf } from './plot-geometry.ts';
import { PlotNotesLayer } from './plot-notes-layer.tsx';
import { TimeAxis } from './time-axis.tsx';
import { useChartCursor } from './use-chart-cursor.ts';
import { useChartLayout } from './use-chart-layout.ts';
import type { useChartModel } from './use-chart-model.ts';
import { useChartText } from './use-chart-text.ts';
import type { ChartView } from './use-chart-view.ts';
import { usePlotPointer } from './use-plot-pointer.ts';

export interface ChartSurfaceProps {
  timeline: StockTimeline;
  quantity: Thousandths | null;
  unit: string | null;
  model: ReturnType<typeof useChartModel>;
  view: ChartView;
  width: number;
  height: number;
  hatchId: string;
}

/** The plot with all that reads and moves it: one stop of the Tab key, its value shown above and spoken. */
export function ChartSurface(props: ChartSurfaceProps) {
  const { timeline, unit, model, view, width, height } = props;
  const { t } = useLingui();
  const text = useChartText(unit);
  const helpId = useId();
  const surface = useRef<HTMLDivElement>(null);
  const layout = useChartLayout(props);
  const { geometry } = layout;
  const cursor = useChartCursor(model.stops, view);
  const pointer = usePlotPointer({ surface, geometry, view, onPoint: cursor.point });
  const { metDate } = model;
  const met =
    metDate !== null && props.quantity !== null && model.scale.showsQuantity
      ? { x: xOf(geometry, toMilliseconds(metDate)), y: yOf(geometry, props.quantity) }
      : null;

  return (
    <>
      <p className={classes.readout}>{cursor.stop ? text.stopText(cursor.stop) : text.stopText(cursor.resting)}</p>
      <div
        ref={surface}
        role="application"
        aria-label={t`Levels over time`}
        aria-roledescription={t`chart`}
        aria-describedby={helpId}
        className={classes.surface}
        {...cursor.keys}
        {...pointer.handlers}
      >
        <ChartPlot
          points={model.points}
          geometry={geometry}
          width={width}
          height={height}
          levelTicks={model.scale.ticks}
          formatLevel={layout.formatLevel}
          today={model.today}
          maxLeadTime={model.maxLeadTime}
          quantity={model.scale.showsQuantity ? props.quantity : null}
          hatchId={props.hatchId}
        >
          <TimeAxis geometry={geometry} ticks={layout.timeTicks} locale={layout.locale} />
          <ChartFlags flags={layout.flags} top={geometry.top} />
          <PlotNotesLayer {...layout.notes} met={met} top={geometry.top} />
        </ChartPlot>
        <Crosshair geometry={geometry} width={width} height={height} stop={cursor.stop} marked={pointer.marked} />
      </div>
      <p id={helpId} className={classes.hidden}>
        {text.summary(timeline, levelOn(timeline, timeline.today))}{' '}
        {t`Left and right arrows move from level to level, Home and End to the first and last; plus and minus zoom, 0 shows the period it opened with.`}
      </p>
      <output className={classes.hidden}>{cursor.spoken ? text.stopText(cursor.spoken) : ''}</output>
    </>
  );
}

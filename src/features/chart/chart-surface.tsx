import { useWording } from '#features/answer/wording.ts';
import { toMilliseconds } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

import { ChartFlags } from './chart-flags.tsx';
import { ChartPlot } from './chart-plot.tsx';
import { ChartReader } from './chart-reader.tsx';
import { xOf, yOf } from './plot-geometry.ts';
import { PlotNotesLayer } from './plot-notes-layer.tsx';
import { outcomeWords } from './outcome-words.ts';
import { ThresholdSlider } from './threshold-slider.tsx';
import { TimeAxis } from './time-axis.tsx';
import { useChartLayout } from './use-chart-layout.ts';
import type { useChartModel } from './use-chart-model.ts';
import type { ChartView } from './use-chart-view.ts';
import type { Threshold } from './use-threshold.ts';

export interface ChartSurfaceProps {
  timeline: StockTimeline;
  quantity: Thousandths | null;
  unit: string | null;
  model: ReturnType<typeof useChartModel>;
  view: ChartView;
  width: number;
  height: number;
  hatchId: string;
  /** Given where the quantity can be moved. */
  threshold: Threshold | null;
}

/** The plot with its axes and every name around it, ready to be read. */
export function ChartSurface(props: ChartSurfaceProps) {
  const { timeline, unit, model, view, width, height, threshold } = props;
  const wording = useWording(unit);
  const layout = useChartLayout(props);
  const { geometry } = layout;
  const { metDate, stops } = model;
  const quantity = model.scale.showsQuantity ? props.quantity : null;
  const met =
    metDate !== null && quantity !== null
      ? { x: xOf(geometry, toMilliseconds(metDate)), y: yOf(geometry, quantity) }
      : null;
  const outcome = props.quantity === null ? '' : outcomeWords(wording, timeline, props.quantity);
  return (
    <ChartReader
      {...{ timeline, unit, stops, view, geometry, width, height }}
      told={threshold?.isMoving ? outcome : null}
      control={
        threshold && (
          <ThresholdSlider
            threshold={threshold}
            geometry={geometry}
            levels={timeline.steps.map(({ level }) => level)}
            text={outcome}
          />
        )
      }
    >
      <ChartPlot
        series={model.series}
        geometry={geometry}
        width={width}
        height={height}
        levelTicks={model.scale.ticks}
        formatLevel={layout.formatLevel}
        today={model.today}
        maxLeadTime={model.maxLeadTime}
        quantity={quantity}
        hatchId={props.hatchId}
      >
        <TimeAxis geometry={geometry} ticks={layout.timeTicks} locale={layout.locale} />
        <ChartFlags flags={layout.flags} top={geometry.top} />
        <PlotNotesLayer {...layout.notes} met={met} top={geometry.top} />
      </ChartPlot>
    </ChartReader>
  );
}

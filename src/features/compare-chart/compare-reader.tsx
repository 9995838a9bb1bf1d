import { useLingui } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';

import type { ChartSeries } from '#features/chart/chart-series.ts';
import { ReadSurface } from '#features/chart/read-surface.tsx';
import { useChartCursor } from '#features/chart/use-chart-cursor.ts';
import type { ChartView } from '#features/chart/use-chart-view.ts';
import type { Threshold } from '#features/chart/use-threshold.ts';
import { usePlotPointer } from '#features/chart/use-plot-pointer.ts';
import { useLocale } from '#ui/locale.tsx';
import { toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { ComparedProduct } from './compare-chart-props.ts';
import { CompareCrosshair } from './compare-crosshair.tsx';
import type { CompareLayout } from './compare-layout.ts';
import { CompareThresholds } from './compare-thresholds.tsx';
import { CompareValues } from './compare-values.tsx';
import type { SeriesStyle } from './series-style.ts';
import { useCompareText } from './use-compare-text.ts';

interface CompareReaderProps {
  products: readonly ComparedProduct[];
  series: readonly ChartSeries[];
  styles: readonly SeriesStyle[];
  quantity: Thousandths | null;
  /** Where the crosshair can rest. */
  stops: readonly { date: CalendarDate }[];
  view: ChartView;
  /** Given where the quantity can be moved. */
  threshold: Threshold | null;
  layout: CompareLayout;
  width: number;
  emphasis: number | null;
  onEmphasis: (index: number | null) => void;
  /** The drawing that is read. */
  children: ReactNode;
}

/** Reads a drawn comparison by pointer and keys: one stop of the Tab key, the values of all products beneath. */
export function CompareReader(props: CompareReaderProps) {
  const { products, series, styles, stops, view, layout, width, emphasis, onEmphasis } = props;
  const { t } = useLingui();
  const { today } = useLocale();
  const surface = useRef<HTMLDivElement>(null);
  const text = useCompareText(products, series);
  const count = products.length;
  const cursor = useChartCursor({
    stops,
    restingIndex: Math.max(
      0,
      stops.findIndex(({ date }) => date === today),
    ),
    view,
    onVertical: (by) => onEmphasis(((emphasis ?? (by > 0 ? -1 : 0)) + by + count) % count),
  });
  const pointer = usePlotPointer({ surface, geometry: layout.outer, view, onPoint: cursor.point });
  const date = cursor.stop?.date ?? today;
  const keys = t`Left and right arrows move from change to change, up and down from product to product, Page Up and Page Down by four weeks, Home and End to the first and last; plus and minus zoom, 0 shows the period it opened with.`;
  return (
    <>
      <ReadSurface
        surface={surface}
        handlers={{ ...cursor.keys, ...pointer.handlers }}
        help={`${text.summary} ${keys}`}
        spoken={cursor.spoken ? text.values(cursor.spoken.date, emphasis) : ''}
        control={
          props.threshold && (
            <CompareThresholds
              {...{ layout, products }}
              threshold={props.threshold}
              text={props.quantity === null ? '' : text.coverage(props.quantity)}
            />
          )
        }
      >
        {props.children}
        <CompareCrosshair
          {...{ layout, series, styles, width }}
          at={cursor.stop && toMilliseconds(cursor.stop.date)}
          marked={pointer.marked}
        />
      </ReadSurface>
      <CompareValues {...{ products, series, styles, quantity: props.quantity, date, emphasis, onEmphasis }} />
    </>
  );
}

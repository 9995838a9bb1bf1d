import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';

import type { ChartSeries } from '#features/chart/chart-series.ts';
import { HatchPattern } from '#features/chart/hatch-pattern.tsx';
import { LevelAxis } from '#features/chart/level-axis.tsx';
import { inWindow, xOf, yOf } from '#features/chart/plot-geometry.ts';
import { TimeAxis } from '#features/chart/time-axis.tsx';
import type { TimeTicks } from '#features/chart/time-ticks.ts';
import { useLocale } from '#ui/locale.tsx';
import { toMilliseconds } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { BandTitles } from './band-titles.tsx';
import type { ComparedProduct, CompareScale } from './compare-chart-props.ts';
import type { CompareLayout } from './compare-layout.ts';
import classes from './compare-plot.module.css';
import { EndLabels } from './end-labels.tsx';
import { SeriesLines } from './series-lines.tsx';
import type { SeriesStyle } from './series-style.ts';

interface ComparePlotProps {
  products: readonly ComparedProduct[];
  series: readonly ChartSeries[];
  styles: readonly SeriesStyle[];
  names: readonly string[];
  scale: CompareScale;
  layout: CompareLayout;
  timeTicks: TimeTicks;
  formatLevel: (level: Thousandths) => string;
  quantity: Thousandths | null;
  /** The series that stands out; null for none. */
  emphasis: number | null;
  width: number;
  hatchId: string;
}

/** The drawn part of a comparison. It isn't drawn again while the crosshair moves. */
export const ComparePlot = memo(function ComparePlot(props: ComparePlotProps) {
  const { products, series, styles, names, scale, layout, emphasis, quantity, hatchId } = props;
  const { t } = useLingui();
  const { locale, today } = useLocale();
  const { outer, plots } = layout;
  const right = outer.left + outer.width;
  const todayAt = toMilliseconds(today);
  const todayX = xOf(outer, todayAt);
  const axes = scale === 'common' ? plots.slice(0, 1) : plots;
  const leadTimeOf = (index: number) => {
    const date = products[index]?.timeline.maxLeadTimeDate ?? null;
    return date === null ? null : toMilliseconds(date);
  };
  return (
    <svg width={props.width} height={layout.height} className={classes.plot}>
      <defs>
        <HatchPattern id={hatchId} />
      </defs>
      {axes.map(({ geometry, ticks }) => (
        <LevelAxis key={geometry.top} geometry={geometry} ticks={ticks} formatLevel={props.formatLevel} />
      ))}
      {scale === 'separate' &&
        plots.map(({ geometry }, index) => {
          const at = leadTimeOf(index);
          const x = at === null ? right : Math.max(outer.left, xOf(outer, at));
          if (x >= right) return null;
          const { top, height } = geometry;
          return <rect key={top} x={x} y={top} width={right - x} height={height} fill={`url(#${hatchId})`} />;
        })}
      {axes.map(({ geometry, showsQuantity }) => {
        if (quantity === null || !showsQuantity || quantity > geometry.highest) return null;
        const y = yOf(geometry, quantity);
        return <line key={geometry.top} x1={outer.left} x2={right} y1={y} y2={y} className={classes.quantity} />;
      })}
      {inWindow(todayAt, outer.window) && (
        <g className={classes.today}>
          <line x1={todayX} x2={todayX} y1={outer.top - 6} y2={outer.top + outer.height} />
          <text x={todayX} y={outer.top - 11}>
            {t`Today`}
          </text>
        </g>
      )}
      {series.map((one, index) => {
        const plot = plots[index];
        const style = styles[index];
        return (
          plot &&
          style && (
            <g
              key={products[index]?.productId}
              className={classes.series}
              data-faded={(emphasis !== null && emphasis !== index) || undefined}
            >
              <SeriesLines
                series={one}
                geometry={plot.geometry}
                style={style}
                index={index}
                maxLeadTime={leadTimeOf(index)}
              />
            </g>
          )
        );
      })}
      {scale === 'common' ? (
        <EndLabels layout={layout} series={series} styles={styles} names={names} emphasis={emphasis} />
      ) : (
        <BandTitles layout={layout} styles={styles} names={names} />
      )}
      <TimeAxis geometry={outer} ticks={props.timeTicks} locale={locale} />
    </svg>
  );
});

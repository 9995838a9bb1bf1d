import { useLingui } from '@lingui/react/macro';
import { memo, useCallback, useMemo } from 'react';
import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  Symbols,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
} from 'recharts';

import { flagPath } from '#parts/chart/chart-legend.tsx';
import { Crosshair } from '#parts/chart/chart-reader.tsx';
import { levelAt, type ChartSeries } from '#parts/chart/chart-series.ts';
import classes from '#parts/chart/chart.module.css';
import { HatchPattern } from '#parts/chart/hatch-pattern.tsx';
import { fitText, spreadLabels } from '#parts/chart/label-places.ts';
import {
  fontSize,
  levelGrid,
  plainLine,
  maxLeadTimeArea,
  timeAxisHeight,
  useLevelAxis,
  type useTimeAxis,
} from '#parts/chart/stock-plot.tsx';
import { QuantitySlider, type Threshold } from '#parts/chart/threshold.tsx';
import { fromMilliseconds, toMilliseconds } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';

import { lineStyle, type ComparedProduct, type ComparePanel, type SeriesStyle } from './compared-series.ts';

const titleHeight = 24;
const todayHeight = 24;
const gapBelow = 10;
/** Average step length in pixels below which lines are solid: dashes would be unreadable and slow to draw. */
const minDashedStep = 8;

/** One series of a panel, with the data to draw it. */
export interface DrawnSeries {
  index: number;
  product: ComparedProduct;
  name: string;
  series: ChartSeries;
  style: SeriesStyle;
}

interface ComparePlotProps {
  panel: ComparePanel;
  /** Series of the panel. */
  drawn: readonly DrawnSeries[];
  timeAxis: ReturnType<typeof useTimeAxis>;
  formatLevel: (level: Thousandths) => string;
  today: number;
  quantity: Thousandths | null;
  /** Index of the highlighted series; null for none. */
  emphasis: number | null;
  width: number;
  margins: { left: number; right: number };
  /** The first plot labels today, the last has the ticks of the time axis. */
  isFirst: boolean;
  isLast: boolean;
  hatchId: string;
  /** Set if the quantity can be dragged in this plot; `outcome` is set if it can be moved by keyboard too. */
  threshold: Threshold | null;
  outcome: string | null;
}

/** One plot of a comparison. Memoized, so that moving the crosshair doesn't render it again. */
export const ComparePlot = memo(function ComparePlot(props: ComparePlotProps) {
  const { panel, drawn, timeAxis, today, quantity, emphasis, width, isFirst, isLast, hatchId, threshold } = props;
  const { t } = useLingui();
  const { formatShipDate } = useLocale();
  const { left, right } = props.margins;
  const { scale, title } = panel;
  const [from, to] = timeAxis.domain;
  const top = (title === null ? 0 : titleHeight) + (isFirst ? todayHeight : 0);
  const height = top + panel.height + (isLast ? timeAxisHeight : gapBelow);
  const margin = useMemo(() => ({ top, right, bottom: isLast ? 0 : gapBelow, left: 0 }), [top, right, isLast]);
  const levelAxis = useLevelAxis(scale, left, props.formatLevel);
  const [only] = drawn;
  const leadTime = title === 'product' && only ? leadTimeOf(only) : null;
  const levels = drawn.flatMap(({ product }) => product.timeline.steps.map(({ level }) => level));
  const pointsAt = useCallback(
    (at: number) =>
      drawn.flatMap(({ series, style: { color } }) => {
        const found = levelAt(series, at);
        if (found === null) return [];
        const [fill, stroke] = found.isAfterMaxLeadTime ? ['var(--sh-surface)', color] : [color, 'var(--sh-surface)'];
        return [{ level: found.level, fill, stroke }];
      }),
    [drawn],
  );

  return (
    <ComposedChart width={width} height={height} margin={margin} accessibilityLayer={false} className={classes['plot']}>
      {isFirst && (
        <defs>
          <HatchPattern id={hatchId} />
        </defs>
      )}
      <CartesianGrid {...levelGrid} />
      <XAxis {...timeAxis} hide={!isLast} />
      <YAxis {...levelAxis} />
      {leadTime !== null && leadTime < to && <ReferenceArea {...maxLeadTimeArea(leadTime, { from, to }, hatchId)} />}
      {scale.lowest < 0 && <ReferenceLine y={0} stroke="var(--sh-muted)" zIndex={0} />}
      {quantity !== null && scale.showsQuantity && quantity <= scale.highest && (
        <ReferenceLine y={quantity} stroke="var(--sh-text)" strokeWidth={1.5} strokeDasharray="6 4" zIndex={0} />
      )}
      <ReferenceLine
        x={today}
        stroke="var(--sh-text)"
        strokeWidth={1.5}
        zIndex={0}
        label={
          isFirst
            ? {
                value: formatShipDate(fromMilliseconds(today), 'short'),
                position: 'top',
                className: classes['note'] ?? '',
                zIndex: 0,
              }
            : false
        }
      />
      {drawn.flatMap(({ index, series: { past, level, beyond }, style }) => {
        const line = {
          ...plainLine,
          stroke: style.color,
          ...(emphasis !== null && emphasis !== index && { opacity: 0.22 }),
        };
        const isDense = level.length * minDashedStep > width;
        return [
          past.length > 0 && (
            <Line {...line} key={`past ${index}`} data={past} strokeOpacity={0.45} strokeWidth={1.25} />
          ),
          beyond.length > 0 && (
            <Line {...line} key={`beyond ${index}`} data={beyond} strokeDasharray="1 4" strokeWidth={1.5} />
          ),
          level.length > 0 && (
            <Line
              {...line}
              key={`level ${index}`}
              data={level}
              strokeWidth={2}
              strokeDasharray={isDense ? undefined : lineStyle(style).strokeDasharray}
            />
          ),
        ];
      })}
      <SeriesMarks drawn={drawn} emphasis={emphasis} />
      {title === 'product' && only ? (
        <PanelTitle text={only.name} room={width - left - 24} lift={isFirst} style={only.style} />
      ) : (
        <EndNames drawn={drawn} emphasis={emphasis} room={right} />
      )}
      {title === 'unit' && (
        <PanelTitle text={only?.product.unit ?? t`No unit`} room={width - left} lift={isFirst} style={null} />
      )}
      {threshold && (
        <QuantitySlider threshold={threshold} highest={scale.highest} levels={levels} text={props.outcome} />
      )}
      <Crosshair pointsAt={pointsAt} />
    </ComposedChart>
  );
});

function leadTimeOf({ product }: DrawnSeries): number | null {
  const date = product.timeline.maxLeadTimeDate;
  return date === null ? null : toMilliseconds(date);
}

interface PanelTitleProps {
  text: string;
  /** In pixels. */
  room: number;
  /** Whether the title is above the label of today. */
  lift: boolean;
  style: SeriesStyle | null;
}

/** Title above a panel, part of the drawing so that exported images include it. */
function PanelTitle({ text, room, lift, style }: PanelTitleProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const y = plot.y - 11 - (lift ? todayHeight : 0);
  return (
    <g className={classes['panelTitle']}>
      {style && <Symbols type={style.shape} cx={plot.x + 6} cy={y} size={54} fill={style.color} />}
      <text x={plot.x + (style ? 17 : 0)} y={y} dy="0.34em" data-whole={text}>
        {fitText(text, room, 13, 600)}
      </text>
    </g>
  );
}

const markPitch = 150;
const markShift = 27;

interface LayerProps {
  drawn: readonly DrawnSeries[];
  emphasis: number | null;
}

/** Flags of the max lead time dates, and marks along the lines from today on, to distinguish them without color. */
function SeriesMarks({ drawn, emphasis }: LayerProps) {
  const plot = usePlotArea();
  const toX = useXAxisScale();
  const toY = useYAxisScale();
  if (!plot || !toX || !toY) return null;
  const right = plot.x + plot.width;
  return drawn.map((one) => {
    const { index, series, style } = one;
    const marks: { x: number; y: number }[] = [];
    const ends = [series.level.at(0), series.level.at(-1)].map((corner) => (corner ? (toX(corner.at) ?? 0) : 0));
    const [start = 0, end = 0] = ends;
    let at = 0;
    // Shifted, so that the marks of different lines don't overlap.
    for (let x = Math.ceil(start) + 12 + ((index * markShift) % markPitch); x < end; x += markPitch) {
      while (at + 1 < series.level.length && (toX(series.level[at + 1]?.at) ?? 0) <= x) at += 1;
      marks.push({ x, y: toY(series.level[at]?.level) ?? 0 });
    }
    const leadTime = leadTimeOf(one);
    const flag = leadTime === null ? null : (toX(leadTime) ?? 0);
    const level = leadTime === null ? null : levelAt(series, leadTime);
    return (
      <g key={index} opacity={emphasis === null || emphasis === index ? 1 : 0.22}>
        {marks.map(({ x, y }) => (
          <Symbols key={x} type={style.shape} cx={x} cy={y} size={54} fill={style.color} stroke="var(--sh-surface)" />
        ))}
        {flag !== null && level && flag >= plot.x && flag <= right && (
          <path
            d={flagPath}
            transform={`translate(${flag} ${toY(level.level)})`}
            fill="var(--sh-mlt)"
            stroke="var(--sh-surface)"
          />
        )}
      </g>
    );
  });
}

const namePitch = 19;
const leader = 22;
/** Width of a mark and its leader line at the right, in pixels. */
export const roomForMark = 34;

/** Names at the ends of the lines, with leader lines; only marks if there is no space for names. */
function EndNames({ drawn, emphasis, room }: LayerProps & { room: number }) {
  const plot = usePlotArea();
  const toY = useYAxisScale();
  if (!plot || !toY) return null;
  const right = plot.x + plot.width;
  const ends = drawn.map(({ series: { past, level, beyond } }) => {
    const last = beyond.at(-1) ?? level.at(-1) ?? past.at(-1);
    return toY(last?.level ?? 0) ?? 0;
  });
  const places = spreadLabels(ends, { top: plot.y, bottom: plot.y + plot.height, pitch: namePitch });
  return drawn.map(({ index, name, style }, place) => {
    const y = places[place] ?? 0;
    return (
      <g key={index} className={classes['endName']} opacity={emphasis === null || emphasis === index ? 1 : 0.35}>
        <path d={`M${right + 2},${ends[place]}L${right + leader - 9},${y}`} stroke={style.color} fill="none" />
        <Symbols type={style.shape} cx={right + leader} cy={y} size={54} fill={style.color} />
        <text x={right + leader + 9} y={y} dy="0.34em" data-whole={name}>
          {fitText(name, room - roomForMark, fontSize)}
        </text>
      </g>
    );
  });
}

import { useLingui } from '@lingui/react/macro';
import { useReducedMotion } from '@mantine/hooks';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  useXAxisScale,
  XAxis,
  YAxis,
  type BarShapeProps,
} from 'recharts';

import { useLocale } from '#ui/locale.tsx';
import { toMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';
import { formatDate } from '#stock/locale-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import type { BucketSize } from '#stock/level-buckets.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';

import { opensYear, timeTicks, type LevelScale, type TimeTicks } from './axis-ticks.ts';
import { Crosshair } from './chart-reader.tsx';
import { levelAt, type ChartSeries, type LevelBar } from './chart-series.ts';
import classes from './chart.module.css';
import { HatchPattern } from './hatch-pattern.tsx';
import { placeLabels, textWidth } from './label-places.ts';
import { DateSlider, QuantitySlider, type Threshold } from './threshold.tsx';
import type { TimeWindow } from './time-window.ts';

/** Height of the time axis with two lines of tick labels, in pixels. */
export const timeAxisHeight = 40;
/** Padding right of the plot, so that the last tick label isn't clipped. */
export const rightPadding = 20;
export const fontSize = 12;
const flagRowHeight = 20;
const maxFlagRows = 4;
const roomForTimeMark = 74;
/** In characters. */
const maxAxisUnitLength = 6;

/** Common props of a chart's lines: no animation, no dots, and z-order by element order. */
export const plainLine = {
  dataKey: 'level',
  type: 'stepAfter',
  isAnimationActive: false,
  dot: false,
  activeDot: false,
  zIndex: 0,
} as const;

/** Grid lines of the level axis only: for vertical ones, recharts would measure a text per entry. */
export const levelGrid = {
  vertical: false,
  verticalCoordinatesGenerator: () => [],
  stroke: 'var(--sh-line)',
  zIndex: 0,
} as const;

/**
 * Props of the time axis of a plot `width` pixels wide: linear, in milliseconds UTC, with ticks at the starts of days,
 * months, years or buckets.
 */
export function useTimeAxis(window: TimeWindow, width: number, size: BucketSize) {
  const { locale } = useLocale();
  const { from, to } = window;
  return useMemo(() => {
    const ticks = timeTicks({ from, to }, width / roomForTimeMark, size);
    return {
      type: 'number',
      dataKey: 'at',
      domain: [from, to],
      allowDataOverflow: true,
      ticks: ticks.dates.map(toMilliseconds),
      niceTicks: 'none',
      interval: 0,
      height: timeAxisHeight,
      axisLine: { stroke: 'var(--sh-line-strong)' },
      tickLine: { stroke: 'var(--sh-line-strong)' },
      tick: (props: TickProps) => <TimeTick {...props} ticks={ticks} locale={locale} />,
      zIndex: 0,
    } as const;
  }, [from, to, width, size, locale]);
}

/** Props of the hatched area from the max lead time date on. */
export function maxLeadTimeArea(leadTime: number, { from, to }: TimeWindow, hatchId: string) {
  return {
    x1: Math.max(leadTime, from),
    x2: to,
    ifOverflow: 'hidden',
    fill: `url(#${hatchId})`,
    fillOpacity: 1,
    zIndex: 0,
  } as const;
}

interface TickProps {
  x: number | string;
  y: number | string;
  index: number;
}

const tickStyle = { day: 'short', month: 'month alone', year: 'year alone' } as const;

/** Tick label: day or month, with the year below the first tick of each year. */
function TimeTick({ x, y, index, ticks, locale }: TickProps & { ticks: TimeTicks; locale: string }): ReactElement {
  const date = ticks.dates[index];
  const isYear = ticks.unit !== 'year' && opensYear(ticks.dates, index);
  return (
    <g className={classes['timeTick']}>
      {date && (
        <text x={x} y={Number(y) + 8}>
          {formatDate(date, locale, tickStyle[ticks.unit])}
        </text>
      )}
      {date && isYear && (
        <text x={x} y={Number(y) + 24} fontWeight={600}>
          {formatDate(date, locale, 'year alone')}
        </text>
      )}
    </g>
  );
}

/** Props of a level axis `width` pixels wide. `width` must fit the widest tick label. */
export function useLevelAxis(
  scale: Omit<LevelScale, 'showsQuantity'>,
  width: number,
  format: (level: Thousandths) => string,
) {
  return useMemo(
    () =>
      ({
        type: 'number',
        domain: [scale.lowest, scale.highest],
        allowDataOverflow: true,
        ticks: [...scale.ticks],
        niceTicks: 'none',
        interval: 0,
        width,
        axisLine: false,
        tickLine: false,
        tickMargin: 6,
        // Plain text: recharts measures its own tick labels word by word, and each measurement forces a layout.
        tick: ({ x, y, payload }: TickProps & { payload: { value: Thousandths } }) => (
          <text x={x} y={y} dy="0.355em" className={classes['levelTick']}>
            {format(payload.value)}
          </text>
        ),
        zIndex: 0,
      }) as const,
    [scale, width, format],
  );
}

interface Flag {
  kind: 'today' | 'met' | 'ship-by' | 'max-lead-time';
  text: string;
  /** Instant of the flag within the window. `isPinned` if the date itself is outside it. */
  at: number;
  isPinned: boolean;
  left: number;
  row: number;
}

const strokes = {
  today: { stroke: 'var(--sh-text)', strokeWidth: 1.5 },
  'ship-by': { stroke: 'var(--sh-text)', strokeWidth: 1.5, strokeDasharray: '6 4' },
  met: { stroke: 'var(--sh-expected)', strokeWidth: 1.5, strokeDasharray: '2 3' },
  'max-lead-time': { stroke: 'var(--sh-mlt)', strokeWidth: 2.5 },
} as const;

/** Places the labels of the vertical lines above the plot: those within the window, and always max lead time. */
function useFlags(
  { today, maxLeadTimeDate }: StockTimeline,
  met: { amount: string; date: CalendarDate | null },
  shipBy: CalendarDate | null,
  { left, right, window }: { left: number; right: number; window: TimeWindow },
): Flag[] {
  const { t } = useLingui();
  const { formatDate, formatShipDate } = useLocale();
  const { amount } = met;
  const candidates: { kind: Flag['kind']; text: string; date: CalendarDate }[] = [];
  if (maxLeadTimeDate !== null) {
    const leadTime = formatDate(maxLeadTimeDate, 'medium');
    candidates.push({ kind: 'max-lead-time', text: t`Max lead time ${leadTime}`, date: maxLeadTimeDate });
  }
  candidates.push({ kind: 'today', text: formatShipDate(today, 'short'), date: today });
  if (met.date !== null && met.date > today) {
    const date = formatDate(met.date, 'medium');
    candidates.push({ kind: 'met', text: t`${amount} from ${date}`, date: met.date });
  }
  if (shipBy !== null) {
    const date = formatDate(shipBy, 'short');
    candidates.push({ kind: 'ship-by', text: t`Ship by ${date}`, date: shipBy });
  }
  const flags = candidates.flatMap(({ kind, text, date }) => {
    const instant = toMilliseconds(date);
    const at = Math.min(Math.max(instant, window.from), window.to);
    const isPinned = at !== instant;
    if (isPinned && kind !== 'max-lead-time') return [];
    return [{ kind, at, isPinned, text: isPinned ? (instant < at ? `← ${text}` : `${text} →`) : text }];
  });
  const toX = (at: number) => left + ((at - window.from) / (window.to - window.from)) * (right - left);
  const placed = placeLabels(
    flags.map(({ kind, text, at }) => ({ key: kind, x: toX(at), width: textWidth(text, fontSize, 600) })),
    right,
    maxFlagRows,
  );
  return flags.flatMap((flag) => {
    const place = placed.find(({ key }) => key === flag.kind);
    return place ? [{ ...flag, left: place.left, row: place.row }] : [];
  });
}

interface FlagLabelProps extends Pick<Flag, 'kind' | 'text' | 'left' | 'row'> {
  /** Position of the labeled line, set by recharts. */
  viewBox?: { x: number; y: number };
}

function FlagLabel({ kind, text, left, row, viewBox }: FlagLabelProps) {
  const { x = 0, y = 0 } = viewBox ?? {};
  const bottom = y - 4 - row * flagRowHeight;
  return (
    <g className={classes['flag']}>
      <line x1={x} x2={x} y1={bottom - 1} y2={y} {...strokes[kind]} />
      <text x={left} y={bottom - 5} fill={strokes[kind].stroke}>
        {text}
      </text>
    </g>
  );
}

/** Bar from the first to the last day of a bucket. recharts makes all bars equally wide, which doesn't fit months. */
function BucketBar({ y, height, payload }: BarShapeProps) {
  const toX = useXAxisScale();
  const { at, until, isAfterMaxLeadTime }: LevelBar = payload;
  const [start = 0, end = 0] = toX ? [toX(at), toX(until)] : [];
  const [top, foot] = [Math.min(y, y + height), Math.max(y, y + height)];
  return (
    <Rectangle
      x={start + 1}
      y={top}
      width={Math.max(1, end - start - 2)}
      height={foot - top}
      fill="var(--sh-accent)"
      fillOpacity={isAfterMaxLeadTime ? 0.1 : 0.35}
      stroke="var(--sh-accent)"
      {...(isAfterMaxLeadTime && { strokeDasharray: '3 4', strokeOpacity: 0.6 })}
    />
  );
}

interface StockPlotProps {
  timeline: StockTimeline;
  series: ChartSeries;
  /** Drawn instead of the line from today on. */
  bars: readonly LevelBar[] | null;
  bucketSize: BucketSize;
  scale: LevelScale;
  window: TimeWindow;
  quantity: Thousandths | null;
  /** First date on which stock covers the quantity. */
  coveredDate: CalendarDate | null;
  unit: string | null;
  width: number;
  height: number;
  hatchId: string;
  /** Set if the quantity can be moved. */
  threshold: Threshold | null;
  /** The quantity with its ship date. */
  outcome: string;
  /** The ship-by date, null if there is none. */
  shipBy: { date: CalendarDate; threshold: Threshold; most: number; text: string } | null;
}

/** Props by which lines move to the steps of newer stock data. They don't if the window moves, or at first. */
function useStepMotion(timeline: StockTimeline, { from, to }: TimeWindow) {
  const isReduced = useReducedMotion(false, { getInitialValueInEffect: false });
  const [drawn, setDrawn] = useState({ timeline, from, to, isNewer: false });
  const isSameWindow = drawn.from === from && drawn.to === to;
  if (drawn.timeline !== timeline || !isSameWindow) setDrawn({ timeline, from, to, isNewer: isSameWindow });
  return { isAnimationActive: drawn.isNewer && !isReduced, animationDuration: 120 };
}

/** Plot of one product's available quantity: past, future and after the max lead time date, with all labels. */
export function StockPlot(props: StockPlotProps) {
  const { timeline, series, bars, scale, window, unit, width, height, hatchId, threshold } = props;
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  const { maxLeadTimeDate } = timeline;
  const leadTime = maxLeadTimeDate === null ? null : toMilliseconds(maxLeadTimeDate);
  const quantity = scale.showsQuantity ? props.quantity : null;
  const met = props.coveredDate === null || quantity === null ? null : toMilliseconds(props.coveredDate);
  const amount = props.quantity === null ? '' : formatQuantity(props.quantity, unit);

  // A long unit would take width from the plot. All other quantities of the chart include it.
  const axisUnit = unit !== null && unit.length <= maxAxisUnitLength ? unit : null;
  const formatLevel = useCallback(
    (level: Thousandths) => formatQuantity(level, level === scale.highest ? axisUnit : null),
    [formatQuantity, scale.highest, axisUnit],
  );
  const left = Math.max(...scale.ticks.map((tick) => textWidth(formatLevel(tick), fontSize))) + 12;
  const right = width - rightPadding;
  const flags = useFlags(timeline, { amount, date: props.coveredDate }, props.shipBy?.date ?? null, {
    left,
    right,
    window,
  });
  const top = Math.max(1, ...flags.map(({ row }) => row + 1)) * flagRowHeight + 8;
  const margin = useMemo(() => ({ top, right: rightPadding, bottom: 0, left: 0 }), [top]);
  const timeAxis = useTimeAxis(window, right - left, props.bucketSize);
  const levelAxis = useLevelAxis(scale, left, formatLevel);
  const motion = useStepMotion(timeline, window);
  const levels = useMemo(() => timeline.steps.map(({ level }) => level), [timeline]);
  const pointsAt = useCallback(
    (at: number) => {
      const found = levelAt(series, at);
      return found ? [{ level: found.level, fill: 'var(--sh-text)', stroke: 'var(--sh-surface)' }] : [];
    },
    [series],
  );
  const isHigh = props.quantity !== null && props.quantity > scale.highest * 0.7;
  const theory = t`Any quantity, not backed by stock`;
  const maxLeadTimeWidth =
    ((window.to - Math.max(leadTime ?? window.to, window.from)) / (window.to - window.from)) * (right - left);
  const wanted = scale.showsQuantity ? t`${amount} needed` : t`↑ ${amount} needed`;
  const roomForSlider = threshold === null ? 0 : 24;
  // Moved left of the max lead time line if there isn't enough space right of it.
  const isBefore = maxLeadTimeWidth > 0 && maxLeadTimeWidth < textWidth(wanted, fontSize, 600) + roomForSlider + 10;

  return (
    <ComposedChart
      // The longest segment is the data of the chart, not of an area: otherwise each move of the window would render
      // twice.
      data={bars ?? series.level}
      width={width}
      height={height}
      margin={margin}
      accessibilityLayer={false}
      className={classes['plot']}
    >
      <defs>
        <HatchPattern id={hatchId} />
      </defs>
      <CartesianGrid {...levelGrid} />
      <XAxis {...timeAxis} />
      <YAxis {...levelAxis} />
      {leadTime !== null && leadTime < window.to && <ReferenceArea {...maxLeadTimeArea(leadTime, window, hatchId)} />}
      {series.past.length > 0 && (
        <Area
          {...plainLine}
          {...motion}
          data={series.past}
          stroke="var(--sh-muted)"
          fill="var(--sh-muted)"
          fillOpacity={0.09}
        />
      )}
      {bars && <Bar dataKey="level" {...motion} barSize={1} shape={BucketBar} zIndex={0} />}
      {!bars && series.level.length > 0 && (
        <Area
          {...plainLine}
          {...motion}
          stroke="var(--sh-accent)"
          strokeWidth={2}
          fill="var(--sh-accent)"
          fillOpacity={0.13}
        />
      )}
      {!bars && series.beyond.length > 0 && (
        <Line
          {...plainLine}
          {...motion}
          data={series.beyond}
          stroke="var(--sh-accent)"
          strokeDasharray="3 4"
          strokeOpacity={0.6}
          strokeWidth={1.5}
        />
      )}
      {scale.lowest < 0 && <ReferenceLine y={0} stroke="var(--sh-muted)" zIndex={0} />}
      {flags.map(({ kind, at, isPinned, ...flag }) => (
        <ReferenceLine
          key={kind}
          x={at}
          // Outside the window only the label is shown, at the edge.
          {...(isPinned || kind === 'met' ? { stroke: 'none' } : strokes[kind])}
          label={<FlagLabel {...flag} kind={kind} />}
          zIndex={0}
        />
      ))}
      {quantity !== null && (
        <ReferenceLine y={quantity} stroke="var(--sh-text)" strokeWidth={1.5} strokeDasharray="6 4" zIndex={0} />
      )}
      {met !== null && quantity !== null && met >= window.from && met <= window.to && (
        <>
          <ReferenceLine
            segment={[
              { x: met, y: quantity },
              { x: met, y: scale.highest },
            ]}
            {...strokes.met}
            zIndex={0}
          />
          <ReferenceDot
            x={met}
            y={quantity}
            r={5.5}
            fill="var(--sh-expected)"
            stroke="var(--sh-surface)"
            strokeWidth={2}
            zIndex={0}
          />
        </>
      )}
      {props.quantity !== null && (
        <ReferenceLine
          y={Math.min(props.quantity, scale.highest)}
          stroke="none"
          zIndex={0}
          label={{
            value: wanted,
            position: isHigh ? 'insideTopRight' : 'insideBottomRight',
            dx: isBefore ? -maxLeadTimeWidth : -roomForSlider,
            className: classes['note'] ?? '',
            zIndex: 0,
          }}
        />
      )}
      {leadTime !== null && maxLeadTimeWidth > textWidth(theory, fontSize, 600) + 12 && (
        <ReferenceArea
          x1={Math.max(leadTime, window.from)}
          x2={window.to}
          fill="none"
          zIndex={0}
          label={{
            value: theory,
            position: isHigh ? 'center' : 'insideTop',
            className: classes['maxLeadTime'] ?? '',
            zIndex: 0,
          }}
        />
      )}
      {threshold && (
        <QuantitySlider threshold={threshold} highest={scale.highest} levels={levels} text={props.outcome} />
      )}
      {props.shipBy && <DateSlider {...props.shipBy} today={toMilliseconds(timeline.today)} />}
      <Crosshair pointsAt={pointsAt} />
    </ComposedChart>
  );
}

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
import { spreadLabels, textWidth, wrapText } from '#parts/chart/label-places.ts';
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

const todayHeight = 24;
const gapBelow = 10;
const lineHeight = 16;
const roomForSymbol = 17;
/** Average step length in pixels below which lines are solid: dashes would be unreadable and slow to draw. */
const minDashedStep = 8;

/** One series of a panel, with the data to draw it. */
export interface DrawnSeries {
  index: number;
  product: ComparedProduct;
  name: string;
  /** Lines of the name at the end of the series; none if there is no space for them. */
  lines: readonly string[];
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
  /** The quantity, which can be dragged in each plot; `outcome` is set if it can be moved by keyboard too. */
  threshold: Threshold;
  outcome: string | null;
}

/** One plot of a comparison. Memoized, so that moving the crosshair doesn't render it again. */
export const ComparePlot = memo(function ComparePlot(props: ComparePlotProps) {
  const { panel, drawn, timeAxis, today, quantity, emphasis, width, isFirst, isLast, hatchId, threshold } = props;
  const { t } = useLingui();
  const { formatDate, formatQuantity, formatShipDate } = useLocale();
  const { left, right } = props.margins;
  const { scale, isSeparate } = panel;
  const [from, to] = timeAxis.domain;
  const [only, ...others] = drawn;
  const single = others.length === 0 ? only : undefined;
  const leadAt = single ? leadTimeOf(single) : null;
  const leadTime = leadAt === null ? '' : formatDate(fromMilliseconds(leadAt), 'medium');
  const badge = leadAt === null ? null : t`Max lead time ${leadTime}`;
  const amount = quantity === null ? '' : formatQuantity(quantity, only?.product.unit);
  const titles = titleOf();
  const titleHeight = titles === null ? 0 : titles.lines.length * lineHeight + 8;
  const top = titleHeight + (isFirst ? todayHeight : 0);
  const plotHeight = Math.max(panel.height, isSeparate ? 0 : drawn.length * pitchOf(drawn));
  const height = top + plotHeight + (isLast ? timeAxisHeight : gapBelow);
  const margin = useMemo(() => ({ top, right, bottom: isLast ? 0 : gapBelow, left: 0 }), [top, right, isLast]);
  const levelAxis = useLevelAxis(scale, left, props.formatLevel);
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

  /** The title with the max lead time date beside it, or in a line of its own. */
  function titleOf() {
    if (!isSeparate && badge === null) return null;
    const { name: text, style } = isSeparate && single ? single : { name: '', style: null };
    const room = width - left - right - (style ? roomForSymbol : 0);
    const whole = wrapText(text, room, nameSize, 600);
    const roomBeside = room - textWidth(badge ?? '', fontSize, 600) - 16;
    const isBeside = badge === null || textWidth(text, nameSize, 600) <= roomBeside;
    return { lines: isBeside ? whole : [...whole, ''], style };
  }

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
      {leadAt !== null && leadAt < to && <ReferenceArea {...maxLeadTimeArea(leadAt, { from, to }, hatchId)} />}
      {scale.lowest < 0 && <ReferenceLine y={0} stroke="var(--sh-muted)" zIndex={0} />}
      {leadAt !== null && leadAt >= from && leadAt <= to && (
        <ReferenceLine x={leadAt} stroke="var(--sh-mlt)" strokeWidth={2.5} zIndex={0} />
      )}
      {quantity !== null && (
        <ReferenceLine
          y={Math.min(quantity, scale.highest)}
          stroke="var(--sh-text)"
          strokeWidth={1.5}
          strokeDasharray="6 4"
          zIndex={0}
          label={
            isFirst
              ? {
                  value: t`${amount} needed`,
                  position: quantity > scale.highest * 0.7 ? 'insideTopLeft' : 'insideBottomLeft',
                  className: classes['note'] ?? '',
                  zIndex: 0,
                }
              : false
          }
        />
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
          past.length > 0 && <Line {...line} key={`past ${index}`} data={past} strokeOpacity={0.6} strokeWidth={1.5} />,
          // In one plot, each line is hatched from its own max lead time date on.
          beyond.length > 0 && !single && (
            <Line
              {...line}
              key={`hatch ${index}`}
              data={beyond}
              stroke={`url(#${hatchId})`}
              strokeWidth={7}
              strokeOpacity={0.4}
            />
          ),
          beyond.length > 0 && (
            <Line {...line} key={`beyond ${index}`} data={beyond} strokeDasharray="2 3" strokeWidth={1.75} />
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
      {!isSeparate && <EndNames drawn={drawn} emphasis={emphasis} />}
      {titles && <PanelTitle {...titles} badge={badge} lift={isFirst} />}
      <QuantitySlider threshold={threshold} highest={scale.highest} levels={levels} text={props.outcome} />
      <Crosshair pointsAt={pointsAt} />
    </ComposedChart>
  );
});

function leadTimeOf({ product }: DrawnSeries): number | null {
  const date = product.timeline.maxLeadTimeDate;
  return date === null ? null : toMilliseconds(date);
}

interface PanelTitleProps {
  lines: readonly string[];
  style: SeriesStyle | null;
  /** The max lead time date of its only product, at the end of the last line. */
  badge: string | null;
  /** Whether the title is above the label of today. */
  lift: boolean;
}

/** Title above a panel, part of the drawing so that exported images include it. */
function PanelTitle({ lines, style, badge, lift }: PanelTitleProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const bottom = plot.y - 11 - (lift ? todayHeight : 0);
  const top = bottom - (lines.length - 1) * lineHeight;
  return (
    <g className={classes['panelTitle']}>
      {style && <Symbols type={style.shape} cx={plot.x + 6} cy={top} size={54} fill={style.color} />}
      <TextLines lines={lines} x={plot.x + (style ? roomForSymbol : 0)} y={top} />
      {badge !== null && (
        <text x={plot.x + plot.width} y={bottom} dy="0.34em" textAnchor="end" className={classes['badge']}>
          {badge}
        </text>
      )}
    </g>
  );
}

/** Text in lines, the first with its middle at `y`. */
function TextLines({ lines, x, y }: { lines: readonly string[]; x: number; y: number }) {
  return (
    <text x={x} y={y}>
      {lines.map((line, at) => (
        // eslint-disable-next-line react/no-array-index-key -- lines have no other unique key
        <tspan key={at} x={x} dy={at === 0 ? '0.34em' : lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
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

const leader = 22;
/** Size of the names, in pixels. */
export const nameSize = 13;
/** Width of a mark and its leader line at the right, in pixels. */
export const roomForMark = 34;

/** Distance of the names at the ends of lines, in pixels. */
function pitchOf(drawn: readonly DrawnSeries[]): number {
  return Math.max(1, ...drawn.map(({ lines }) => lines.length)) * lineHeight + 3;
}

/** Whole names at the ends of the lines, with leader lines; only marks if there is no space for names. */
function EndNames({ drawn, emphasis }: LayerProps) {
  const plot = usePlotArea();
  const toY = useYAxisScale();
  if (!plot || !toY) return null;
  const right = plot.x + plot.width;
  const ends = drawn.map(({ series: { past, level, beyond } }) => {
    const last = beyond.at(-1) ?? level.at(-1) ?? past.at(-1);
    return toY(last?.level ?? 0) ?? 0;
  });
  const pitch = pitchOf(drawn);
  const margin = (pitch - lineHeight) / 2;
  const places = spreadLabels(ends, { top: plot.y + margin, bottom: plot.y + plot.height - margin, pitch });
  return drawn.map(({ index, name, lines, style }, place) => {
    const y = places[place] ?? 0;
    return (
      <g
        key={index}
        className={classes['endName']}
        fill={style.color}
        opacity={emphasis === null || emphasis === index ? 1 : 0.35}
      >
        <path d={`M${right + 2},${ends[place]}L${right + leader - 9},${y}`} stroke={style.color} fill="none" />
        <Symbols type={style.shape} cx={right + leader} cy={y} size={54} fill={style.color} />
        {lines.length === 0 ? (
          // An exported image has room for it.
          <text x={right + leader + 9} y={y} dy="0.34em" data-whole={name} />
        ) : (
          <TextLines lines={lines} x={right + leader + 9} y={y - ((lines.length - 1) * lineHeight) / 2} />
        )}
      </g>
    );
  });
}

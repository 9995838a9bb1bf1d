// oxlint-disable jsx-a11y/prefer-tag-over-role -- an image made of elements has no source file
import { useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';

import { chartSeries, levelRange, type Corner } from '#parts/chart/chart-series.ts';
import { useCalendarSummary } from '#parts/chart/chart-words.ts';
import type { TimeWindow } from '#parts/chart/time-window.ts';
import { lastChange, type StockTimeline } from '#stock/stock-timeline.ts';
import { addDays, daysBetween, later, toMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import classes from './sparkline.module.css';

interface SparklineProps {
  timeline: StockTimeline;
  /** Shared by all rows of a table: see {@link sparklineWindow}. */
  window: TimeWindow;
  /** Draws a line at this quantity if given. */
  quantity?: Thousandths | null;
  /** The calendar before a change, drawn behind on the same scale. */
  before?: StockTimeline;
  unit: string | null;
}

/**
 * Small stepped line of a calendar that fills its cell: today as a line, and the time from the max lead time date
 * hatched. Described by one sentence for screen readers.
 */
export const Sparkline = memo(function Sparkline({ timeline, window, quantity = null, before, unit }: SparklineProps) {
  const { t } = useLingui();
  const summary = useCalendarSummary();
  const drawing = useMemo(
    () => drawSparkline(timeline, window, quantity, before),
    [timeline, window, quantity, before],
  );
  const { maxLeadTime, today } = drawing;
  const now = summary(timeline, unit);
  const was = before === undefined ? null : summary(before, unit);
  const label = was === null ? now : t`Before: ${was}. After: ${now}.`;
  return (
    <span role="img" data-drawing aria-label={label} className={classes.sparkline}>
      {maxLeadTime !== null && <span className={classes.maxLeadTime} style={{ left: share(maxLeadTime) }} />}
      <svg viewBox={`0 0 ${field.width} ${field.height}`} preserveAspectRatio="none">
        <path d={drawing.ground} className={classes.ground} />
        <path d={drawing.past} className={classes.past} />
        {drawing.before !== '' && <path d={drawing.before} className={classes.before} />}
        <path d={drawing.beyond} className={classes.beyond} />
        {drawing.quantity !== null && <path d={`M0,${drawing.quantity}H${field.width}`} className={classes.quantity} />}
        <path d={drawing.level} className={classes.level} />
      </svg>
      <span className={classes.today} style={{ left: share(today) }} />
    </span>
  );
});

function share(x: number): string {
  return `${(x / field.width) * 100}%`;
}

/** The coordinate system of every sparkline; stretched to the cell. */
const field = { width: 1000, height: 100 };
const air = 8;
/** A quantity above this multiple of the highest level isn't drawn, because it would flatten the line. */
const maxStretch = 3;

/** Parts of a sparkline as SVG paths and positions on {@link field}. Markers outside it are null. */
export interface SparklineDrawing {
  past: string;
  level: string;
  ground: string;
  beyond: string;
  /** The calendar before, from today on; empty without one. */
  before: string;
  today: number;
  /** From here on any quantity can ship, not backed by stock. */
  maxLeadTime: number | null;
  quantity: number | null;
}

/**
 * Draws the calendar within `window`, with zero or a lower level at the bottom and the highest level at the top: its own
 * or that of the calendar `before`.
 */
export function drawSparkline(
  timeline: StockTimeline,
  window: TimeWindow,
  quantity: Thousandths | null,
  before?: StockTimeline,
): SparklineDrawing {
  const series = chartSeries(timeline, window, null);
  const earlier = before && chartSeries(before, window, null);
  const ranges = [series, ...(earlier ? [earlier] : [])].map(levelRange);
  const lowest = Math.min(...ranges.map((range) => range.lowest));
  const highest = Math.max(...ranges.map((range) => range.highest));
  const shown = quantity !== null && quantity <= highest * maxStretch ? quantity : null;
  const top = Math.max(highest, shown ?? 0, lowest + 1);
  const xOf = (at: number) => round(((at - window.from) / (window.to - window.from)) * field.width);
  const yOf = (level: Thousandths) => round(air + ((top - level) / (top - lowest)) * (field.height - 2 * air));
  const steps = (corners: readonly Corner[]) => corners.map(({ at, level }) => `H${xOf(at)}V${yOf(level)}`).join('');
  const line = ([first, ...others]: readonly Corner[]) =>
    first ? `M${xOf(first.at)},${yOf(first.level)}${steps(others)}` : '';
  const ground = (corners: readonly Corner[]) =>
    corners[0] ? `M${xOf(corners[0].at)},${yOf(0)}${steps(corners)}V${yOf(0)}Z` : '';
  const leadTime = timeline.maxLeadTimeDate === null ? null : xOf(toMilliseconds(timeline.maxLeadTimeDate));
  return {
    past: line(series.past),
    level: line(series.level),
    ground: ground(series.level),
    beyond: line(series.beyond),
    before: earlier ? line(earlier.level) + line(earlier.beyond) : '',
    today: xOf(toMilliseconds(timeline.today)),
    maxLeadTime: leadTime === null || leadTime > field.width ? null : Math.max(0, leadTime),
    quantity: shown === null ? null : yOf(shown),
  };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

const daysBefore = 14;
const shortestAhead = 56;
const maxAhead = 366;

/**
 * Returns one window for all sparklines of a table, so that they are comparable. From two weeks before `today` to the
 * last date of any of `timelines`, 8 weeks to a year ahead.
 */
export function sparklineWindow(timelines: readonly StockTimeline[], today: CalendarDate): TimeWindow {
  const last = timelines.map(lastChange).reduce(later, today);
  const ahead = Math.min(Math.max(Math.ceil(daysBetween(today, last) * 1.08), shortestAhead), maxAhead);
  return { from: toMilliseconds(addDays(today, -daysBefore)), to: toMilliseconds(addDays(today, ahead)) };
}

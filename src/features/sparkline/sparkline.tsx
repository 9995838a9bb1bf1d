// oxlint-disable jsx-a11y/prefer-tag-over-role -- an image made of elements, which has no file to name
import { memo, useMemo } from 'react';

import type { TimeWindow } from '#features/chart/time-window.ts';
import { useCalendarSummary } from '#features/chart/use-calendar-summary.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { drawSparkline, field } from './sparkline-drawing.ts';
import classes from './sparkline.module.css';

interface SparklineProps {
  timeline: StockTimeline;
  /** One for all rows of a table: see `sparklineWindow`. */
  window: TimeWindow;
  /** Where given, the line that a level has to reach. */
  quantity?: Thousandths | null;
  unit: string | null;
}

/**
 * A calendar as a small stepped line that fills the width of its cell: today as a line, the max lead time as a
 * marker with the time beyond it hatched. Read out as one sentence.
 */
export const Sparkline = memo(function Sparkline({ timeline, window, quantity = null, unit }: SparklineProps) {
  const summary = useCalendarSummary();
  const drawing = useMemo(() => drawSparkline(timeline, window, quantity), [timeline, window, quantity]);
  const { maxLeadTime, today } = drawing;
  return (
    <span role="img" aria-label={summary(timeline, unit)} className={classes.sparkline}>
      {maxLeadTime !== null && <span className={classes.theory} style={{ left: share(maxLeadTime) }} />}
      <svg viewBox={`0 0 ${field.width} ${field.height}`} preserveAspectRatio="none">
        <path d={drawing.ground} className={classes.ground} />
        <path d={drawing.past} className={classes.past} />
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

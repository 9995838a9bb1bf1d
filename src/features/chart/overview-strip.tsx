import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { fromMilliseconds, toMilliseconds } from '#lib/calendar-date.ts';
import { useLocale } from '#ui/locale.tsx';
import type { StockTimeline } from '#domain/stock-timeline.ts';

import { chartSeries, levelRange } from './chart-series.ts';
import classes from './overview-strip.module.css';
import { xOf, type PlotGeometry } from './plot-geometry.ts';
import { rightAir } from './plot-layout.ts';
import { stepArea } from './step-path.ts';
import type { ChartView } from './use-chart-view.ts';
import { useStripDrag } from './use-strip-drag.ts';

interface OverviewStripProps {
  timeline: StockTimeline;
  view: ChartView;
  width: number;
  hatchId: string;
}

const height = 44;
const day = 86_400_000;

/** The whole calendar in small, the period shown marked on it: its ends and its middle can be dragged, its ends keyed. */
export function OverviewStrip({ timeline, view, width, hatchId }: OverviewStripProps) {
  const { t } = useLingui();
  const { formatDate } = useLocale();
  const { window, limits } = view;
  const series = useMemo(() => chartSeries(timeline, limits, null), [timeline, limits]);
  const geometry = useMemo((): PlotGeometry => {
    const { lowest, highest } = levelRange(series);
    const plot = { left: rightAir, top: 6, width: width - 2 * rightAir, height: height - 12 };
    return { ...plot, window: limits, lowest, highest: Math.max(highest, lowest + 1) };
  }, [series, limits, width]);
  const path = useMemo(() => {
    const { past, level, beyond } = series;
    return stepArea([...past, ...level, ...beyond], geometry);
  }, [series, geometry]);
  const drag = useStripDrag(geometry, view);
  const from = xOf(geometry, window.from);
  const to = xOf(geometry, window.to);
  const leadTime = timeline.maxLeadTimeDate === null ? null : xOf(geometry, toMilliseconds(timeline.maxLeadTimeDate));
  const right = geometry.left + geometry.width;

  const handle = (edge: 'from' | 'to', label: string) => ({
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': Math.round(limits.from / day),
    'aria-valuemax': Math.round(limits.to / day),
    'aria-valuenow': Math.round(window[edge] / day),
    'aria-valuetext': formatDate(fromMilliseconds(window[edge]), 'long'),
    className: classes.handle,
    style: { left: xOf(geometry, window[edge]) },
    ...drag(edge),
  });

  return (
    <div className={classes.strip} style={{ height }}>
      <svg width={width} height={height} aria-hidden>
        {leadTime !== null && leadTime < right && (
          <rect x={leadTime} y={6} width={right - leadTime} height={height - 12} fill={`url(#${hatchId})`} />
        )}
        <path d={path} className={classes.path} />
        <rect
          x={geometry.left}
          y={4}
          width={Math.max(0, from - geometry.left)}
          height={height - 8}
          className={classes.shade}
        />
        <rect x={to} y={4} width={Math.max(0, right - to)} height={height - 8} className={classes.shade} />
        <rect x={from} y={4.5} width={Math.max(0, to - from)} height={height - 9} rx={4} className={classes.frame} />
      </svg>
      <div className={classes.middle} style={{ left: from, width: Math.max(0, to - from) }} {...drag('middle')} />
      <div {...handle('from', t`Start of the period shown`)} />
      <div {...handle('to', t`End of the period shown`)} />
    </div>
  );
}

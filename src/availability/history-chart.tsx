import { useLingui } from '@lingui/react/macro';
import { useElementSize } from '@mantine/hooks';
import { memo, useCallback, useMemo } from 'react';
import { CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts';

import { timeTicks } from '#parts/chart/axis-ticks.ts';
import { ChartLegend, type LegendEntry } from '#parts/chart/chart-legend.tsx';
import { ChartReader, Crosshair } from '#parts/chart/chart-reader.tsx';
import classes from '#parts/chart/chart.module.css';
import type { TimeWindow } from '#parts/chart/time-window.ts';
import { levelGrid, plainLine, rightPadding, useLevelAxis, useTimeAxis } from '#parts/chart/stock-plot.tsx';
import { addDays, fromMilliseconds, later, toMilliseconds } from '#stock/calendar-date.ts';
import { type ObservedDay, observedSpans } from '#stock/calendars/ship-date-history.ts';
import { useLocale } from '#ui/locale.tsx';

interface HistoryChartProps {
  /** At least one. */
  days: readonly ObservedDay[];
  label: string;
  /** Says what was observed on a day. */
  dayText: (observed: ObservedDay) => string;
}

const height = 240;
const axisWidth = 62;
const dayLength = 86_400_000;

/**
 * The ship date (y) by the day on which it was observed (x). A date that holds is flat, one that slips a step up, and
 * stock on hand runs along the diagonal, which is today. Lines end at gaps.
 */
export function HistoryChart({ days, label, dayText }: HistoryChartProps) {
  const { t } = useLingui();
  const { ref, width } = useElementSize();
  const stops = useMemo(() => days.map((observed) => ({ ...observed, date: observed.day })), [days]);
  const spans = useMemo(() => observedSpans(days), [days]);
  const keys = t`Arrow keys: previous or next day. Page Up and Page Down: four weeks. Home and End: first and last.`;
  const legend: LegendEntry[] = [{ kind: 'level', text: t`Backed by stock` }];
  if (spans.some(({ kind }) => kind === 'max-lead-time'))
    legend.push({ kind: 'maxLeadTime', text: t`Max lead time: not backed by stock` });
  legend.push({ kind: 'today', text: t`On this line: in stock` });
  return (
    <figure aria-label={label} className={classes['figure']}>
      <div ref={ref} data-drawing style={{ minHeight: height + 28 }}>
        {width > 0 && (
          <ChartReader
            stops={stops}
            defaultDate={days.at(-1)?.day ?? '1970-01-01'}
            view={null}
            label={label}
            help={keys}
            spoken={dayText}
            renderAbove={(stop) => <p className={classes['readout']}>{stop && dayText(stop)}</p>}
            renderTip={(at) => {
              const observed = observedAt(days, at);
              return observed && <strong>{dayText(observed)}</strong>;
            }}
          >
            <HistoryPlot days={days} spans={spans} width={width} />
          </ChartReader>
        )}
      </div>
      <ChartLegend entries={legend} />
    </figure>
  );
}

function observedAt(days: readonly ObservedDay[], at: number): ObservedDay | undefined {
  const day = fromMilliseconds(at);
  return days.find((observed) => observed.day === day);
}

function shipInstant({ day, stockResult }: ObservedDay): number | null {
  return stockResult.kind === 'not-available' ? null : toMilliseconds(later(day, stockResult.date));
}

interface HistoryPlotProps {
  days: readonly ObservedDay[];
  spans: ReturnType<typeof observedSpans>;
  width: number;
}

/** Memoized, so that moving the crosshair doesn't render it again. */
const HistoryPlot = memo(function HistoryPlot({ days, spans, width }: HistoryPlotProps) {
  const [first, last] = [days[0]?.day ?? '1970-01-01', days.at(-1)?.day ?? '1970-01-01'];
  const window = useMemo(() => ({ from: toMilliseconds(first), to: toMilliseconds(addDays(last, 1)) }), [first, last]);
  const timeAxis = useTimeAxis(window, width - axisWidth, 'day');
  const dateAxis = useDateAxis(days, window);
  const pointsAt = useCallback(
    (at: number) => {
      const observed = observedAt(days, at);
      const level = observed === undefined ? null : shipInstant(observed);
      return level === null ? [] : [{ level, fill: 'var(--sh-accent)', stroke: 'var(--sh-surface)' }];
    },
    [days],
  );
  return (
    <ComposedChart
      width={width}
      height={height}
      margin={{ top: 6, right: rightPadding, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      className={classes['plot'] ?? ''}
    >
      <CartesianGrid {...levelGrid} />
      <XAxis {...timeAxis} />
      <YAxis {...dateAxis} tickMargin={2} />
      <Line
        {...plainLine}
        type="linear"
        data={[window.from, window.to].map((at) => ({ at, level: at }))}
        stroke="var(--sh-muted)"
        strokeDasharray="2 3"
      />
      {spans
        .filter(({ kind }) => kind !== 'not-available')
        .map((span) => (
          <Line
            {...plainLine}
            type="linear"
            key={`${span.kind} ${span.days[0]?.day ?? ''}`}
            data={pointsOf(span)}
            stroke={span.kind === 'stock' ? 'var(--sh-accent)' : 'var(--sh-mlt)'}
            strokeWidth={2}
            strokeDasharray={span.kind === 'stock' ? undefined : '6 4'}
          />
        ))}
      <Crosshair pointsAt={pointsAt} />
    </ComposedChart>
  );
});

/** Props of the axis of ship dates: that of levels, in milliseconds UTC. */
function useDateAxis(days: readonly ObservedDay[], { from, to }: TimeWindow) {
  const { formatDate } = useLocale();
  const scale = useMemo(() => {
    const last = Math.max(to, ...days.map((observed) => shipInstant(observed) ?? 0));
    const highest = last + (last - from) * 0.06;
    return { lowest: from, highest, ticks: timeTicks({ from, to: highest }, height / 34).dates.map(toMilliseconds) };
  }, [days, from, to]);
  const format = useCallback((at: number) => formatDate(fromMilliseconds(at), 'short'), [formatDate]);
  return useLevelAxis(scale, axisWidth, format);
}

/** A date holds for the whole day on which it was observed; stock on hand can ship at any time of it. */
function pointsOf({ days }: ReturnType<typeof observedSpans>[number]): { at: number; level: number | null }[] {
  return days.flatMap((observed) => {
    const [from, level] = [toMilliseconds(observed.day), shipInstant(observed)];
    const to = from + dayLength;
    return [
      { at: from, level },
      { at: to, level: level === from ? to : level },
    ];
  });
}

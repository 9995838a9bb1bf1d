import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import { daysBetween, fromMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';

import {
  clampWindow,
  homeWindow,
  panWindow,
  periodOfWindow,
  presetOf,
  presets,
  revealInstant,
  wholeWindow,
  windowOfPeriod,
  windowOfPreset,
  zoomWindow,
  type ChartPeriod,
  type Preset,
  type TimeWindow,
} from './time-window.ts';

/** Visible period from the URL, and callback for its changes. Null is the initial period. */
export interface ChartPeriodProps {
  period?: ChartPeriod | null;
  onPeriodChange?: (period: ChartPeriod | null) => void;
}

interface Choice {
  window: TimeWindow;
  preset: Preset | null;
}

const reportDelay = 400;

/** Visible period of a chart, with the actions that change it. */
export function useChartView(timeline: StockTimeline, { period = null, onPeriodChange }: ChartPeriodProps) {
  const limits = useMemo(() => wholeWindow(timeline), [timeline]);
  const choiceOf = (outside: ChartPeriod | null) => choiceOfPeriod(outside, timeline.today, limits);
  const [chosen, setChosen] = useState<Choice | null>(() => choiceOf(period));
  usePeriodSync(chosen, (outside) => setChosen(choiceOf(outside)), { period, onPeriodChange });
  const home = useMemo(() => homeWindow(timeline), [timeline]);
  const window = useMemo(() => (chosen ? clampWindow(chosen.window, limits) : home), [chosen, limits, home]);
  const middle = (window.from + window.to) / 2;
  const move = (next: TimeWindow) => setChosen({ window: next, preset: null });
  const daysAhead = daysBetween(timeline.today, fromMilliseconds(limits.to));

  return {
    window,
    limits,
    /** Selected preset, null after any other zoom or pan. */
    preset: chosen ? chosen.preset : home.from === limits.from ? ('all' as const) : null,
    /** Presets that would show less than everything, and everything. */
    presets: presets.filter((preset) => preset === 'all' || preset < daysAhead),
    show: (next: TimeWindow) => move(clampWindow(next, limits)),
    zoom: (factor: number, anchor = middle) => move(zoomWindow(window, factor, anchor, limits)),
    pan: (milliseconds: number) => move(panWindow(window, milliseconds, limits)),
    reveal: (at: number) => {
      const next = revealInstant(window, at, limits);
      if (next !== window) move(next);
    },
    choose: (preset: Preset) => setChosen({ window: windowOfPreset(preset, timeline.today, limits), preset }),
    reset: () => setChosen(null),
  };
}

export type ChartView = ReturnType<typeof useChartView>;

/** Reports a move after a pause, and follows external changes of the period. */
function usePeriodSync(
  chosen: Choice | null,
  follow: (period: ChartPeriod | null) => void,
  { period, onPeriodChange }: Required<Pick<ChartPeriodProps, 'period'>> & ChartPeriodProps,
) {
  const known = useRef(keyOf(period));
  const report = useRef(onPeriodChange);
  const followPeriod = useEffectEvent(follow);
  useEffect(() => {
    report.current = onPeriodChange;
  });
  useEffect(() => {
    if (keyOf(period) === known.current) return;
    known.current = keyOf(period);
    followPeriod(period);
  }, [period]);
  useEffect(() => {
    const moved = chosen && periodOfWindow(chosen.window);
    if (keyOf(moved) === known.current) return undefined;
    const timer = setTimeout(() => {
      known.current = keyOf(moved);
      report.current?.(moved);
    }, reportDelay);
    return () => clearTimeout(timer);
  }, [chosen]);
}

function choiceOfPeriod(period: ChartPeriod | null, today: CalendarDate, limits: TimeWindow): Choice | null {
  if (period === null) return null;
  const window = windowOfPeriod(period);
  if (window === null) return null;
  const preset = presetOf(period, today, limits);
  return { window: preset === null ? window : windowOfPreset(preset, today, limits), preset };
}

function keyOf(period: ChartPeriod | null): string {
  return period ? `${period.from} ${period.to}` : '';
}

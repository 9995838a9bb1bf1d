import { useEffect, useMemo, useRef, useState } from 'react';

import { daysBetween, fromMilliseconds } from '#lib/calendar-date.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

import { periodOfWindow, windowOfPeriod, type ChartPeriod } from './chart-period.ts';
import {
  clampWindow,
  homeWindow,
  panWindow,
  revealInstant,
  wholeWindow,
  windowOfDays,
  zoomWindow,
  type TimeWindow,
} from './time-window.ts';

/** The ready-made stretches of time: a number of days from today, or everything. */
export const presets = [28, 91, 'all'] as const;
export type Preset = (typeof presets)[number];

/** Where a chart is to open, and who wants to know where it was moved; null stands for the period it opens with. */
export interface ChartPeriodProps {
  period?: ChartPeriod | null;
  onPeriodChange?: (period: ChartPeriod | null) => void;
}

interface Choice {
  window: TimeWindow;
  preset: Preset | null;
}

const pauseBeforeTelling = 400;

/** Which stretch of time a chart shows, and everything that moves it. */
export function useChartView(timeline: StockTimeline, { period = null, onPeriodChange }: ChartPeriodProps) {
  const [chosen, setChosen] = useState<Choice | null>(() => choiceOf(period));
  useOutsidePeriod(chosen, setChosen, { period, onPeriodChange });
  const limits = useMemo(() => wholeWindow(timeline), [timeline]);
  const home = useMemo(() => homeWindow(timeline), [timeline]);
  const window = useMemo(() => (chosen ? clampWindow(chosen.window, limits) : home), [chosen, limits, home]);
  const middle = (window.from + window.to) / 2;
  const move = (next: TimeWindow) => setChosen({ window: next, preset: null });
  const daysAhead = daysBetween(timeline.today, fromMilliseconds(limits.to));

  return {
    window,
    limits,
    /** The ready-made stretch on screen, or null after any other move. */
    preset: chosen ? chosen.preset : home.from === limits.from ? ('all' as const) : null,
    /** Those that would show less than everything, and everything. */
    presets: presets.filter((preset) => preset === 'all' || preset < daysAhead),
    moved: chosen !== null,
    show: (next: TimeWindow) => move(clampWindow(next, limits)),
    zoom: (factor: number, anchor = middle) => move(zoomWindow(window, factor, anchor, limits)),
    pan: (milliseconds: number) => move(panWindow(window, milliseconds, limits)),
    reveal: (at: number) => {
      const next = revealInstant(window, at, limits);
      if (next !== window) move(next);
    },
    choose: (preset: Preset) =>
      setChosen({ window: preset === 'all' ? limits : windowOfDays(timeline.today, preset), preset }),
    reset: () => setChosen(null),
  };
}

export type ChartView = ReturnType<typeof useChartView>;

/** Tells of a move once it has come to rest, and follows a period that was set from outside. */
function useOutsidePeriod(
  chosen: Choice | null,
  setChosen: (choice: Choice | null) => void,
  { period, onPeriodChange }: Required<Pick<ChartPeriodProps, 'period'>> & ChartPeriodProps,
) {
  const known = useRef(keyOf(period));
  const tell = useRef(onPeriodChange);
  useEffect(() => {
    tell.current = onPeriodChange;
  });
  useEffect(() => {
    if (keyOf(period) === known.current) return;
    known.current = keyOf(period);
    setChosen(choiceOf(period));
  }, [period, setChosen]);
  useEffect(() => {
    const moved = chosen && periodOfWindow(chosen.window);
    if (keyOf(moved) === known.current) return undefined;
    const timer = setTimeout(() => {
      known.current = keyOf(moved);
      tell.current?.(moved);
    }, pauseBeforeTelling);
    return () => clearTimeout(timer);
  }, [chosen]);
}

function choiceOf(period: ChartPeriod | null): Choice | null {
  const window = period && windowOfPeriod(period);
  return window && { window, preset: null };
}

function keyOf(period: ChartPeriod | null): string {
  return period ? `${period.from} ${period.to}` : '';
}

import { useMemo, useState } from 'react';

import { daysBetween, fromMilliseconds } from '#lib/calendar-date.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

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

/** Which stretch of time a chart shows, and everything that moves it. */
export function useChartView(timeline: StockTimeline) {
  const [chosen, setChosen] = useState<{ window: TimeWindow; preset: Preset | null } | null>(null);
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

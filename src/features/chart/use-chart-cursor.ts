import { useState, type KeyboardEvent } from 'react';

import { toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';

import { stopIndexAt, stopIndexFrom } from './stop-index.ts';
import type { ChartView } from './use-chart-view.ts';

interface ChartCursorOptions<Stop> {
  /** Where the crosshair can rest, ascending by date. */
  stops: readonly Stop[];
  /** The one that is told while there is no crosshair. */
  restingIndex: number;
  view: ChartView;
  /** What the arrow keys up and down do; to the next and the previous stop where it isn't given. */
  onVertical?: (by: 1 | -1) => void;
}

const zoomStep = 1.6;
const pageInDays = 28;

/** Where the crosshair stands: under the pointer, else where the keys took it while the chart has the focus. */
export function useChartCursor<Stop extends { date: CalendarDate }>(options: ChartCursorOptions<Stop>) {
  const { stops, restingIndex, view, onVertical } = options;
  const [pointed, setPointed] = useState<number | null>(null);
  const [keyed, setKeyed] = useState<number | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const focused = Math.min(keyed ?? restingIndex, stops.length - 1);

  function moveTo(index: number) {
    const next = Math.min(Math.max(index, 0), stops.length - 1);
    const stop = stops[next];
    setKeyed(next);
    setPointed(null);
    if (stop) view.reveal(toMilliseconds(stop.date));
  }

  const actions: Record<string, () => void> = {
    ArrowRight: () => moveTo(focused + 1),
    ArrowLeft: () => moveTo(focused - 1),
    ArrowUp: () => (onVertical ? onVertical(-1) : moveTo(focused + 1)),
    ArrowDown: () => (onVertical ? onVertical(1) : moveTo(focused - 1)),
    PageDown: () => moveTo(stopIndexFrom(stops, focused, pageInDays)),
    PageUp: () => moveTo(stopIndexFrom(stops, focused, -pageInDays)),
    Home: () => moveTo(0),
    End: () => moveTo(stops.length - 1),
    '+': () => view.zoom(1 / zoomStep, instantOf(stops[focused])),
    '=': () => view.zoom(1 / zoomStep, instantOf(stops[focused])),
    '-': () => view.zoom(zoomStep, instantOf(stops[focused])),
    '0': view.reset,
  };

  return {
    /** The stop under the crosshair; null while there is none. */
    stop: stops[pointed ?? (hasFocus ? focused : -1)] ?? null,
    /** What is told while there is no crosshair. */
    resting: stops[restingIndex] ?? null,
    /** What the keys last reached, to be spoken. */
    spoken: hasFocus && keyed !== null ? (stops[focused] ?? null) : null,
    point: (at: number | null) => setPointed(at === null ? null : stopIndexAt(stops, at)),
    keys: {
      tabIndex: 0,
      onKeyDown: (event: KeyboardEvent) => {
        const action = actions[event.key];
        if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        action();
      },
      onFocus: () => setHasFocus(true),
      onBlur: () => setHasFocus(false),
    },
  };
}

function instantOf(stop: { date: CalendarDate } | undefined): number | undefined {
  return stop && toMilliseconds(stop.date);
}

import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import type { PlotGeometry } from './plot-geometry.ts';
import type { TimeWindow } from './time-window.ts';
import type { ChartView } from './use-chart-view.ts';

type Grip = 'from' | 'to' | 'middle';

const day = 86_400_000;
const shortestSpan = 7 * day;

/** Dragging and keying the ends of the period shown, and dragging all of it. */
export function useStripDrag({ width, window: whole }: PlotGeometry, view: ChartView) {
  const start = useRef<{ x: number; window: TimeWindow } | null>(null);

  function moved(grip: Grip, { from, to }: TimeWindow, by: number): TimeWindow {
    if (grip === 'from') return { from: Math.min(Math.max(from + by, whole.from), to - shortestSpan), to };
    if (grip === 'to') return { from, to: Math.max(Math.min(to + by, whole.to), from + shortestSpan) };
    return { from: from + by, to: to + by };
  }

  return (grip: Grip) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, window: view.window };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      const milliseconds = ((event.clientX - start.current.x) / width) * (whole.to - whole.from);
      view.show(moved(grip, start.current.window, milliseconds));
    },
    onPointerUp: () => {
      start.current = null;
    },
    onPointerCancel: () => {
      start.current = null;
    },
    onKeyDown(event: KeyboardEvent) {
      const days = keySteps[event.key];
      if (days === undefined) return;
      event.preventDefault();
      view.show(moved(grip, view.window, days * day));
    },
  });
}

/** In days; Home and End go as far as there is. */
const keySteps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -1e6,
  End: 1e6,
};

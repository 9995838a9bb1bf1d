import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

import { instantAt, type PlotGeometry } from './plot-geometry.ts';
import type { ChartView } from './use-chart-view.ts';

interface PlotPointer {
  surface: RefObject<HTMLElement | null>;
  geometry: PlotGeometry;
  view: ChartView;
  /** The pointer rests over the instant `at`, or left (null). */
  onPoint: (at: number | null) => void;
}

const shortestDrag = 8;
const wheelStrength = 0.0018;

/**
 * Pointing, dragging and the wheel over a plot: moving points, dragging with a mouse marks a period and zooms to it,
 * a finger only points, the wheel zooms round the pointer and pans sideways. The wheel scrolls the page, and belongs
 * to the plot only with Ctrl or Cmd (as a pinch on a trackpad comes), or once the plot was clicked or tabbed to.
 */
export function usePlotPointer({ surface, geometry, view, onPoint }: PlotPointer) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  useWheel(surface, geometry, view);
  const onPlot = (x: number) => Math.min(Math.max(x, geometry.left), geometry.left + geometry.width);

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      onPoint(instantAt(geometry, xIn(event)));
      if (event.pointerType === 'touch') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: onPlot(xIn(event)), to: onPlot(xIn(event)) });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const x = xIn(event);
      onPoint(instantAt(geometry, x));
      setDrag((current) => current && { ...current, to: onPlot(x) });
    },
    onPointerUp() {
      if (drag && Math.abs(drag.to - drag.from) >= shortestDrag) {
        const ends = [drag.from, drag.to].map((x) => instantAt(geometry, x));
        view.show({ from: Math.min(...ends), to: Math.max(...ends) });
      }
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    // A finger that was lifted still wants to read what it pointed at.
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'touch') onPoint(null);
    },
  };
  const isMarked = drag !== null && Math.abs(drag.to - drag.from) >= shortestDrag;
  return { handlers, marked: isMarked ? drag : null };
}

function useWheel(surface: RefObject<HTMLElement | null>, geometry: PlotGeometry, view: ChartView) {
  const latest = useRef({ geometry, view });
  useEffect(() => {
    latest.current = { geometry, view };
  });
  useEffect(() => {
    const element = surface.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== element) return;
      const { geometry, view } = latest.current;
      const isWhole = view.window.from <= view.limits.from && view.window.to >= view.limits.to;
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (isWhole && (isSideways || event.deltaY > 0)) return;
      event.preventDefault();
      const perPixel = (view.window.to - view.window.from) / geometry.width;
      const anchor = instantAt(geometry, event.clientX - element.getBoundingClientRect().left);
      if (isSideways) view.pan(event.deltaX * perPixel);
      else view.zoom(Math.exp(event.deltaY * wheelStrength), anchor);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [surface]);
}

function xIn(event: PointerEvent<HTMLElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

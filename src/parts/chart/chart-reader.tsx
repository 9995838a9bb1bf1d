// oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the
// application role handles keys itself
import { useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { usePlotArea, useXAxisInverseScale, useXAxisScale, useYAxisScale } from 'recharts';

import { toMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { stopIndexAt, stopIndexFrom } from './chart-series.ts';
import classes from './chart.module.css';
import { zoomStep, type TimeWindow } from './time-window.ts';
import type { ChartView } from './use-chart-view.ts';

/** Geometry that a rendered plot reports to its reader: left edge, width, and the instant at a pixel. */
interface PlotScale {
  left: number;
  width: number;
  instantAt: (x: number) => number;
}

interface Reading {
  /** Instant of the crosshair, null if hidden. */
  at: number | null;
  /** Period being selected by dragging. */
  marked: TimeWindow | null;
  onScale: (scale: PlotScale) => void;
}

const ReadingContext = createContext<Reading | null>(null);

interface ChartReaderProps<Stop> {
  /** Positions of the crosshair, ascending by date. */
  stops: readonly Stop[];
  /** Date of the stop that is read out while there is no crosshair; the first stop if no stop is that late. */
  defaultDate: CalendarDate;
  /** The visible period; null if all is visible, and can't be zoomed. */
  view: ChartView | null;
  /** Accessible name, by default that of a stock calendar. */
  label?: string;
  /** Handles the up and down arrow keys. By default they move to the next and previous stop. */
  onVertical?: (by: 1 | -1) => void;
  /** Description of the chart and its keys, announced on focus. */
  help: string;
  /** Text announced for a stop reached by keyboard. */
  spoken: (stop: Stop) => string;
  /** Content above the chart, for the current stop. */
  renderAbove?: (stop: Stop | null) => ReactNode;
  /** Content below the chart, for the instant of the crosshair, without one that of `defaultDate`. */
  renderBeneath?: (at: number) => ReactNode;
  /** Tooltip at the pointer, for its instant. */
  renderTip: (at: number) => ReactNode;
  /** The chart, with a {@link Crosshair} in each plot. Memoize it, so that crosshair moves don't re-render it. */
  children: ReactNode;
}

const pageInDays = 28;

/** Pointer and keyboard access to a chart: one tab stop, and the stop at the crosshair is announced. */
export function ChartReader<Stop extends { date: CalendarDate }>(props: ChartReaderProps<Stop>) {
  const { stops, defaultDate, view, onVertical } = props;
  const { t } = useLingui();
  const helpId = useId();
  const surface = useRef<HTMLDivElement>(null);
  const scale = useRef<PlotScale>(null);
  const [keyboardIndex, setKeyboardIndex] = useState<number | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const pointer = usePlotPointer(surface, scale, view);
  const defaultIndex = Math.max(
    0,
    stops.findIndex(({ date }) => date >= defaultDate),
  );
  const focused = Math.min(keyboardIndex ?? defaultIndex, stops.length - 1);
  const pointed = pointer.at === null ? null : stopIndexAt(stops, pointer.at);
  const stop = stops[pointed ?? (hasFocus ? focused : -1)] ?? null;
  const read = stop ?? stops[defaultIndex] ?? null;
  const at = pointer.at ?? (stop && toMilliseconds(stop.date));
  const onScale = useCallback((next: PlotScale) => {
    scale.current = next;
  }, []);
  const reading = useMemo(() => ({ at, marked: pointer.marked, onScale }), [at, pointer.marked, onScale]);

  function moveTo(index: number) {
    const next = Math.min(Math.max(index, 0), stops.length - 1);
    const reached = stops[next];
    setKeyboardIndex(next);
    pointer.leave();
    if (reached) view?.reveal(toMilliseconds(reached.date));
  }
  const zoom = (factor: number) => {
    const anchor = stops[focused];
    view?.zoom(factor, anchor && toMilliseconds(anchor.date));
  };
  const actions: Record<string, () => void> = {
    ArrowRight: () => moveTo(focused + 1),
    ArrowLeft: () => moveTo(focused - 1),
    ArrowUp: () => (onVertical ? onVertical(-1) : moveTo(focused + 1)),
    ArrowDown: () => (onVertical ? onVertical(1) : moveTo(focused - 1)),
    PageDown: () => moveTo(stopIndexFrom(stops, focused, pageInDays)),
    PageUp: () => moveTo(stopIndexFrom(stops, focused, -pageInDays)),
    Home: () => moveTo(0),
    End: () => moveTo(stops.length - 1),
    '+': () => zoom(1 / zoomStep),
    '=': () => zoom(1 / zoomStep),
    '-': () => zoom(zoomStep),
    '0': () => view?.reset(),
  };
  function onKeyDown(event: KeyboardEvent) {
    const action = actions[event.key];
    // Interactive elements in the plot handle their own keys.
    if (!action || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }
  return (
    <>
      {props.renderAbove?.(read)}
      <div
        ref={surface}
        role="application"
        tabIndex={0}
        aria-label={props.label ?? t`Available quantity over time`}
        aria-roledescription={t`chart`}
        aria-describedby={helpId}
        className={classes['surface']}
        onKeyDown={onKeyDown}
        onFocus={(event) => setHasFocus(event.target === event.currentTarget)}
        onBlur={() => setHasFocus(false)}
        {...pointer.handlers}
      >
        <ReadingContext value={reading}>{props.children}</ReadingContext>
        {pointer.at !== null && pointer.tip !== null && pointer.marked === null && (
          <div aria-hidden className={classes['tip']} style={pointer.tip}>
            {props.renderTip(pointer.at)}
          </div>
        )}
      </div>
      {props.renderBeneath?.(at ?? toMilliseconds(defaultDate))}
      <VisuallyHidden id={helpId}>{props.help}</VisuallyHidden>
      <VisuallyHidden component="output">
        {hasFocus && keyboardIndex !== null && stops[focused] ? props.spoken(stops[focused]) : ''}
      </VisuallyHidden>
    </>
  );
}

interface CrosshairProps {
  /** Points marked on the lines. */
  pointsAt: (at: number) => readonly { level: Thousandths; fill: string; stroke: string }[];
}

/** Crosshair for pointer and arrow keys. It re-renders without the plot around it. */
export function Crosshair({ pointsAt }: CrosshairProps) {
  const reading = useContext(ReadingContext);
  const plot = usePlotArea();
  const toX = useXAxisScale();
  const toY = useYAxisScale();
  const instantAt = useXAxisInverseScale();
  useLayoutEffect(() => {
    if (reading === null || plot === undefined || instantAt === undefined) return;
    reading.onScale({ left: plot.x, width: plot.width, instantAt: (x) => Number(instantAt(x)) });
  });
  if (!reading || !plot || !toX || !toY) return null;
  const { at, marked } = reading;
  const right = plot.x + plot.width;
  const xOf = (instant: number) => Math.min(Math.max(toX(instant) ?? 0, plot.x), right);
  const x = at === null ? null : (toX(at) ?? null);
  return (
    <g className={classes['crosshair']} aria-hidden>
      {marked && (
        <rect
          x={xOf(marked.from)}
          y={plot.y}
          width={xOf(marked.to) - xOf(marked.from)}
          height={plot.height}
          className={classes['marked']}
        />
      )}
      {at !== null && x !== null && x >= plot.x - 0.5 && x <= right + 0.5 && (
        <>
          <line x1={x} x2={x} y1={plot.y} y2={plot.y + plot.height} />
          {pointsAt(at).map(({ level, fill, stroke }) => (
            <circle key={`${fill} ${level}`} cx={x} cy={toY(level)} r={4.5} style={{ fill, stroke }} />
          ))}
        </>
      )}
    </g>
  );
}

interface Pointed {
  at: number;
  /** Position of the tooltip, in pixels of the surface. */
  tip: { left: number; width: number; top: number; transform: string | undefined };
}

interface Drag {
  from: number;
  to: number;
  /** Start of the drag, in screen pixels. */
  startX: number;
  isLong: boolean;
}

const shortestDrag = 8;
const wheelStrength = 0.0018;
const tipWidth = 230;
const tipDistance = 14;

/**
 * Handles pointing, dragging and the wheel over a plot. Moving points; dragging with a mouse selects a period and zooms
 * to it; touch only points. The wheel zooms around the pointer and pans sideways. Because the wheel usually scrolls the
 * page, it needs Ctrl or Cmd (trackpad pinches set Ctrl) or focus in the plot.
 */
function usePlotPointer(
  surface: RefObject<HTMLDivElement | null>,
  scale: RefObject<PlotScale | null>,
  view: ChartView | null,
) {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const instantOf = (clientX: number) => {
    const { left, width, instantAt } = scale.current ?? { left: 0, width: 1, instantAt: () => view?.window.from ?? 0 };
    const x = clientX - (surface.current?.getBoundingClientRect().left ?? 0);
    return instantAt(Math.min(Math.max(x, left), left + width));
  };
  function point(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    // Beside the pointer, on the sides with more space, but not above the plot, where its buttons are.
    const left = x > box.width / 2 ? Math.max(0, x - tipWidth - tipDistance) : x + tipDistance;
    const transform = y > box.height / 2 ? `translateY(max(-100%, ${-y}px))` : undefined;
    // A day begins in the middle of its line: its left half belongs to the day, too.
    setPointed({ at: instantOf(event.clientX + 2), tip: { left, top: y, transform, width: tipWidth } });
  }
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (view === null) return;
    const isOurs = event.ctrlKey || event.metaKey || document.activeElement === surface.current;
    const { window, limits } = view;
    const isWhole = window.from <= limits.from && window.to >= limits.to;
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!isOurs || (isWhole && (isSideways || event.deltaY > 0))) return;
    event.preventDefault();
    if (isSideways) view.pan((event.deltaX * (window.to - window.from)) / (scale.current?.width ?? 1));
    else view.zoom(Math.exp(event.deltaY * wheelStrength), instantOf(event.clientX));
  });
  useEffect(() => {
    const element = surface.current;
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [surface]);

  const marked = useMemo(
    () => (drag?.isLong ? { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) } : null),
    [drag],
  );
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      point(event);
      if (event.pointerType === 'touch' || view === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const from = instantOf(event.clientX);
      setDrag({ from, to: from, startX: event.clientX, isLong: false });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      point(event);
      const to = instantOf(event.clientX);
      setDrag((drag) => drag && { ...drag, to, isLong: Math.abs(event.clientX - drag.startX) >= shortestDrag });
    },
    onPointerUp() {
      if (marked) view?.show(marked);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    // After a touch ends, the tooltip stays so that it can be read.
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'touch') setPointed(null);
    },
  };
  return {
    handlers,
    marked,
    at: pointed?.at ?? null,
    leave: () => setPointed(null),
    tip: pointed?.tip ?? null,
  };
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- an input can't be placed on the line, nor follow the pointer
import { useLingui } from '@lingui/react/macro';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { usePlotArea, useXAxisInverseScale, useXAxisScale, useYAxisInverseScale, useYAxisScale } from 'recharts';

import { roundStep, type Thousandths } from '#stock/thousandths.ts';

import classes from './chart.module.css';

interface Draft {
  value: Thousandths;
  /** Quantity when the move started. The draft is discarded once it changes. */
  over: Thousandths | null;
}

const pauseAfterKey = 700;

/**
 * State of a movable quantity, or of a date as days from today: committed value, or draft while moving. Calls `onCommit`
 * after the move.
 */
export function useThreshold(quantity: number | null, onCommit: ((quantity: number) => void) | undefined) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const current = draft !== null && draft.over === quantity ? draft : null;
  const commitAfterPause = useDebouncedCallback(commit, pauseAfterKey);

  function commit(value: Thousandths | null = current?.value ?? null) {
    commitAfterPause.cancel();
    if (value === null || value === quantity) setDraft(null);
    else onCommit?.(value);
  }

  function move(value: Thousandths) {
    setDraft({ value, over: quantity });
  }

  return {
    quantity: current?.value ?? quantity,
    isMoving: current !== null,
    move,
    /** Moves by a key. Commits after a pause, because more keys may follow. */
    step: (value: Thousandths) => {
      move(value);
      commitAfterPause(value);
    },
    commit: () => commit(),
    cancel: () => {
      commitAfterPause.cancel();
      setDraft(null);
    },
  };
}

export type Threshold = ReturnType<typeof useThreshold>;

interface ThresholdScale {
  step: Thousandths;
  most: Thousandths;
}

/** Level axis: its maximum, and conversions between levels and pixels. */
export interface LevelAxis {
  highest: Thousandths;
  toY: (level: Thousandths) => number;
  toLevel: (y: number) => Thousandths;
}

const positions = 200;
const page = 10;
/** Distance in pixels at which a threshold snaps to a level. */
const snap = 5;

/** Returns the range of a threshold, from one step to the maximum of the level axis, in round steps. */
export function thresholdScale(highest: Thousandths): ThresholdScale {
  return { step: roundStep(highest / positions), most: highest };
}

/** Returns the quantity at the height `y`: the nearest close level of `levels`, otherwise a whole number of steps. */
export function quantityAt(y: number, axis: LevelAxis, levels: readonly Thousandths[]): Thousandths {
  const { highest, toY, toLevel } = axis;
  const distance = (level: Thousandths) => Math.abs(toY(level) - y);
  const near = levels.filter((level) => level > 0 && level <= highest && distance(level) <= snap);
  const [closest] = near.toSorted((a, b) => distance(a) - distance(b));
  if (closest !== undefined) return closest;
  const scale = thresholdScale(highest);
  return clamped(Math.round(toLevel(y) / scale.step) * scale.step, scale);
}

/** Returns the quantity after a key press, null for keys that don't move it. */
export function quantityAfterKey(quantity: Thousandths, key: string, scale: ThresholdScale): Thousandths | null {
  const { step, most } = scale;
  const by = (steps: number) => {
    // From between two steps, moves to the next one in that direction.
    const start = steps > 0 ? Math.floor(quantity / step) : Math.ceil(quantity / step);
    return clamped((start + steps) * step, scale);
  };
  const moves: Record<string, () => Thousandths> = {
    ArrowUp: () => by(1),
    ArrowRight: () => by(1),
    ArrowDown: () => by(-1),
    ArrowLeft: () => by(-1),
    PageUp: () => by(page),
    PageDown: () => by(-page),
    Home: () => step,
    End: () => most,
  };
  return moves[key]?.() ?? null;
}

function clamped(quantity: Thousandths, { step, most }: ThresholdScale): Thousandths {
  return Math.max(step, Math.min(quantity, most));
}

/** Handlers that move a line with the pointer; `valueAt` returns the value under it, given the drawing's place. */
function dragOf(threshold: Threshold, valueAt: (event: PointerEvent<SVGElement>, drawing: DOMRect) => number) {
  return {
    onPointerDown(event: PointerEvent<SVGElement>) {
      event.stopPropagation();
      if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<SVGElement>) {
      const { currentTarget } = event;
      if (!currentTarget.hasPointerCapture(event.pointerId)) return;
      event.stopPropagation();
      threshold.move(valueAt(event, (currentTarget.ownerSVGElement ?? currentTarget).getBoundingClientRect()));
    },
    onPointerUp: threshold.commit,
    onPointerCancel: threshold.cancel,
  };
}

/** Handler that moves a line with the keyboard; `valueAfter` returns null for keys that don't. */
function keysOf(threshold: Threshold, valueAfter: (key: string) => number | null) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Escape') threshold.cancel();
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const next = hasModifier ? null : valueAfter(event.key);
    if (next === null) return;
    event.preventDefault();
    threshold.step(next);
  };
}

interface QuantitySliderProps {
  threshold: Threshold;
  /** Maximum of the level axis. */
  highest: Thousandths;
  /** Levels to snap to. */
  levels: readonly Thousandths[];
  /** The quantity with its ship date. If null, the line can only be dragged here; its keyboard access is elsewhere. */
  text: string | null;
}

const grip = { width: 22, height: 18, room: 44 };

/** Slider on the line of the requested quantity, moved by mouse, touch or keys. */
export function QuantitySlider({ threshold, highest, levels, text }: QuantitySliderProps) {
  const { t } = useLingui();
  const plot = usePlotArea();
  const toY = useYAxisScale();
  const toLevel = useYAxisInverseScale();
  const { quantity } = threshold;
  if (!plot || !toY || !toLevel || quantity === null || (text === null && quantity > highest)) return null;
  const axis: LevelAxis = {
    highest,
    toY: (level) => toY(level) ?? 0,
    toLevel: (y) => Number(toLevel(y)),
  };
  const scale = thresholdScale(highest);
  const y = axis.toY(Math.min(quantity, highest));
  const right = plot.x + plot.width;

  const drag = dragOf(threshold, ({ clientY }, { top }) => quantityAt(clientY - top, axis, levels));
  const onKeyDown = keysOf(threshold, (key) => quantityAfterKey(quantity, key, scale));
  const slider = text !== null && {
    role: 'slider',
    tabIndex: 0,
    'aria-label': t`Quantity needed`,
    'aria-orientation': 'vertical' as const,
    'aria-valuemin': scale.step / 1000,
    'aria-valuemax': scale.most / 1000,
    'aria-valuenow': Math.min(quantity, scale.most) / 1000,
    'aria-valuetext': text,
    onKeyDown,
    onBlur: threshold.commit,
  };
  return (
    <g ref={preventScrolling} className={classes['quantity']} transform={`translate(0 ${y})`}>
      <rect x={plot.x} y={-6} width={plot.width} height={12} {...drag} {...slider} />
      <g transform={`translate(${right} 0)`} className={classes['grip']} aria-hidden data-control {...drag}>
        <rect x={-grip.room / 2} y={-grip.room / 2} width={grip.room} height={grip.room} fill="transparent" />
        <rect x={-grip.width / 2} y={-grip.height / 2} width={grip.width} height={grip.height} rx={5} />
        <path d="M-5,-2h10M-5,2h10" />
      </g>
    </g>
  );
}

interface DateSliderProps {
  /** Days from today. */
  threshold: Threshold;
  /** Today, in milliseconds UTC. */
  today: number;
  /** Days from today to the last date that can be chosen. */
  most: number;
  /** The date with the quantity that can ship by it. */
  text: string;
}

const msPerDay = 86_400_000;
const week = 7;

/** Returns the day after a key press, null for keys that don't move it. Days are counted from today. */
export function dayAfterKey(day: number, key: string, most: number): number | null {
  const moves: Record<string, number> = {
    ArrowRight: day + 1,
    ArrowUp: day + 1,
    ArrowLeft: day - 1,
    ArrowDown: day - 1,
    PageUp: day + week,
    PageDown: day - week,
    Home: 0,
    End: most,
  };
  const next = moves[key];
  return next === undefined ? null : Math.max(0, Math.min(next, most));
}

/** Slider on the line of the ship-by date, moved by mouse, touch or keys. */
export function DateSlider({ threshold, today, most, text }: DateSliderProps) {
  const { t } = useLingui();
  const plot = usePlotArea();
  const toX = useXAxisScale();
  const toInstant = useXAxisInverseScale();
  const { quantity: day } = threshold;
  if (!plot || !toX || !toInstant || day === null) return null;
  const x = toX(today + day * msPerDay) ?? 0;
  if (x < plot.x - 1 || x > plot.x + plot.width + 1) return null;

  const drag = dragOf(threshold, ({ clientX }, { left }) => {
    const at = Math.round((Number(toInstant(clientX - left)) - today) / msPerDay);
    return Math.max(0, Math.min(at, most));
  });
  const onKeyDown = keysOf(threshold, (key) => dayAfterKey(day, key, most));
  return (
    <g
      ref={preventScrolling}
      className={classes['quantity']}
      data-axis="time"
      transform={`translate(${x} ${plot.y + plot.height})`}
    >
      <rect
        x={-6}
        y={-plot.height}
        width={12}
        height={plot.height}
        {...drag}
        role="slider"
        tabIndex={0}
        aria-label={t`Ship-by date`}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={day}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
        onBlur={threshold.commit}
      />
      <g className={classes['grip']} aria-hidden data-control {...drag}>
        <rect x={-grip.room / 2} y={-grip.room / 2} width={grip.room} height={grip.room} fill="transparent" />
        <rect x={-grip.height / 2} y={-grip.width / 2} width={grip.height} height={grip.width} rx={5} />
        <path d="M-2,-5v10M2,-5v10" />
      </g>
    </g>
  );
}

function prevent(event: TouchEvent) {
  event.preventDefault();
}

/** Prevents scrolling while dragging the line: browsers ignore `touch-action` within an SVG. */
function preventScrolling(line: SVGGElement | null) {
  line?.addEventListener('touchstart', prevent, { passive: false });
  return () => line?.removeEventListener('touchstart', prevent);
}

import { addDays, fromMilliseconds, toMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';
import { datedSteps, type StockTimeline } from '#stock/stock-timeline.ts';

/** Visible period of a chart, in milliseconds UTC; `from` is before `to`. */
export interface TimeWindow {
  from: number;
  to: number;
}

/** Zoom factor of a key or button. */
export const zoomStep = 1.6;

const day = 86_400_000;
const shortestSpan = 7 * day;

/**
 * Returns the window of every entry, today and the max lead time date, with padding on both sides. An entry far back
 * isn't included: its level is drawn from the left edge on.
 */
export function wholeWindow(timeline: StockTimeline): TimeWindow {
  const dates = datesOf(timeline);
  const first = Math.min(...dates);
  const last = Math.max(...dates);
  const air = Math.max(3 * day, (last - first) * 0.05);
  const airAfter = Math.max(14 * day, (last - first) * (timeline.maxLeadTimeDate === null ? 0.1 : 0.16));
  return { from: first - air, to: last + airAfter };
}

/** Returns the initial window: everything, or with less of the past if the past would take more than a third. */
export function homeWindow(timeline: StockTimeline): TimeWindow {
  const whole = wholeWindow(timeline);
  const today = toMilliseconds(timeline.today);
  const ahead = whole.to - today;
  return today - whole.from <= ahead / 2 ? whole : { from: today - ahead / 5, to: whole.to };
}

/** Returns the window of the `days` from today on, with a small margin before today. */
export function windowOfDays(today: CalendarDate, days: number): TimeWindow {
  const from = toMilliseconds(today);
  return { from: from - days * 0.04 * day, to: toMilliseconds(addDays(today, days)) };
}

/**
 * Scales the length of `window` by `factor` (below 1 zooms in) and keeps the instant `anchor` at the same position.
 * Never shorter than a week, never beyond `limits`.
 */
export function zoomWindow(window: TimeWindow, factor: number, anchor: number, limits: TimeWindow): TimeWindow {
  const span = window.to - window.from;
  const wanted = Math.min(Math.max(span * factor, shortestSpan), limits.to - limits.from);
  const share = (anchor - window.from) / span;
  return clampWindow({ from: anchor - wanted * share, to: anchor + wanted * (1 - share) }, limits);
}

/** Moves `window` by `milliseconds`, at most to the edges of `limits`. */
export function panWindow(window: TimeWindow, milliseconds: number, limits: TimeWindow): TimeWindow {
  return clampWindow({ from: window.from + milliseconds, to: window.to + milliseconds }, limits);
}

/** Moves and if necessary resizes `window` to be within `limits`, and at least a week long if they are. */
export function clampWindow(window: TimeWindow, limits: TimeWindow): TimeWindow {
  const room = limits.to - limits.from;
  const span = Math.min(Math.max(window.to - window.from, shortestSpan), room);
  const from = Math.min(Math.max(window.from, limits.from), limits.to - span);
  return { from, to: from + span };
}

/** Moves `window` as little as necessary to show the instant `at` with some space around it. */
export function revealInstant(window: TimeWindow, at: number, limits: TimeWindow): TimeWindow {
  const air = (window.to - window.from) * 0.08;
  if (at < window.from) return panWindow(window, at - air - window.from, limits);
  if (at > window.to) return panWindow(window, at + air - window.to, limits);
  return window;
}

function datesOf(timeline: StockTimeline): number[] {
  const known = datedSteps(timeline);
  const steps = [known.at(0), known.at(-1)];
  const dates = [timeline.today, timeline.maxLeadTimeDate, ...steps.map((step) => step?.date ?? null)];
  return dates.filter((date) => date !== null).map(toMilliseconds);
}

/** Visible period in whole days, both inclusive, as stored in the URL. */
export interface ChartPeriod {
  from: CalendarDate;
  to: CalendarDate;
}

/** Returns the window from the start of the first day to that of the last, null if the period is reversed or empty. */
export function windowOfPeriod(period: ChartPeriod): TimeWindow | null {
  return period.from < period.to ? { from: toMilliseconds(period.from), to: toMilliseconds(period.to) } : null;
}

/** Returns the days in which the window starts and ends. */
export function periodOfWindow({ from, to }: TimeWindow): ChartPeriod {
  return { from: fromMilliseconds(from), to: fromMilliseconds(to) };
}

/** Preset periods: a number of days from today, or everything. */
export const presets = [28, 91, 'all'] as const;
export type Preset = (typeof presets)[number];

/** Returns the window of a preset. `limits` must cover everything. */
export function windowOfPreset(preset: Preset, today: CalendarDate, limits: TimeWindow): TimeWindow {
  return preset === 'all' ? limits : windowOfDays(today, preset);
}

/** Returns the preset that shows exactly these days, null if none does. */
export function presetOf(period: ChartPeriod, today: CalendarDate, limits: TimeWindow): Preset | null {
  const isIt = (preset: Preset) => {
    const { from, to } = periodOfWindow(windowOfPreset(preset, today, limits));
    return from === period.from && to === period.to;
  };
  return presets.find(isIt) ?? null;
}

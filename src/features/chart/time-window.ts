import { addDays, fromMilliseconds, toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

/** The stretch of time that a chart shows, in milliseconds UTC; `from` is before `to`. */
export interface TimeWindow {
  from: number;
  to: number;
}

/** By how much a key or a button zooms. */
export const zoomStep = 1.6;

const day = 86_400_000;
const shortestSpan = 7 * day;

/** The window that holds every entry, today and the max lead time, with air on both sides. */
export function wholeWindow(timeline: StockTimeline): TimeWindow {
  const dates = datesOf(timeline);
  const first = Math.min(...dates);
  const last = Math.max(...dates);
  const air = Math.max(3 * day, (last - first) * 0.05);
  const airAfter = Math.max(14 * day, (last - first) * (timeline.maxLeadTimeDate === null ? 0.1 : 0.16));
  return { from: first - air, to: last + airAfter };
}

/** Where a chart opens: everything, or where the past would take a third of it, less of the past. */
export function homeWindow(timeline: StockTimeline): TimeWindow {
  const whole = wholeWindow(timeline);
  const today = toMilliseconds(timeline.today);
  const ahead = whole.to - today;
  return today - whole.from <= ahead / 2 ? whole : { from: today - ahead / 5, to: whole.to };
}

/** The `days` from today on, today's line a little off the edge. */
export function windowOfDays(today: CalendarDate, days: number): TimeWindow {
  const from = toMilliseconds(today);
  return { from: from - days * 0.04 * day, to: toMilliseconds(addDays(today, days)) };
}

/**
 * `window` with its length multiplied by `factor` (under 1 zooms in) while the instant `anchor` stays where it is
 * on the screen; never shorter than a week, never beyond `limits`.
 */
export function zoomWindow(window: TimeWindow, factor: number, anchor: number, limits: TimeWindow): TimeWindow {
  const span = window.to - window.from;
  const wanted = Math.min(Math.max(span * factor, shortestSpan), limits.to - limits.from);
  const share = (anchor - window.from) / span;
  return clampWindow({ from: anchor - wanted * share, to: anchor + wanted * (1 - share) }, limits);
}

/** `window` moved by `milliseconds`, stopping at the edges of `limits`. */
export function panWindow(window: TimeWindow, milliseconds: number, limits: TimeWindow): TimeWindow {
  return clampWindow({ from: window.from + milliseconds, to: window.to + milliseconds }, limits);
}

/** `window` moved, and where need be shortened, to lie within `limits`; at least a week long where they are. */
export function clampWindow(window: TimeWindow, limits: TimeWindow): TimeWindow {
  const room = limits.to - limits.from;
  const span = Math.min(Math.max(window.to - window.from, shortestSpan), room);
  const from = Math.min(Math.max(window.from, limits.from), limits.to - span);
  return { from, to: from + span };
}

/** `window` moved just as far as it takes to show the instant `at` with some air around it. */
export function revealInstant(window: TimeWindow, at: number, limits: TimeWindow): TimeWindow {
  const air = (window.to - window.from) * 0.08;
  if (at < window.from) return panWindow(window, at - air - window.from, limits);
  if (at > window.to) return panWindow(window, at + air - window.to, limits);
  return window;
}

function datesOf(timeline: StockTimeline): number[] {
  const steps = [timeline.history.at(0), timeline.steps.at(0), timeline.steps.at(-1)];
  const dates = [timeline.today, timeline.maxLeadTimeDate, ...steps.map((step) => step?.date ?? null)];
  return dates.filter((date) => date !== null).map(toMilliseconds);
}

/** A stretch of time in whole days, both inclusive: what an address can hold of where a chart was zoomed to. */
export interface ChartPeriod {
  from: CalendarDate;
  to: CalendarDate;
}

/** The window from the start of the first day to that of the last; null for a period that runs backwards. */
export function windowOfPeriod(period: ChartPeriod): TimeWindow | null {
  return period.from < period.to ? { from: toMilliseconds(period.from), to: toMilliseconds(period.to) } : null;
}

/** The days in which the window begins and ends. */
export function periodOfWindow({ from, to }: TimeWindow): ChartPeriod {
  return { from: fromMilliseconds(from), to: fromMilliseconds(to) };
}

/** The ready-made stretches of time: a number of days from today, or everything. */
export const presets = [28, 91, 'all'] as const;
export type Preset = (typeof presets)[number];

/** The window of a preset, where `limits` hold everything. */
export function windowOfPreset(preset: Preset, today: CalendarDate, limits: TimeWindow): TimeWindow {
  return preset === 'all' ? limits : windowOfDays(today, preset);
}

/** The preset that shows just these days; null where none does. */
export function presetOf(period: ChartPeriod, today: CalendarDate, limits: TimeWindow): Preset | null {
  const isIt = (preset: Preset) => {
    const { from, to } = periodOfWindow(windowOfPreset(preset, today, limits));
    return from === period.from && to === period.to;
  };
  return presets.find(isIt) ?? null;
}

import type { CalendarDate } from '#lib/calendar-date.ts';

import { periodOfWindow, type ChartPeriod } from './chart-period.ts';
import { windowOfDays, type TimeWindow } from './time-window.ts';

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

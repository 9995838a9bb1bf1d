import type { Thousandths } from '#lib/thousandths.ts';

import type { TimeWindow } from './time-window.ts';

/** The rectangle in which levels are drawn, in pixels of the chart, with the window and levels that it spans. */
export interface PlotGeometry {
  left: number;
  top: number;
  width: number;
  height: number;
  window: TimeWindow;
  lowest: Thousandths;
  highest: Thousandths;
}

/** The pixel at which the instant `at` (milliseconds UTC) lies; outside the plot for one outside the window. */
export function xOf({ left, width, window }: PlotGeometry, at: number): number {
  return left + ((at - window.from) / (window.to - window.from)) * width;
}

/** The pixel at which a level lies. */
export function yOf({ top, height, lowest, highest }: PlotGeometry, level: Thousandths): number {
  return top + ((highest - level) / (highest - lowest)) * height;
}

/** The instant under the pixel `x`, held within the window. */
export function instantAt({ left, width, window }: PlotGeometry, x: number): number {
  const share = Math.min(Math.max((x - left) / width, 0), 1);
  return window.from + share * (window.to - window.from);
}

/** Whether the instant lies within the window. */
export function inWindow(at: number, { from, to }: TimeWindow): boolean {
  return at >= from && at <= to;
}

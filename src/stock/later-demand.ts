import { later } from './calendar-date.ts';
import type { Thousandths } from './thousandths.ts';

import type { StockResult } from './stock-result.ts';
import type { Step, StockTimeline } from './stock-timeline.ts';

/** Where the available quantity falls below a result's quantity after its ship date. */
export interface LaterDemand {
  /** The first fall. */
  first: Step;
  /** The lowest level and its first day; the same object as `first` if the first fall is the lowest. */
  lowest: Step;
}

/**
 * Returns the later demand for a stock-backed result; null if the level always covers the
 * quantity. It is a hint for users: it changes no figure and is never part of a text for a customer.
 */
export function laterDemand(
  timeline: StockTimeline,
  stockResult: StockResult,
  quantity: Thousandths,
): LaterDemand | null {
  if (stockResult.kind === 'not-available' || stockResult.kind === 'max-lead-time') return null;
  const shipDate = later(timeline.today, stockResult.date);
  const [first, ...others] = timeline.steps.filter(({ date, level }) => date > shipDate && level < quantity);
  if (first === undefined) return null;
  return { first, lowest: others.reduce((lowest, step) => (step.level < lowest.level ? step : lowest), first) };
}

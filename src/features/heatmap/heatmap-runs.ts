import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { HeatmapCell } from './heatmap-cell.ts';

/** Neighbouring cells that say the same, as one. */
export interface HeatmapRun {
  start: CalendarDate;
  /** Inclusive. */
  end: CalendarDate;
  state: HeatmapCell['state'];
  lowest: Thousandths;
  endLevel: Thousandths;
  holdsMaxLeadTime: boolean;
}

/** The cells of a row in as few runs as tell everything about them. */
export function heatmapRuns(cells: readonly HeatmapCell[]): HeatmapRun[] {
  const runs: HeatmapRun[] = [];
  for (const { bucket, state, maxLeadTimeAt } of cells) {
    const { start, end, lowest, endLevel } = bucket;
    const run = { start, end, state, lowest, endLevel, holdsMaxLeadTime: maxLeadTimeAt !== null };
    const before = runs.at(-1);
    if (before && saysTheSame(before, run)) before.end = end;
    else runs.push(run);
  }
  return runs;
}

function saysTheSame(a: HeatmapRun, b: HeatmapRun): boolean {
  return (
    a.state === b.state &&
    a.lowest === b.lowest &&
    a.endLevel === b.endLevel &&
    a.holdsMaxLeadTime === b.holdsMaxLeadTime
  );
}

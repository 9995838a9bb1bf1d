import { levelBuckets, type BucketSize } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { addDays, daysBetween, later, type CalendarDate } from '#lib/calendar-date.ts';
import type { DateStyle } from '#lib/locale-date.ts';

/** One column: a day, a week or a month, both ends inclusive. */
export interface HeatmapColumn {
  start: CalendarDate;
  end: CalendarDate;
}

/** The columns under one heading: the weeks that begin in a month, the months of a year. */
export interface ColumnGroup {
  /** The first day of its first column. */
  start: CalendarDate;
  first: number;
  count: number;
}

/** How far the columns reach, in days from today: at least, so that little is not stretched, and at most. */
const reach: Record<BucketSize, { least: number; most: number }> = {
  day: { least: 27, most: 181 },
  week: { least: 83, most: 727 },
  month: { least: 330, most: 1090 },
};

/** Pixels that a month with its year takes. */
const roomForYear = 76;

/** The columns from today until nothing changes any more in any of `timelines`, all of one today. */
export function heatmapColumns(timelines: readonly StockTimeline[], size: BucketSize): HeatmapColumn[] {
  const [timeline] = timelines;
  if (!timeline) return [];
  const { today } = timeline;
  const { least, most } = reach[size];
  const last = timelines.map(lastChange).reduce(later, today);
  const days = Math.min(Math.max(daysBetween(today, last) + 7, least), most);
  return levelBuckets({ ...timeline, steps: [], history: [] }, size, addDays(today, days));
}

/** The headings over the columns: years over months, else months. */
export function columnGroups(columns: readonly HeatmapColumn[], size: BucketSize): ColumnGroup[] {
  const length = size === 'month' ? 4 : 7;
  const groups: ColumnGroup[] = [];
  columns.forEach(({ start }, index) => {
    const group = groups.at(-1);
    if (group && group.start.slice(0, length) === start.slice(0, length)) group.count += 1;
    else groups.push({ start, first: index, count: 1 });
  });
  return groups;
}

/** How a heading of so many pixels names its group: a year, a month with its year where there is room. */
export function groupStyle(size: BucketSize, width: number): DateStyle {
  if (size === 'month') return 'year alone';
  return width < roomForYear ? 'month alone' : 'short month';
}

function lastChange({ today, steps, maxLeadTimeDate }: StockTimeline): CalendarDate {
  return later(steps.at(-1)?.date ?? today, maxLeadTimeDate ?? today);
}

import type { ProductId } from '#contract/product-id.ts';
import { type BucketSize, type LevelBucket, levelBuckets } from '#domain/level-buckets.ts';
import { lastChange, type StockTimeline } from '#domain/stock-timeline.ts';
import { addDays, type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import type { DateStyle } from '#lib/locale-date.ts';
import { roundStep, type Thousandths } from '#lib/thousandths.ts';

/** One line of the heatmap. */
export interface HeatmapProduct {
  productId: ProductId;
  name: string | null;
  unit: string | null;
  /** As read for one and the same today in all lines. */
  timeline: StockTimeline;
}

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

/**
 * How far the columns extend, in days: past the last change, so that the last column has the final quantity only; from
 * today at least, so that few columns aren't stretched, and at most.
 */
const reach: Record<BucketSize, { beyond: number; least: number; most: number }> = {
  day: { beyond: 7, least: 27, most: 181 },
  week: { beyond: 7, least: 83, most: 727 },
  month: { beyond: 31, least: 330, most: 1090 },
};

/** Pixels that a month with its year takes. */
const roomForYear = 76;

/** The columns from today until nothing changes any more in any of `timelines`, all of one today. */
export function heatmapColumns(timelines: readonly StockTimeline[], size: BucketSize): HeatmapColumn[] {
  const [timeline] = timelines;
  if (!timeline) return [];
  const { today } = timeline;
  const { beyond, least, most } = reach[size];
  const last = timelines.map(lastChange).reduce(later, today);
  const days = Math.min(Math.max(daysBetween(today, last) + beyond, least), most);
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

/**
 * What the cells are held against: the quantity needed, or where none is entered the shades of the available quantity,
 * each up to a bound; one more is beyond the last.
 */
export type HeatmapMeasure = { wanted: Thousandths } | { bounds: readonly Thousandths[] };

const shades = 5;

/** The quantity as a measure, or bounds between shades: round, with about as many cells in each shade. */
export function heatmapMeasure(
  products: readonly HeatmapProduct[],
  size: BucketSize,
  columns: readonly HeatmapColumn[],
  quantity: Thousandths | null,
): HeatmapMeasure {
  if (quantity !== null) return { wanted: quantity };
  const last = columns.at(-1);
  const buckets = last ? products.flatMap(({ timeline }) => levelBuckets(timeline, size, last.end)) : [];
  const levels = buckets
    .flatMap(({ lowest, maxLeadTime }) => (lowest > 0 && maxLeadTime !== 'after' ? lowest : []))
    .toSorted((a, b) => a - b);
  const bounds = Array.from({ length: shades - 1 }, (_, index) =>
    roundStep(levels[Math.floor((levels.length * (index + 1)) / shades)] ?? 0),
  );
  // A bound that nothing lies beyond would have a shade of its own for nothing.
  return { bounds: [...new Set(bounds)].filter((bound) => bound < (levels.at(-1) ?? 0)) };
}

/** What a product's level in one column means for the quantity needed, or how much it is. */
export interface HeatmapCell {
  bucket: LevelBucket;
  /** `theoretical`: after the max lead time date any quantity can ship, whatever the level. */
  state: 'enough' | 'partly' | 'some' | 'none' | 'theoretical';
  /**
   * How much of the quantity the lowest level covers, 0 to 1, and of `partly` never so much that the rest can't be
   * seen; of `some`, how dark its shade is.
   */
  share: number;
  /** Where in the column the max lead time lies, 0 to 1; null where it lies in another. */
  maxLeadTimeAt: number | null;
}

/** The cells of a product's row, one for each of `columns`. */
export function heatmapCells(
  timeline: StockTimeline,
  size: BucketSize,
  columns: readonly HeatmapColumn[],
  measure: HeatmapMeasure,
): HeatmapCell[] {
  const last = columns.at(-1);
  if (!last) return [];
  return levelBuckets(timeline, size, last.end).map((bucket) => cellOf(bucket, timeline, measure));
}

function cellOf(bucket: LevelBucket, { maxLeadTimeDate }: StockTimeline, measure: HeatmapMeasure): HeatmapCell {
  const { start, end, lowest, maxLeadTime } = bucket;
  const holds = maxLeadTimeDate !== null && maxLeadTime === 'holds';
  return {
    bucket,
    state: maxLeadTime === 'after' ? 'theoretical' : stateOf(lowest, measure),
    share: 'wanted' in measure ? coverOf(lowest, measure.wanted) : shadeOf(lowest, measure.bounds),
    maxLeadTimeAt: holds ? daysBetween(start, maxLeadTimeDate) / (daysBetween(start, end) + 1) : null,
  };
}

/** The most of a cell that is filled where something is missing. */
const mostOfPart = 0.85;

function coverOf(lowest: Thousandths, wanted: Thousandths): number {
  return lowest >= wanted ? 1 : Math.min(mostOfPart, Math.max(0, lowest / wanted));
}

function stateOf(lowest: Thousandths, measure: HeatmapMeasure): HeatmapCell['state'] {
  if (lowest <= 0) return 'none';
  if (!('wanted' in measure)) return 'some';
  return lowest >= measure.wanted ? 'enough' : 'partly';
}

/** The darkness of the shade that a level falls in, above 0 to 1. */
export function shadeOf(level: Thousandths, bounds: readonly Thousandths[]): number {
  return (bounds.filter((bound) => bound < level).length + 1) / (bounds.length + 1);
}

/** A place in the heatmap: row and column from 0. */
export interface CellPlace {
  row: number;
  column: number;
}

interface HeatmapExtent {
  rows: number;
  columns: number;
  /** How many rows a page has. */
  page: number;
}

/** Where a key takes the cursor, held within the heatmap; null for a key that moves nothing. */
export function placeAfterKey(
  { row, column }: CellPlace,
  { key, isWhole }: { key: string; isWhole: boolean },
  { rows, columns, page }: HeatmapExtent,
): CellPlace | null {
  const moves: Record<string, CellPlace> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: isWhole ? 0 : row, column: 0 },
    End: { row: isWhole ? rows - 1 : row, column: columns - 1 },
  };
  const next = moves[key];
  return next ? { row: clamp(next.row, rows), column: clamp(next.column, columns) } : null;
}

/** The place moved to where the heatmap still reaches. */
export function placeWithin({ row, column }: CellPlace, { rows, columns }: Omit<HeatmapExtent, 'page'>): CellPlace {
  return { row: clamp(row, rows), column: clamp(column, columns) };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

/** Widths and heights of a heatmap, in pixels. */
export interface HeatmapLayout {
  /** The column of product names, which stays in sight. */
  nameWidth: number;
  cell: { width: number; height: number };
}

export const headerHeight = 48;

const leastCellWidth: Record<BucketSize, number> = { day: 24, week: 30, month: 52 };
const mostCellWidth = 64;

/** Fills `width` where there are few columns, and gives each its least width where there are more than fit. */
export function heatmapLayout(width: number, columns: number, size: BucketSize, isSmall: boolean): HeatmapLayout {
  const nameWidth = isSmall ? 116 : Math.min(280, Math.round(width * 0.22));
  const share = Math.floor((width - nameWidth) / Math.max(1, columns));
  return {
    nameWidth,
    cell: {
      width: Math.min(Math.max(share, leastCellWidth[size]), mostCellWidth),
      height: isSmall ? 44 : 32,
    },
  };
}

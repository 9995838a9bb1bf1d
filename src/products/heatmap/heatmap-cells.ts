import type { ProductId } from '#stock/contract/product-id.ts';
import { type BucketSize, type LevelBucket, levelBuckets } from '#stock/level-buckets.ts';
import { lastChange, type StockTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import type { DateStyle } from '#stock/locale-date.ts';
import { roundStep, type Thousandths } from '#stock/thousandths.ts';

/** One row of the heatmap. */
export interface HeatmapProduct {
  productId: ProductId;
  name: string | null;
  unit: string | null;
  /** Whether the quantity needed is of another unit, so that nothing is compared with it. */
  isOtherUnit: boolean;
  /** Read with the same `today` in all rows. */
  timeline: StockTimeline;
}

/** One column: a day, week or month, both ends inclusive. */
export interface HeatmapColumn {
  start: CalendarDate;
  end: CalendarDate;
}

/** Columns under one heading: the days or weeks that begin in a month, or the months of a year. */
export interface ColumnGroup {
  /** First day of the group's first column. */
  start: CalendarDate;
  first: number;
  count: number;
}

/**
 * Time range of the columns, in days. `beyond` extends it past the last change, so that the last column shows only the
 * final quantity. `least` and `most` count from today; `least` avoids a few very wide columns.
 */
const reach: Record<BucketSize, { beyond: number; least: number; most: number }> = {
  day: { beyond: 7, least: 27, most: 181 },
  week: { beyond: 7, least: 83, most: 727 },
  month: { beyond: 31, least: 330, most: 1090 },
};

/** Width of a month name with its year, in pixels. */
const minWidthForYear = 76;

/** Columns from today until after the last change in any of `timelines`, which share the same `today`. */
export function heatmapColumns(timelines: readonly StockTimeline[], size: BucketSize): HeatmapColumn[] {
  const [timeline] = timelines;
  if (!timeline) return [];
  const { today } = timeline;
  const { beyond, least, most } = reach[size];
  const last = timelines.map(lastChange).reduce(later, today);
  const days = Math.min(Math.max(daysBetween(today, last) + beyond, least), most);
  return levelBuckets({ ...timeline, steps: [], history: [] }, size, addDays(today, days));
}

/** Column headings: years above months, otherwise months. */
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

/** Date style of a heading `width` pixels wide: a year, or a month, with its year if it fits. */
export function groupStyle(size: BucketSize, width: number): DateStyle {
  if (size === 'month') return 'year alone';
  return width < minWidthForYear ? 'month alone' : 'short month';
}

/**
 * Basis of the cells' colors: the quantity needed, or, if none is entered, shades of the available quantity. `bounds`
 * are the inclusive upper bounds of the shades, ascending; one more shade is above the last.
 */
export type HeatmapMeasure = { wanted: Thousandths } | { bounds: readonly Thousandths[] };

const shades = 5;

/**
 * Measure of the quantity if given, otherwise round bounds between shades with similar numbers of cells. Products of
 * another unit don't count.
 */
export function heatmapMeasure(
  products: readonly HeatmapProduct[],
  size: BucketSize,
  columns: readonly HeatmapColumn[],
  quantity: Thousandths | null,
): HeatmapMeasure {
  if (quantity !== null) return { wanted: quantity };
  const last = columns.at(-1);
  const compared = products.filter(({ isOtherUnit }) => !isOtherUnit);
  const buckets = last ? compared.flatMap(({ timeline }) => levelBuckets(timeline, size, last.end)) : [];
  const levels = buckets
    .flatMap(({ lowest, maxLeadTime }) => (lowest > 0 && maxLeadTime !== 'after' ? lowest : []))
    .toSorted((a, b) => a - b);
  const bounds = Array.from({ length: shades - 1 }, (_, index) =>
    roundStep(levels[Math.floor((levels.length * (index + 1)) / shades)] ?? 0),
  );
  // A bound without higher levels would add an unused shade.
  return { bounds: [...new Set(bounds)].filter((bound) => bound < (levels.at(-1) ?? 0)) };
}

/** One shade: quantities of another unit don't compare with others. */
const otherUnit: HeatmapMeasure = { bounds: [] };

/** The measure of a product's row. */
export function measureOf({ isOtherUnit }: HeatmapProduct, measure: HeatmapMeasure): HeatmapMeasure {
  return isOtherUnit ? otherUnit : measure;
}

/** A product's level in one column, compared with the quantity needed if there is one. */
export interface HeatmapCell {
  bucket: LevelBucket;
  /** `theoretical`: after the max lead time date, when any quantity can ship regardless of the level. */
  state: 'enough' | 'partly' | 'some' | 'none' | 'theoretical';
  /**
   * Share of the quantity that the lowest level covers, 0 to 1. Capped for `partly`, so that the missing part stays
   * visible. For `some`, the darkness of the shade.
   */
  share: number;
  /** Position of the max lead time date in the column, 0 to 1; null if it isn't in this column. */
  maxLeadTimeAt: number | null;
}

/** Cells of a product's row, one for each of `columns`. */
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

function cellOf(bucket: LevelBucket, timeline: StockTimeline, measure: HeatmapMeasure): HeatmapCell {
  const { start, end, lowest, maxLeadTime } = bucket;
  const { maxLeadTimeDate } = timeline;
  const holds = maxLeadTimeDate !== null && maxLeadTime === 'holds';
  const state = maxLeadTime === 'after' ? 'theoretical' : stateOf(lowest, measure);
  return {
    bucket,
    state,
    share: 'wanted' in measure ? coverOf(lowest, measure.wanted) : shadeOf(lowest, measure.bounds),
    maxLeadTimeAt: holds ? daysBetween(start, maxLeadTimeDate) / (daysBetween(start, end) + 1) : null,
  };
}

/** Maximum filled share of a cell if part of the quantity is missing. */
const maxPartialShare = 0.85;

function coverOf(lowest: Thousandths, wanted: Thousandths): number {
  return lowest >= wanted ? 1 : Math.min(maxPartialShare, Math.max(0, lowest / wanted));
}

function stateOf(lowest: Thousandths, measure: HeatmapMeasure): HeatmapCell['state'] {
  if (lowest <= 0) return 'none';
  if (!('wanted' in measure)) return 'some';
  return lowest >= measure.wanted ? 'enough' : 'partly';
}

/** Darkness of the level's shade, above 0 to 1. */
export function shadeOf(level: Thousandths, bounds: readonly Thousandths[]): number {
  return (bounds.filter((bound) => bound < level).length + 1) / (bounds.length + 1);
}

/** Zero-based position of a cell. */
export interface CellPlace {
  row: number;
  column: number;
}

interface HeatmapExtent {
  rows: number;
  columns: number;
  /** Rows per page. */
  page: number;
}

/** Cursor position after a key press, clamped to the heatmap; null if the key doesn't move the cursor. */
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

/** Position clamped to the heatmap. */
export function clampPlace({ row, column }: CellPlace, { rows, columns }: Omit<HeatmapExtent, 'page'>): CellPlace {
  return { row: clamp(row, rows), column: clamp(column, columns) };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

/** Dimensions of a heatmap, in pixels. */
export interface HeatmapLayout {
  /** Width of the sticky column of product names. */
  nameWidth: number;
  /** Width of the last column, which says the gap of each row; 0 without it. */
  gapWidth: number;
  cell: { width: number; height: number };
}

export const headerHeight = 48;

const minCellWidth: Record<BucketSize, number> = { day: 24, week: 30, month: 52 };
const maxCellWidth = 64;

const nameWidths = { least: 120, most: 360, padding: 14 };

/**
 * Stretches columns up to their maximum width to fill `width`; columns that don't fit get their minimum width. The names
 * are as wide as the longest, `longestName` pixels, up to a limit from which they wrap.
 */
export function heatmapLayout(
  width: number,
  columns: number,
  size: BucketSize,
  { isSmall, longestName }: { isSmall: boolean; longestName: number },
): HeatmapLayout {
  const { least, most, padding } = nameWidths;
  const nameWidth = isSmall ? 116 : Math.min(Math.max(longestName + padding, least), most);
  const gapWidth = isSmall ? 0 : 172;
  const share = Math.floor((width - nameWidth - gapWidth) / Math.max(1, columns));
  return {
    nameWidth,
    gapWidth,
    cell: {
      width: Math.min(Math.max(share, minCellWidth[size]), maxCellWidth),
      height: isSmall ? 44 : 30,
    },
  };
}

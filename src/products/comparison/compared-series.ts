import type { CSSProperties } from 'react';

import type { CalendarResult } from '#stock/contract/calendars.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { levelScale, type LevelScale } from '#parts/chart/axis-ticks.ts';
import { levelChanges, levelRange, type ChartSeries } from '#parts/chart/chart-series.ts';
import type { LevelBucket } from '#stock/level-buckets.ts';
import { datedSteps, realDateFor, type StockTimeline } from '#stock/stock-timeline.ts';
import {
  addDays,
  fromMilliseconds,
  later,
  placeholderDays,
  toMilliseconds,
  type CalendarDate,
} from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** One line of the comparison. */
export interface ComparedProduct {
  productId: ProductId;
  name: string | null;
  unit: string | null;
  /** Read with the same `today` for all products. */
  timeline: StockTimeline;
  /** The service's result, and the quantity it is for; null for any. */
  checked: { quantity: Thousandths | null; result: CalendarResult | null };
}

/** Why there is no date from which stock covers a quantity. */
export type NoStockDate = 'none' | Exclude<CalendarResult['kind'], 'reliable'>;

/**
 * Returns the date from which stock covers a quantity, regardless of the max lead time: the service's own, or the
 * calendar's if the service wasn't asked or says max lead time. Past dates mean today.
 */
export function comparedStockDate(
  { timeline, checked }: Pick<ComparedProduct, 'timeline' | 'checked'>,
  quantity: Thousandths,
): CalendarDate | NoStockDate {
  const ofCalendar = realDateFor(timeline, quantity);
  const shown = (date: CalendarDate | null) => (date === null ? 'none' : later(date, timeline.today));
  const { result } = checked;
  if (result === null || checked.quantity !== quantity) return shown(ofCalendar);
  if (result.kind !== 'reliable') return result.kind;
  const { stockResult, earlier } = result;
  if (stockResult.kind === 'not-available' || (stockResult.kind === 'max-lead-time' && earlier !== null)) return 'none';
  return shown(stockResult.kind === 'max-lead-time' ? ofCalendar : stockResult.date);
}

/** Whether all levels have the same unit and can be compared. */
function hasOneUnit(products: readonly ComparedProduct[]): boolean {
  return new Set(products.map(({ unit }) => unit)).size <= 1;
}

/**
 * Dates at which the crosshair stops, ascending: today, every level change and every max lead time date. With buckets,
 * their start dates replace the changes from today on. `buckets` has one list for each product. Placeholder dates have
 * no stop.
 */
export function comparedStops(
  products: readonly ComparedProduct[],
  buckets: readonly (readonly LevelBucket[] | null)[],
): { date: CalendarDate }[] {
  // Numbers are faster here: products can have thousands of dates, most of them in common.
  const instants = new Set<number>();
  products.forEach(({ timeline }, index) => {
    const { today, maxLeadTimeDate } = timeline;
    instants.add(toMilliseconds(today));
    const first = toMilliseconds(addDays(today, -placeholderDays));
    for (const { at } of levelChanges(timeline, buckets[index] ?? null)) if (at >= first) instants.add(at);
    if (maxLeadTimeDate !== null) instants.add(toMilliseconds(maxLeadTimeDate));
  });
  return Array.from(Float64Array.from(instants).toSorted(), (at) => ({ date: fromMilliseconds(at) }));
}

/** Timeline that spans all `timelines`, for their common time axis; its levels are meaningless. */
export function spanningTimeline(timelines: readonly StockTimeline[], today: CalendarDate): StockTimeline {
  const dates = timelines.map(datedSteps).flatMap((steps) => [steps.at(0), steps.at(-1)]);
  const steps = dates.filter((step) => step !== undefined).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const leadTimes = timelines.map(({ maxLeadTimeDate }) => maxLeadTimeDate).filter((date) => date !== null);
  const [maxLeadTimeDate = null] = leadTimes.toSorted().toReversed();
  return { today, history: [], steps, maxLeadTimeDate, findings: [] };
}

/** A plot with its own level axis on the common time axis. */
export interface ComparePanel {
  /** Indexes of its products in the comparison. */
  indexes: readonly number[];
  /** Height of the plot, in pixels. */
  height: number;
  scale: LevelScale;
  /** Whether each product has its own. */
  isSeparate: boolean;
}

const commonHeight = 314;
const severalHeight = 560;
const titleHeight = 24;

interface PanelOptions {
  products: readonly ComparedProduct[];
  series: readonly ChartSeries[];
  /** Quantity that each level axis includes; null if only the levels count. */
  reach: Thousandths | null;
  /** Height beyond the usual, in pixels: of a tall window. */
  spare?: number;
}

/** Plots of a comparison: one for all products of one unit, otherwise one for each, since units can't share an axis. */
export function comparePanels({ products, series, reach, spare = 0 }: PanelOptions): ComparePanel[] {
  const isSeparate = !hasOneUnit(products);
  const all = products.map((_, index) => index);
  const groups = isSeparate ? all.map((index) => [index]) : [all];
  const share = Math.round((severalHeight + spare) / groups.length) - titleHeight;
  const height = isSeparate ? Math.max(46, Math.min(110, share)) : commonHeight + spare;
  return groups.map((indexes) => {
    const ranges = indexes.flatMap((index) => series[index] ?? []).map(levelRange);
    const lowest = Math.min(0, ...ranges.map((range) => range.lowest));
    const highest = Math.max(0, ...ranges.map((range) => range.highest));
    const marks = Math.max(1, Math.round(height / 60));
    return { indexes, height, isSeparate, scale: levelScale({ lowest, highest }, reach, marks, Infinity) };
  });
}

/** The panel with the highest axis, in which the quantity can also be moved by keyboard. */
export function keyedPanel(panels: readonly ComparePanel[]): ComparePanel | undefined {
  return panels.toSorted((a, b) => b.scale.highest - a.scale.highest)[0];
}

/** Color, dashes and mark shape of a series; the combination is unique within a comparison. */
export interface SeriesStyle {
  color: string;
  /** Value of `stroke-dasharray`. */
  dashes: string | undefined;
  shape: (typeof shapes)[number];
}

const shapes = ['circle', 'square', 'diamond', 'triangle', 'cross'] as const;
/** Style of the series at the zero-based `index` of a comparison. */
export function seriesStyle(index: number): SeriesStyle {
  const [place, round] = [index % 5, Math.floor(index / 5)];
  return {
    color: `var(--series-${place + 1})`,
    // Not dotted, which marks the time after a max lead time date.
    dashes: round === 0 ? undefined : '9 3',
    shape: shapes[(place + 3 * round) % 5] ?? 'circle',
  };
}

export function lineStyle({ color, dashes }: SeriesStyle): CSSProperties {
  return { stroke: color, ...(dashes && { strokeDasharray: dashes }) };
}

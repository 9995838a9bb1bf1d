import type { CSSProperties } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import { levelScale, type LevelScale } from '#features/chart/axis-ticks.ts';
import { levelChanges, levelRange, type ChartSeries } from '#features/chart/chart-series.ts';
import type { LevelBucket } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { fromMilliseconds, toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** As many products as can be told apart in one chart. */
export const mostCompared = 10;

/** One line of the comparison. */
export interface ComparedProduct {
  productId: ProductId;
  name: string | null;
  unit: string | null;
  /** As read for one and the same today in all lines. */
  timeline: StockTimeline;
}

/** One axis for all levels of a unit, or a band with an axis of its own for each product. */
export type CompareScale = 'common' | 'separate';

/** Whether the levels of all of them can be held against one another. */
export function hasOneUnit(products: readonly ComparedProduct[]): boolean {
  return new Set(products.map(({ unit }) => unit)).size <= 1;
}

/**
 * The dates at which a crosshair can rest, ascending: today, each change of any level and each max lead time; from
 * today on the beginnings of buckets instead of changes, where there are any. One list of buckets for each product.
 */
export function comparedStops(
  products: readonly ComparedProduct[],
  buckets: readonly (readonly LevelBucket[] | null)[],
): { date: CalendarDate }[] {
  // As numbers: many products have thousands of dates, most of them in common.
  const instants = new Set<number>();
  products.forEach(({ timeline }, index) => {
    const { today, maxLeadTimeDate } = timeline;
    instants.add(toMilliseconds(today));
    for (const { at } of levelChanges(timeline, buckets[index] ?? null)) instants.add(at);
    if (maxLeadTimeDate !== null) instants.add(toMilliseconds(maxLeadTimeDate));
  });
  return Array.from(Float64Array.from(instants).toSorted(), (at) => ({ date: fromMilliseconds(at) }));
}

/** A calendar that reaches as far as all of them, and says nothing of levels: for the time axis that they share. */
export function spanningTimeline(timelines: readonly StockTimeline[], today: CalendarDate): StockTimeline {
  const dates = timelines.flatMap(({ history, steps }) => [history.at(0), steps.at(0), steps.at(-1)]);
  const steps = dates.filter((step) => step !== undefined).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const leadTimes = timelines.map(({ maxLeadTimeDate }) => maxLeadTimeDate).filter((date) => date !== null);
  const [maxLeadTimeDate = null] = leadTimes.toSorted().toReversed();
  return { today, history: [], steps, maxLeadTimeDate, findings: [] };
}

/** A plot with an axis of its own, under the time that all share. */
export interface ComparePanel {
  /** The products in it, by their place in the comparison. */
  indexes: readonly number[];
  /** Of the plot, in pixels. */
  height: number;
  scale: LevelScale;
  /** What is over it: the product, where it is alone; the unit, where there are others; nothing over the only one. */
  title: 'product' | 'unit' | null;
}

const commonHeight = 314;
const severalHeight = 560;
const titleHeight = 24;

interface PanelQuestion {
  products: readonly ComparedProduct[];
  series: readonly ChartSeries[];
  scale: CompareScale;
  /** What the level axes have to reach; null for the levels alone. */
  reach: Thousandths | null;
}

/** The plots of a comparison: one for each product, or one for each unit, since metres and kilograms share no axis. */
export function comparePanels({ products, series, scale, reach }: PanelQuestion): ComparePanel[] {
  const groups = new Map<string | number, number[]>();
  products.forEach(({ unit }, index) => {
    const key = scale === 'separate' ? index : (unit ?? '');
    groups.set(key, [...(groups.get(key) ?? []), index]);
  });
  const title = scale === 'separate' ? 'product' : groups.size > 1 ? 'unit' : null;
  const share = Math.round(severalHeight / groups.size) - titleHeight;
  const height = title === null ? commonHeight : title === 'unit' ? share : Math.max(46, Math.min(110, share));
  return [...groups.values()].map((indexes) => {
    const ranges = indexes.flatMap((index) => series[index] ?? []).map(levelRange);
    const lowest = Math.min(0, ...ranges.map((range) => range.lowest));
    const highest = Math.max(0, ...ranges.map((range) => range.highest));
    const marks = Math.max(1, Math.round(height / 60));
    return { indexes, height, title, scale: levelScale({ lowest, highest }, reach, marks) };
  });
}

/**
 * The panels on whose axes the quantity can be moved: the one that reaches highest, since every quantity can be had on
 * it, and then those of the others that show the quantity.
 */
export function thresholdPanels(panels: readonly ComparePanel[]): ComparePanel[] {
  const [highest] = panels.toSorted((a, b) => b.scale.highest - a.scale.highest);
  if (highest === undefined) return [];
  return [highest, ...panels.filter((panel) => panel !== highest && panel.scale.showsQuantity)];
}

/** How a series looks: colour, dashes and the shape of its marks; no two series of a comparison share all three. */
export interface SeriesStyle {
  color: string;
  /** As `stroke-dasharray` takes it. */
  dashes: string | undefined;
  shape: (typeof shapes)[number];
}

const shapes = ['circle', 'square', 'diamond', 'triangle', 'cross'] as const;
// None of them dotted: that is what lies after a max lead time date.
const dashes = [undefined, '9 3', '16 4', '10 3 2 3', '5 4'];

/** The style of the series at `index` of a comparison, from 0. */
export function seriesStyle(index: number): SeriesStyle {
  const [place, round] = [index % 5, Math.floor(index / 5)];
  return {
    color: `var(--series-${place + 1})`,
    dashes: dashes[(place + 2 * round) % 5],
    shape: shapes[(place + 3 * round) % 5] ?? 'circle',
  };
}

export function lineStyle({ color, dashes }: SeriesStyle): CSSProperties {
  return { stroke: color, ...(dashes && { strokeDasharray: dashes }) };
}

import type { CalendarCounts } from '#stock/contract/calendars.ts';
import {
  byTile,
  type CalendarSort,
  type CalendarTile,
  type ShortWeeks,
  type TileFilter,
} from '#stock/contract/calendar-options.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { resultFor } from '#stock/stock-result.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import { foldText } from '#stock/fold-text.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { anyQuantity, type CalendarSummary, summarize } from './calendar-summary.ts';
import { tileOf } from './calendar-tiles.ts';
import type { ListedProduct } from './listed-product.ts';
import { gapOrder, shortfallOf } from './shortfall.ts';

/** Day and quantity that the figures of products are for. */
export interface FiguresQuery {
  today: CalendarDate;
  quantity: Thousandths;
  /** Unit of the quantity; null if every unit counts. */
  unit: string | null;
}

/** An order of products, and what they are narrowed to. */
export interface SortAndFilters {
  tile: TileFilter | null;
  /** Words that the product's ID, SKU or name contains. */
  find: string;
  sort: { by: CalendarSort; isDescending: boolean } | null;
  /** Period of the tile `short-soon`. */
  shortWeeks: ShortWeeks;
}

/** A product with the values that it is sorted, filtered and counted by. */
export interface ProductFigures {
  productId: ProductId;
  product: Product;
  tile: CalendarTile | 'other-unit';
  /** Days until the quantity isn't available, 0 if it isn't today; null if it always is, or for another unit. */
  daysToShortage: number | null;
  /** Value of each column; null sorts last. */
  keys: Readonly<Record<CalendarSort, number | string | null>>;
}

/** Returns the figures of a product. It is the definition that the store is tested against. */
export function figuresOf(
  listed: ListedProduct,
  product: Product,
  { today, quantity, unit }: FiguresQuery,
): ProductFigures {
  const { productId } = listed;
  const summary: CalendarSummary | null = listed.kind === 'calendar' ? summarize(listed, today, quantity) : null;
  const isOtherUnit = unit !== null && product.unit !== null && product.unit !== unit;
  const falls = isOtherUnit ? null : (summary?.fallsShortOn ?? null);
  const daysToShortage = falls === null ? null : daysBetween(today, falls);
  const gap = isOtherUnit || summary === null ? null : shortfallOf(summary.timeline, quantity);
  const shipDate = (of: Thousandths) => {
    const result = summary && resultFor(summary.timeline, of);
    return result === null || result.kind === 'not-available' ? null : later(result.date, today);
  };
  return {
    productId,
    product,
    tile: isOtherUnit ? 'other-unit' : tileOf(listed, today, quantity),
    daysToShortage,
    keys: {
      product: productId,
      name: product.name === null ? null : foldText(product.name),
      territory: listed.kind === 'calendar' ? listed.territories.join(', ') || null : null,
      available: summary?.availableToday ?? null,
      first: shipDate(anyQuantity),
      wanted: isOtherUnit ? null : shipDate(quantity),
      // Products that are short today are last, before those that never are.
      fallsShort: daysToShortage === 0 ? Number.MAX_SAFE_INTEGER : daysToShortage,
      gap: gap && gapOrder(daysBetween(today, gap.on), gap.shipDate && daysBetween(today, gap.shipDate)),
      maxLeadTime: summary?.maxLeadTimeDate ?? null,
      // A calendar doesn't have it.
      updated: null,
    },
  };
}

/** Returns the products that pass the filters, in order. Products without a value are last in both directions. */
export function sortAndFilter<Figures extends ProductFigures>(
  products: readonly Figures[],
  { tile, find, sort, shortWeeks }: SortAndFilters,
): Figures[] {
  const words = foldText(find).split(' ');
  const found = products.filter(
    (figures) =>
      (tile === null || isInTile(figures, tile, shortWeeks)) && words.every((word) => contains(figures, word)),
  );
  if (sort === null) return found;
  const { by, isDescending } = sort;
  return found.toSorted(({ keys: { [by]: a } }, { keys: { [by]: b } }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (a === b ? 0 : a < b ? -1 : 1) * (isDescending ? -1 : 1);
  });
}

function isInTile({ tile, daysToShortage }: ProductFigures, sought: TileFilter, weeks: ShortWeeks): boolean {
  if (sought === 'available-30') return tile === 'now' || tile === 'within-7' || tile === 'within-30';
  if (sought === 'short-now') return daysToShortage === 0;
  if (sought === 'short-soon') return daysToShortage !== null && daysToShortage > 0 && daysToShortage <= 7 * weeks;
  return tile === sought;
}

function contains({ productId, product: { name, sku } }: ProductFigures, word: string): boolean {
  return [String(productId), foldText(name ?? ''), foldText(sku ?? '')].some((text) => text.includes(word));
}

/** Counts the products by tile and shortage. Last updates aren't counted: `oldestUpdate` is null. */
export function countProducts(products: readonly ProductFigures[]): CalendarCounts {
  const count = (is: (figures: ProductFigures) => boolean) => products.filter(is).length;
  const inTile = (tile: CalendarTile) => count((figures) => figures.tile === tile);
  const within = (weeks: ShortWeeks) => count((figures) => isInTile(figures, 'short-soon', weeks));
  return {
    tiles: byTile(inTile),
    otherUnit: count(({ tile }) => tile === 'other-unit'),
    shortNow: count((figures) => isInTile(figures, 'short-now', 2)),
    shortWithin: { 2: within(2), 4: within(4), 8: within(8) },
    oldestUpdate: null,
  };
}

import { type CalendarSort, type CalendarTile, shortWeeks, type TileFilter } from '#stock/contract/calendar-options.ts';
import { gapOrder } from '#stock/calendars/shortfall.ts';
import type { SortAndFilters } from '#stock/calendars/sorted-products.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type CalendarDate, placeholderDays } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { type DayNumber, toDayNumber } from './day-number.ts';
import { type Catalogue, placeOf, type ProductColumns } from './product-columns.ts';
import { foldQuery } from './product-query.ts';
import { stableOrder } from './stable-order.ts';

/** Which products are meant, and the quantity and day that their figures are for. */
export interface ProductsQuery {
  /** Requested products without duplicates, in the order to show; null for all products of the market. */
  productIds: readonly ProductId[] | null;
  /** At least 1, which any available quantity covers. */
  quantity: Thousandths;
  /** Unit of the quantity: products of another unit have no figures for it. Null if every unit counts. */
  unit: string | null;
  today: CalendarDate;
  includeMaxLeadTime: boolean;
}

/** Products in an order, narrowed to a tile or a text. Default order: that of `productIds`, or by product ID. */
export interface SortedQuery extends ProductsQuery, SortAndFilters {}

/** A group of products that are counted together. */
export interface CountedGroup {
  tile: CalendarTile | 'other-unit';
  /** Days within which the products fall short; null if they don't in the longest of `shortWeeks`. */
  short: number | null;
  /** Last update of the entries that the results are from; null without a result. */
  updated: DayNumber | null;
  count: number;
  firstId: ProductId;
}

const { NaN: none } = Number;

/** The figures of a product; NaN is a missing value, which every comparison is false for. */
interface Figures {
  tile: CountedGroup['tile'];
  available: number;
  first: DayNumber;
  wanted: DayNumber;
  /** Today, if the quantity isn't covered today. */
  falls: DayNumber;
  /** From when until when the quantity isn't covered first, as a sort key. */
  gap: number;
  maxLeadTime: DayNumber;
  updated: DayNumber;
}

/**
 * Returns a function that computes the figures of a product at a place of the columns (-1 without stock rows) and of
 * the catalog (-1 without); each call overwrites the result of the previous one. It implements the pure rules of
 * `src/stock/calendars`, which a test compares it with.
 */
function figuresOf(columns: ProductColumns, query: ProductsQuery): (at: number, catalogued: number) => Figures {
  const { catalogue, isReadable, starts, leadStarts, days, quantities, updates } = columns;
  const { quantity, includeMaxLeadTime } = query;
  const today = toDayNumber(query.today);
  const lastDay = today + placeholderDays;
  const unit = query.unit === null ? 0 : catalogue.unitNames.indexOf(query.unit);
  const nothing: Figures = {
    tile: 'no-result',
    available: none,
    first: none,
    wanted: none,
    falls: none,
    gap: none,
    maxLeadTime: none,
    updated: none,
  };
  const figures = { ...nothing };

  return (at, catalogued) => {
    const ownUnit = catalogue.units[catalogued] ?? 0;
    const isOtherUnit = unit !== 0 && ownUnit !== 0 && ownUnit !== unit;
    if (at < 0 || isReadable[at] === 0) {
      Object.assign(figures, nothing);
      if (isOtherUnit) figures.tile = 'other-unit';
      return figures;
    }
    const [leadStart = 0, end = 0] = [leadStarts[at], starts[at + 1]];
    let [level, levelUpdate, covered, coveredUpdate] = [0, none, none, none];
    let [above, falls, back] = [none, none, none];
    for (let entry = starts[at] ?? 0; entry < leadStart; entry += 1) {
      const [day = 0, available = 0] = [days[entry], quantities[entry]];
      if (day <= today) {
        level = available;
        levelUpdate = updates[entry] ?? none;
      } else if (day <= lastDay) {
        if (available >= quantity && Number.isNaN(covered)) {
          covered = day;
          coveredUpdate = updates[entry] ?? none;
        }
        if (available > 0 && Number.isNaN(above)) above = day;
        if (available < quantity && Number.isNaN(falls)) falls = day;
        if (available >= quantity && day > falls && Number.isNaN(back)) back = day;
      }
    }
    let [lead, leadUpdate] = [none, none];
    for (let entry = includeMaxLeadTime ? leadStart : end; entry < end; entry += 1) {
      const day = days[entry] ?? 0;
      if (day < today - placeholderDays || day > lastDay) continue;
      lead = day;
      leadUpdate = updates[entry] ?? none;
    }
    const leadOrToday = Math.max(lead, today);
    const shipDay = (stockDay: DayNumber) => (Number.isNaN(lead) || stockDay <= leadOrToday ? stockDay : leadOrToday);
    const coversNow = level >= quantity;
    const stockDay = coversNow ? today : covered;

    figures.available = level;
    figures.first = shipDay(level > 0 ? today : above);
    figures.maxLeadTime = lead;
    if (isOtherUnit) {
      figures.tile = 'other-unit';
      figures.wanted = none;
      figures.falls = none;
      figures.gap = none;
      figures.updated = none;
      return figures;
    }
    figures.wanted = shipDay(stockDay);
    figures.falls = coversNow ? falls : today;
    const lasting = [coversNow ? back : covered, Math.max(figures.falls, lead)].filter((day) => !Number.isNaN(day));
    figures.gap = gapOrder(figures.falls - today, lasting.length === 0 ? null : Math.min(...lasting) - today);
    figures.updated =
      Number.isNaN(stockDay) || stockDay > leadOrToday ? leadUpdate : coversNow ? levelUpdate : coveredUpdate;
    figures.tile = tileOf(stockDay - today, lead);
    return figures;
  };
}

function tileOf(days: number, lead: DayNumber): CalendarTile {
  if (days <= 0) return 'now';
  if (days <= 7) return 'within-7';
  if (days <= 30) return 'within-30';
  if (!Number.isNaN(days)) return 'later';
  return Number.isNaN(lead) ? 'nothing' : 'max-lead-time';
}

/** Calls a function with each product, its place in the columns and in the catalog. */
function eachProduct(
  { ids, catalogue, catalogued }: ProductColumns,
  productIds: readonly ProductId[] | null,
  each: (productId: ProductId, at: number, catalogued: number) => void,
): void {
  if (productIds === null) for (const [at, id] of ids.entries()) each(id, at, catalogued[at] ?? -1);
  else for (const id of productIds) each(id, placeOf(ids, id), placeOf(catalogue.ids, id));
}

/** Returns the IDs of the matching products in order. */
export function sortedIds(columns: ProductColumns, query: SortedQuery): Int32Array {
  const { tile, sort, productIds } = query;
  const today = toDayNumber(query.today);
  const soon = today + 7 * query.shortWeeks;
  const figuresAt = figuresOf(columns, query);
  const matches = matcherOf(columns.catalogue, query.find);
  const needsFigures = tile !== null || (sort !== null && !['product', 'name', 'territory'].includes(sort.by));
  const found = new Int32Array(productIds?.length ?? columns.ids.length);
  const keys = new Float64Array(sort === null ? 0 : found.length);
  const direction = sort?.isDescending === true ? -1 : 1;
  const isInTile = ({ tile: own, falls }: Figures, sought: TileFilter) => {
    if (sought === 'available-30') return own === 'now' || own === 'within-7' || own === 'within-30';
    if (sought === 'short-now') return falls === today;
    return sought === 'short-soon' ? falls > today && falls <= soon : own === sought;
  };
  let count = 0;
  eachProduct(columns, productIds, (id, at, catalogued) => {
    if (!matches(id, catalogued)) return;
    const figures = needsFigures ? figuresAt(at, catalogued) : null;
    if (figures !== null && tile !== null && !isInTile(figures, tile)) return;
    found[count] = id;
    if (sort !== null) {
      const key = keyOf(sort.by, { id, at, catalogued, today }, figures, columns);
      keys[count] = Number.isNaN(key) ? Infinity : key * direction;
    }
    count += 1;
  });
  if (sort === null) return found.slice(0, count);
  return Int32Array.from(stableOrder(keys.subarray(0, count)), (place) => found[place] ?? 0);
}

function keyOf(
  by: CalendarSort,
  { id, at, catalogued, today }: { id: ProductId; at: number; catalogued: number; today: DayNumber },
  figures: Figures | null,
  { territories, catalogue }: ProductColumns,
): number {
  if (by === 'product') return id;
  if (by === 'name') return catalogue.nameRanks[catalogued] || none;
  if (by === 'territory') return territories[at] || none;
  if (figures === null) return none;
  // Products that are short today are last, before those that never are.
  if (by === 'fallsShort') return figures.falls === today ? Number.MAX_SAFE_INTEGER : figures.falls;
  return figures[by];
}

/**
 * Returns whether the ID, SKU or name of a product contains all words; of a list of IDs or SKUs, whether it contains one of
 * these.
 */
export function matcherOf(catalogue: Catalogue, find: string): (id: ProductId, catalogued: number) => boolean {
  const keys = keysOfList(find);
  if (keys.length > 1) {
    const matchers = keys.map((key) => matcherOf(catalogue, key));
    return (id, catalogued) => matchers.some((matches) => matches(id, catalogued));
  }
  const words = foldQuery(find).split(' ').filter(Boolean);
  if (words.length === 0) return () => true;
  const { text, textEnds } = catalogue;
  const found = new Uint8Array(textEnds.length);
  for (const [index, word] of words.entries()) {
    let product = 0;
    for (let at = text.indexOf(word); at !== -1;) {
      while ((textEnds[product] ?? text.length) <= at) product += 1;
      if (found[product] === index) found[product] = index + 1;
      at = text.indexOf(word, textEnds[product] ?? text.length);
    }
  }
  return (id, catalogued) =>
    catalogued < 0 ? words.every((word) => String(id).includes(word)) : found[catalogued] === words.length;
}

/** The IDs or SKUs of a text that has nothing else, separated by commas, or by spaces if they are long. */
function keysOfList(find: string): string[] {
  const keys = find.split(/[\s,;|]+/).filter((key) => key !== '');
  const isList = /[,;|]/.test(find) || keys.every((key) => key.length >= 5);
  return isList && keys.every((key) => /\d/.test(key)) ? keys : [];
}

/**
 * Counts the products that contain the text by tile, by the period within which they fall short, and by the last update
 * of their results.
 */
export function countedGroups(
  columns: ProductColumns,
  query: ProductsQuery & Pick<SortAndFilters, 'find'>,
): CountedGroup[] {
  const today = toDayNumber(query.today);
  const figuresAt = figuresOf(columns, query);
  const matches = matcherOf(columns.catalogue, query.find);
  // Only whole weeks are shown, and few groups are faster to sum than many.
  const periods = [0, ...shortWeeks.map((weeks) => 7 * weeks)];
  const groups = new Map<string, Map<number, CountedGroup>>();
  eachProduct(columns, query.productIds, (id, at, catalogued) => {
    if (!matches(id, catalogued)) return;
    const { tile, falls, updated } = figuresAt(at, catalogued);
    const short = periods.find((days) => falls - today <= days) ?? null;
    const key = (short ?? 7) * 2 ** 32 + (Number.isNaN(updated) ? -(2 ** 30) : updated);
    let ofTile = groups.get(tile);
    if (ofTile === undefined) groups.set(tile, (ofTile = new Map<number, CountedGroup>()));
    const group = ofTile.get(key);
    if (group === undefined)
      ofTile.set(key, { tile, short, updated: Number.isNaN(updated) ? null : updated, count: 1, firstId: id });
    else {
      group.count += 1;
      group.firstId = Math.min(group.firstId, id);
    }
  });
  return [...groups.values()].flatMap((ofTile) => Array.from(ofTile.values()));
}

/** A unit of the catalog with the number of its products. */
export interface UnitCount {
  unit: string;
  count: number;
}

/** Counts the products of the catalog by unit, most frequent first. */
export function countedUnits(
  { ids, units, unitNames }: Catalogue,
  productIds: readonly ProductId[] | null,
): UnitCount[] {
  const counts = new Uint32Array(unitNames.length);
  const count = (unit: number | undefined) => {
    if (unit !== undefined) counts[unit] = (counts[unit] ?? 0) + 1;
  };
  if (productIds === null) units.forEach(count);
  else for (const id of productIds) count(units[placeOf(ids, id)]);
  return unitNames
    .flatMap((unit, place) => (unit === null || counts[place] === 0 ? [] : [{ unit, count: counts[place] ?? 0 }]))
    .toSorted((a, b) => b.count - a.count || (a.unit < b.unit ? -1 : 1));
}

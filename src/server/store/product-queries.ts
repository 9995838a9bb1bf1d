import { LRUCache } from 'lru-cache';

import type { ProductId } from '#stock/contract/product-id.ts';

import { type ProductColumns, withoutOthers } from './product-columns.ts';
import {
  sortedIds,
  type SortedQuery,
  type CountedGroup,
  countedGroups,
  countedUnits,
  type UnitCount,
} from './product-figures.ts';

/** A page of products in an order, with counts of all of them. */
export interface SortedPageQuery extends Omit<SortedQuery, 'unit'> {
  /** Undefined for the most frequent unit of the products; null to count every unit. */
  unit: string | null | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
  /** Whether the catalog has only products that the market knows, for searching, sorting and units. */
  ofMarketOnly?: boolean;
}

/** Products by one committed state. */
export interface SortedPage {
  /** State of the store that everything is from. */
  generation: number;
  /** Products of the page in order; empty past the end. */
  productIds: ProductId[];
  /** Number of products that match the tile and the text, over all pages. */
  found: number;
  /** Number of requested products, or of products of the market. */
  total: number;
  /** Number of products of the market, or of the index. */
  productCount: number;
  /** The products that match the text, whatever the tile. */
  groups: CountedGroup[];
  /** Unit of the quantity, given or chosen; null if every unit counts. */
  unit: string | null;
  /** Units of the products in the catalog, most frequent first. */
  units: UnitCount[];
}

/** Bytes of orders that are kept: those of some sixteen million products. */
const maxOrderBytes = 64 * 2 ** 20;
const maxKept = 500;

/**
 * Sorts, filters and counts products. The results of a day, quantity, order and filter are kept, so that another page or an
 * earlier order costs nothing.
 */
export function productQueries() {
  const orders = new LRUCache<string, Int32Array>({
    maxSize: maxOrderBytes,
    sizeCalculation: ({ byteLength }, key) => byteLength + 2 * key.length + 500,
  });
  const groups = new LRUCache<string, CountedGroup[]>({ max: maxKept });
  const units = new LRUCache<string, UnitCount[]>({ max: maxKept });

  return (query: SortedPageQuery, all: ProductColumns): Omit<SortedPage, 'generation'> => {
    const { page, pageSize, ofMarketOnly, unit: given, ...applied } = query;
    const columns = ofMarketOnly === true ? withoutOthers(all) : all;
    const { productIds, quantity, today, includeMaxLeadTime } = query;
    const of = { columns: columns.serial, productIds };
    const known = kept(units, of, () => countedUnits(columns.catalogue, productIds));
    // With a single unit, no product is of another one.
    const unit = given === undefined ? (known[0]?.unit ?? null) : given;
    const counted = known.some((each) => each.unit !== unit) ? unit : null;
    const requested = { productIds, quantity, today, includeMaxLeadTime, unit: counted, find: query.find };
    const order = kept(orders, { ...of, ...applied, unit: counted }, () =>
      sortedIds(columns, { ...applied, unit: counted }),
    );
    const counts = kept(groups, { ...of, ...requested }, () => countedGroups(columns, requested));
    const productCount = columns.ids.length;
    return {
      productIds: [...order.subarray((page - 1) * pageSize, page * pageSize)],
      found: order.length,
      total: productIds?.length ?? productCount,
      productCount,
      groups: counts,
      unit,
      units: known,
    };
  };
}

/** The cached value of a key, or else a computed one, which is then cached. */
function kept<Value extends object>(
  cache: { get: (key: string) => Value | undefined; set: (key: string, value: Value) => unknown },
  key: unknown,
  compute: () => Value,
): Value {
  const text = JSON.stringify(key);
  const known = cache.get(text);
  if (known !== undefined) return known;
  const value = compute();
  cache.set(text, value);
  return value;
}

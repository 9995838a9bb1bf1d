import { LRUCache } from 'lru-cache';

import type { ProductId } from '#stock/contract/product-id.ts';

import {
  type ArrangedQuery,
  arrangeStatement,
  type CountedGroup,
  countStatement,
  type ProductsQuery,
  type Statement,
  type StatementDialect,
  unitsStatement,
} from './product-statements.ts';

/** A page of products in an order, with counts of all of them. */
export interface ArrangedPageQuery extends Omit<ArrangedQuery, 'unit'> {
  /** Undefined for the most frequent unit of the products; null to count every unit. */
  unit: string | null | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** Products by one committed state. */
export interface ArrangedPage {
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
  /** All requested products, whatever the tile and the text. */
  groups: CountedGroup[];
  /** Unit of the quantity, given or chosen; null if every unit counts. */
  unit: string | null;
  /** Units of the products in the catalog, most frequent first. */
  units: UnitCount[];
}

export interface UnitCount {
  unit: string;
  count: number;
}

/** A read transaction on one committed state. */
export interface ProductReading {
  generation: number;
  /** Number of products of the market. */
  productCount: number;
  dialect: StatementDialect;
  run: <Row>(statement: Statement) => Promise<Row[]> | Row[];
}

/** Bytes of orders that are kept: those of some sixteen million products. */
const maxOrderBytes = 64 * 2 ** 20;
const maxKept = 500;

/**
 * Arranges and counts products by statements over all their entries. The results of a state, day, quantity, order and
 * filter are kept, so that another page or an earlier order costs no statement.
 */
export function productQueries() {
  const orders = new LRUCache<string, Int32Array>({
    maxSize: maxOrderBytes,
    sizeCalculation: ({ byteLength }, key) => byteLength + 2 * key.length + 500,
  });
  const groups = new LRUCache<string, CountedGroup[]>({ max: maxKept });
  const units = new LRUCache<string, UnitCount[]>({ max: maxKept });

  /** @param source identifies the products in the cache, such as their market */
  return async (source: object, query: ArrangedPageQuery, reading: ProductReading): Promise<ArrangedPage> => {
    const { page, pageSize, unit: given, ...arranged } = query;
    const { generation, dialect, productCount, run } = reading;
    const { productIds, quantity, today, includeMaxLeadTime } = query;
    const of = { generation, source, productIds };
    const known = await kept(units, of, async () => await run<UnitCount>(unitsStatement(query, dialect)));
    // With a single unit, no product is of another one.
    const unit = given === undefined ? (known[0]?.unit ?? null) : given;
    const counted = known.some((each) => each.unit !== unit) ? unit : null;
    const asked: ProductsQuery = { productIds, quantity, today, includeMaxLeadTime, unit: counted };
    const order = await kept(orders, { ...of, ...arranged, unit: counted }, async () => {
      const [row] = await run<{ ids: string | null }>(arrangeStatement({ ...arranged, unit: counted }, dialect));
      return Int32Array.from(JSON.parse(row?.ids ?? '[]') as ProductId[]);
    });
    const all = await kept(
      groups,
      { ...of, ...asked },
      async () => await run<CountedGroup>(countStatement(asked, dialect)),
    );
    return {
      generation,
      productIds: [...order.subarray((page - 1) * pageSize, page * pageSize)],
      found: order.length,
      total: productIds?.length ?? productCount,
      productCount,
      groups: all,
      unit,
      units: known,
    };
  };
}

/** The cached value of a key, or else what is read, which is then cached. */
async function kept<Value extends object>(
  cache: { get: (key: string) => Value | undefined; set: (key: string, value: Value) => unknown },
  key: unknown,
  read: () => Promise<Value>,
): Promise<Value> {
  const text = JSON.stringify(key);
  const known = cache.get(text);
  if (known !== undefined) return known;
  const value = await read();
  cache.set(text, value);
  return value;
}

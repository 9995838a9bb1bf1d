import { type CalendarSort, type CalendarTile, shortWeeks } from '#stock/contract/calendars.ts';
import type { Arrangement } from '#stock/calendars/arranged-products.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type CalendarDate, placeholderDays } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { type DayNumber, toDayNumber } from './day-number.ts';
import { foldQuery } from './product-query.ts';

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
export interface ArrangedQuery extends ProductsQuery, Arrangement {}

/** SQL of a database and the tables to read. Every fragment is trusted text. */
export interface StatementDialect {
  /** Table with the columns of `stock`. A product without entries has one that is deleted. */
  stock: string;
  /** Table of the market's product IDs. */
  known: string;
  marketId: number;
  /** Expression for a date column as a day number. */
  day: (column: string) => string;
  isMaxLeadTime: string;
  /** The opposite of `isMaxLeadTime`, in a form for which the primary key is used. */
  isStock: string;
  isDeleted: string;
  /** Expression for an entry's last update as a day number. */
  lastUpdate: string;
  /** Aggregate of a product's entries that is 1, or null if its calendar can't be read. */
  hasCalendar: string;
  /** Aggregate for the product's territories; null if all products have the same. */
  territory: string | null;
  /** Expression for the position of a text in another, 0 if it isn't contained. */
  position: (text: string, sought: string) => string;
  /** Table expression with the columns `place` and `product_id` for a bound list of IDs. */
  listed: (placeholder: string) => string;
  /** Placeholder of the parameter at a position, from 1. */
  placeholder: (position: number) => string;
  /** Aggregate of `product_id` in an order, as a JSON array. */
  collected: (order: string) => string;
  /** Value that is bound for a list of IDs. */
  bindList: (productIds: readonly ProductId[]) => unknown;
}

export interface Statement {
  text: string;
  parameters: unknown[];
}

/** Added to day numbers, so that packed values are positive for any year from 1 on. */
const shift = 1_000_000;
/** Room for a day number in a packed value. */
const dayRoom = 'CAST(8388608 AS bigint)';
/** Room for a quantity, above the largest that can be requested; larger levels are clamped to half of it. */
const levelRoom = 'CAST(2199023255552 AS bigint)';
const largestLevel = 2 ** 40;

const min = (condition: string, value: string) => `min(CASE WHEN ${condition} THEN ${value} END)`;
const max = (condition: string, value: string) => `max(CASE WHEN ${condition} THEN ${value} END)`;

/**
 * Aggregates over the entries of a product, each read in one pass. Where two values of a row are needed, they are
 * packed into one number, since an aggregate returns one value.
 */
function aggregatesOf({ today, quantity }: { today: DayNumber; quantity: Thousandths }, dialect: StatementDialect) {
  const { isMaxLeadTime, isDeleted, lastUpdate: updated, territory } = dialect;
  const day = dialect.day('stock_date');
  const lastDay = today + placeholderDays;
  const packed = (high: string) => `${high} * ${dayRoom} + (${updated} + ${shift})`;
  const isReal = `NOT ${isMaxLeadTime} AND NOT ${isDeleted}`;
  const isLater = `${day} > ${today} AND ${day} <= ${lastDay}`;
  // Found by the primary key, which costs half of a window function over all entries.
  const before = `SELECT earlier.stock_quantity FROM ${dialect.stock} AS earlier
    WHERE earlier.market_id = ${dialect.marketId} AND earlier.product_id = entry.product_id
      AND ${dialect.isStock} AND NOT ${isDeleted} AND earlier.stock_date < entry.stock_date
    ORDER BY earlier.stock_date DESC LIMIT 1`;
  const clamped = `CASE WHEN stock_quantity > ${largestLevel} THEN ${largestLevel} - 1
    WHEN stock_quantity < -${largestLevel} THEN -${largestLevel} ELSE stock_quantity END`;
  return {
    /** Date and level of the entry in effect today. */
    level: max(`${day} <= ${today} AND ${isReal}`, `(${day} + ${shift}) * ${levelRoom} + ${largestLevel} + ${clamped}`),
    /** Date of that entry, whether it covers the quantity, and its last update. */
    on_hand: max(
      `${day} <= ${today} AND ${isReal}`,
      packed(`((${day} + ${shift}) * 2 + CASE WHEN stock_quantity >= ${quantity} THEN 1 ELSE 0 END)`),
    ),
    /** Date and last update of the first later entry that covers the quantity. */
    later: min(`stock_quantity >= ${quantity} AND ${isLater} AND ${isReal}`, packed(`(${day} + ${shift})`)),
    /** Date of the first later entry that is above 0. */
    later_any: min(`stock_quantity > 0 AND ${isLater} AND ${isReal}`, day),
    /** Date of the first later entry that is below the quantity. */
    falls: min(`stock_quantity < ${quantity} AND ${isLater} AND ${isReal}`, day),
    /** Date of the first later entry that is above the one before it. */
    increase: min(`${isLater} AND ${isReal} AND stock_quantity > coalesce((${before}), 0)`, day),
    /** Date and last update of the max lead time. */
    lead_time: max(
      `${isMaxLeadTime} AND NOT ${isDeleted} AND ${day} BETWEEN ${today - placeholderDays} AND ${lastDay}`,
      packed(`(${day} + ${shift})`),
    ),
    territory: territory ?? 'NULL',
  };
}

type Aggregate = keyof ReturnType<typeof aggregatesOf>;

/** Aggregates that the column of a sort order, a tile or the counts needs. */
const neededFor = {
  available: ['level'],
  first: ['level', 'later_any', 'lead_time'],
  wanted: ['on_hand', 'later', 'lead_time'],
  increase: ['increase'],
  fallsShort: ['on_hand', 'falls'],
  maxLeadTime: ['lead_time'],
  territory: ['territory'],
} as const satisfies Record<string, readonly Aggregate[]>;
const forTile = ['on_hand', 'later', 'lead_time'] as const;
const forCounts = ['on_hand', 'later', 'lead_time', 'falls'] as const;

/**
 * Expressions over the aggregates; each is null for a product without stock rows. They implement the pure rules of
 * `src/stock/calendars`, which a test compares them with.
 */
function expressionsOf(today: DayNumber, { includeMaxLeadTime }: Pick<ProductsQuery, 'includeMaxLeadTime'>) {
  const leadDay = includeMaxLeadTime ? `(lead_time / ${dayRoom} - ${shift})` : 'CAST(NULL AS bigint)';
  const level = `CASE WHEN level IS NULL THEN has_rows * 0 ELSE level % ${levelRoom} - ${largestLevel} END`;
  const coversNow = `(on_hand / ${dayRoom}) % 2 = 1`;
  const stockDay = `CASE WHEN ${coversNow} THEN ${today} ELSE later / ${dayRoom} - ${shift} END`;
  const firstDay = `CASE WHEN ${level} > 0 THEN ${today} ELSE later_any END`;
  const leadOrToday = `CASE WHEN ${leadDay} < ${today} THEN ${today} ELSE ${leadDay} END`;
  const shipDay = (stock: string) => `CASE
    WHEN ${leadDay} IS NULL OR (${stock}) <= (${leadOrToday}) THEN (${stock}) ELSE (${leadOrToday}) END`;
  return {
    level,
    coversNow,
    stockDay,
    leadDay,
    firstDay: shipDay(firstDay),
    shipDay: shipDay(stockDay),
    /** Last update of the entry that the result is from. */
    resultUpdate: `CASE
      WHEN (${stockDay}) IS NULL OR (${stockDay}) > (${leadOrToday}) THEN lead_time ${includeMaxLeadTime ? '' : '* NULL'}
      WHEN ${coversNow} THEN on_hand ELSE later END % ${dayRoom} - ${shift}`,
  };
}

type Expressions = ReturnType<typeof expressionsOf>;

function tileExpression({ stockDay, leadDay }: Expressions, today: DayNumber): string {
  return `CASE
    WHEN has_rows IS NULL THEN 'no-answer'
    WHEN (${stockDay}) <= ${today} THEN 'now'
    WHEN (${stockDay}) <= ${today + 7} THEN 'within-7'
    WHEN (${stockDay}) <= ${today + 30} THEN 'within-30'
    WHEN (${stockDay}) IS NOT NULL THEN 'later'
    WHEN (${leadDay}) IS NOT NULL THEN 'max-lead-time'
    ELSE 'nothing' END`;
}

/** Whether the quantity isn't covered today. */
const isShortNow = ({ coversNow }: Expressions) => `(has_rows = 1 AND NOT coalesce(${coversNow}, FALSE))`;

/** Collects the parameters of a statement. */
function binder(dialect: StatementDialect) {
  const parameters: unknown[] = [];
  const bind = (value: unknown) => dialect.placeholder(parameters.push(value));
  return { parameters, bind };
}

/**
 * FROM clause with one row per product: `place` (its position among the requested ones), `product_id`, `has_rows` (null
 * for a product without stock rows), the aggregates, and the catalog's columns of `product`.
 */
function productsFrom(
  { productIds, quantity }: ProductsQuery,
  today: DayNumber,
  aggregates: ReadonlySet<Aggregate>,
  withCatalog: boolean,
  dialect: StatementDialect,
  bind: (value: unknown) => string,
): string {
  const { stock, known, marketId } = dialect;
  const every = aggregatesOf({ today, quantity }, dialect);
  const columns = [...aggregates].map((name) => `, ${every[name]} AS ${name}`).join('');
  const list = productIds === null ? null : bind(dialect.bindList(productIds));
  const within = list === null ? '' : ` AND product_id IN (SELECT product_id FROM ${dialect.listed(list)} AS chosen)`;
  const figures =
    aggregates.size === 0
      ? `SELECT product_id, 1 AS has_rows FROM ${known} WHERE market_id = ${marketId}${within}`
      : `SELECT product_id, ${dialect.hasCalendar} AS has_rows${columns} FROM ${stock} AS entry WHERE market_id = ${marketId}${within} GROUP BY product_id`;
  const listed =
    list === null
      ? `(SELECT 0 AS place, figure.* FROM (${figures}) AS figure) AS listed`
      : `(SELECT chosen.place, chosen.product_id AS asked_id, figure.* FROM ${dialect.listed(list)} AS chosen
          LEFT JOIN (${figures}) AS figure ON figure.product_id = chosen.product_id) AS listed`;
  const id = list === null ? 'listed.product_id' : 'listed.asked_id';
  return `${listed}
    ${withCatalog ? `LEFT JOIN product ON product.product_id = ${id}` : ''}`;
}

/** Whether the product's unit is another than that of the quantity. A product without a unit isn't of another one. */
function isOtherUnit(unit: string | null, bind: (value: unknown) => string): string | null {
  return unit === null ? null : `(product.unit IS NOT NULL AND product.unit <> ${bind(unit)})`;
}

/** Statement whose only value, `ids`, is a JSON array of the matching product IDs in order. */
export function arrangeStatement(query: ArrangedQuery, dialect: StatementDialect): Statement {
  const { tile, find, sort, unit, productIds } = query;
  const today = toDayNumber(query.today);
  const by = sort?.by ?? null;
  const { parameters, bind } = binder(dialect);
  const words = foldQuery(find).split(' ').filter(Boolean);
  const usesQuantity = tile !== null || by === 'wanted' || by === 'fallsShort';
  const needed = new Set<Aggregate>([
    ...(by !== null && by in neededFor && !(by === 'territory' && dialect.territory === null)
      ? neededFor[by as keyof typeof neededFor]
      : []),
    ...(tile === null ? [] : tile === 'short-now' || tile === 'short-soon' ? neededFor.fallsShort : forTile),
  ]);
  const withCatalog = by === 'name' || words.length > 0 || (usesQuantity && unit !== null);
  const from = productsFrom(query, today, needed, withCatalog, dialect, bind);
  const expressions = expressionsOf(today, query);
  const id = productIds === null ? 'listed.product_id' : 'listed.asked_id';
  const other = usesQuantity ? isOtherUnit(unit, bind) : null;
  const ofUnit = (expression: string) =>
    other === null ? expression : `CASE WHEN NOT ${other} THEN ${expression} END`;

  const conditions = words.map((word) => {
    const sought = bind(word);
    return `(${['product.name_key', 'product.sku_key', `CAST(${id} AS text)`]
      .map((text) => `coalesce(${dialect.position(text, sought)}, 0) > 0`)
      .join(' OR ')})`;
  });
  if (tile !== null) {
    const shortNow = isShortNow(expressions);
    if (tile === 'short-now') conditions.push(shortNow);
    else if (tile === 'short-soon') conditions.push(`NOT ${shortNow} AND falls <= ${today + 7 * query.shortWeeks}`);
    else conditions.push(`${tileExpression(expressions, today)} = '${tile}'`);
    if (other !== null) conditions.push(`NOT ${other}`);
  }

  const keys: Record<CalendarSort, string | null> = {
    product: id,
    name: 'product.name_key',
    territory: dialect.territory === null ? null : 'territory',
    available: expressions.level,
    first: expressions.firstDay,
    wanted: ofUnit(expressions.shipDay),
    increase: 'increase',
    // Products that are short today are last, before those that never are.
    fallsShort: ofUnit(`CASE WHEN ${isShortNow(expressions)} THEN ${3 * shift} ELSE falls END`),
    maxLeadTime: expressions.leadDay,
  };
  const key = by === null ? null : keys[by];
  const order = [
    ...(key === null ? [] : ['sort_key IS NULL', `sort_key ${sort?.isDescending === true ? 'DESC' : ''}`]),
    ...(productIds === null ? [] : ['place']),
    'product_id',
  ].join(', ');
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const text = `
SELECT ${dialect.collected(order)} AS ids FROM (
  SELECT ${id} AS product_id, listed.place${key === null ? '' : `, ${key} AS sort_key`} FROM ${from} ${where}
) AS arranged`;
  return { text, parameters };
}

/** A group of products that are counted together. */
export interface CountedGroup {
  tile: CalendarTile | 'other-unit';
  /** Days until the product falls short; null if it never does. */
  short: DayNumber | null;
  /** Last update of the entries that the results are from; null without a result. */
  updated: DayNumber | null;
  count: number;
  firstId: ProductId;
}

/** Statement that counts the products by tile, by the day they fall short, and by the last update of their results. */
export function countStatement(query: ProductsQuery, dialect: StatementDialect): Statement {
  const today = toDayNumber(query.today);
  const { parameters, bind } = binder(dialect);
  const other = isOtherUnit(query.unit, bind);
  const from = productsFrom(query, today, new Set(forCounts), other !== null, dialect, bind);
  const expressions = expressionsOf(today, query);
  const id = query.productIds === null ? 'listed.product_id' : 'listed.asked_id';
  // Only whole weeks are shown, and few groups are faster to sum than many.
  const short = `CASE WHEN ${isShortNow(expressions)} THEN 0 ${shortWeeks
    .map((weeks) => `WHEN falls <= ${today + 7 * weeks} THEN ${7 * weeks}`)
    .join(' ')} END`;
  const ofUnit = (expression: string, otherwise: string) =>
    other === null ? expression : `CASE WHEN ${other} THEN ${otherwise} ELSE ${expression} END`;
  const text = `
SELECT tile, short, updated, count(*) AS count, min(product_id) AS "firstId" FROM (
  SELECT ${id} AS product_id, ${ofUnit(tileExpression(expressions, today), "'other-unit'")} AS tile,
    ${ofUnit(short, 'NULL')} AS short, ${ofUnit(expressions.resultUpdate, 'NULL')} AS updated
  FROM ${from}
) AS counted GROUP BY tile, short, updated`;
  return { text, parameters };
}

/** Statement that counts the products of the catalog by unit, most frequent first. */
export function unitsStatement(
  { productIds }: Pick<ProductsQuery, 'productIds'>,
  dialect: StatementDialect,
): Statement {
  const { parameters, bind } = binder(dialect);
  const within =
    productIds === null
      ? ''
      : ` AND product_id IN (SELECT product_id FROM ${dialect.listed(bind(dialect.bindList(productIds)))} AS chosen)`;
  const text = `
SELECT unit, count(*) AS count FROM product WHERE unit IS NOT NULL${within} GROUP BY unit ORDER BY count(*) DESC, unit`;
  return { text, parameters };
}

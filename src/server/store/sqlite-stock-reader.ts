import type { DatabaseSyncInstance } from '@photostructure/sqlite';

import type { Market } from '#stock/contract/envelope.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { addDays, type CalendarDate, placeholderDays } from '#stock/calendar-date.ts';
import { memoize } from '#stock/memoize.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { type DayNumber, fromDayNumber, toDayNumber } from './day-number.ts';
import type {
  CalendarPage,
  CalendarPageQuery,
  CalendarRow,
  StockFinding,
  StockLine,
  StockStore,
} from './stock-store.ts';

// Parameters are bound by position; binding by name takes longer than the lookup.
export const findMarketSql =
  'SELECT market_id FROM market WHERE company = ? AND sales_organization = ? AND territory_id = ?';

/** More than the difference of any two dates, in days. */
const span = 2 ** 23;

/** Both dates of a row packed into one number, since a subquery returns one value. Joins would read each row twice. */
const packedDates = `(stock_date * ${span} + last_update_date + ${span / 2})`;

/** Result for a known product without a max lead time. */
const knownMark = 'known';

/**
 * Looks up whether a product is known only if it has no max lead time. Dates that are placeholders count as none.
 * Parameters: the market, today, the first and last date that is none, then those of the lines.
 */
const findSql = (lines: string) => `
WITH line (place, market_id, product_id, quantity) AS (${lines})
SELECT line.place, (
  SELECT ${packedDates} FROM stock
  WHERE market_id = line.market_id AND product_id = line.product_id AND is_max_lead_time = 0
    AND is_deleted = 0 AND stock_quantity >= line.quantity
    AND stock_date >= coalesce((
      SELECT stock_date FROM stock
      WHERE market_id = line.market_id AND product_id = line.product_id AND is_max_lead_time = 0
        AND is_deleted = 0 AND stock_date <= ?2
      ORDER BY stock_date DESC LIMIT 1
    ), ${Number.MIN_SAFE_INTEGER})
    AND stock_date <= ?4
  ORDER BY stock_date LIMIT 1
), coalesce((
  SELECT ${packedDates} FROM stock
  WHERE market_id = line.market_id AND product_id = line.product_id AND is_max_lead_time = 1 AND is_deleted = 0
    AND stock_date BETWEEN ?3 AND ?4
  ORDER BY stock_date DESC LIMIT 1
), (
  SELECT '${knownMark}' FROM known_product WHERE market_id = line.market_id AND product_id = line.product_id
))
FROM line`;

/** Fifth parameter: lines as JSON. */
export const findStockSql = findSql('SELECT key, ?1, value ->> 0, value ->> 1 FROM json_each(?5) AS requested');
/** Fifth and sixth parameters: product and quantity of the only line. */
const findOneSql = findSql('SELECT 0, ?1, ?5, ?6');

/**
 * Entries of a product as one JSON text, which takes half the time of reading rows. Parameter: 1 with the max lead
 * time, 0 without.
 */
const entriesOf = (product: string, condition = 'true') => `(
  SELECT json_group_array(json_array(is_max_lead_time, stock_date, stock_quantity)) FROM (
    SELECT is_max_lead_time, stock_date, stock_quantity FROM stock
    WHERE market_id = ${product}.market_id AND product_id = ${product}.product_id
      AND is_max_lead_time <= ? AND is_deleted = 0 AND ${condition}
    ORDER BY is_max_lead_time, stock_date
  )
)`;

/**
 * Null for an unknown product, which is checked only if there are no entries. Parameters: the market, the product, that
 * of the entries, the minimum quantity.
 */
const findCalendarSql = `
WITH requested (market_id, product_id) AS (SELECT ?, ?)
SELECT coalesce(nullif(${entriesOf('requested', '(is_max_lead_time = 1 OR stock_quantity >= ?)')}, '[]'), (
  SELECT '[]' FROM known_product WHERE market_id = requested.market_id AND product_id = requested.product_id
))
FROM requested`;

/** Parameters: the market, page size, offset, that of the entries. */
const pageOfAllSql = `
WITH requested AS MATERIALIZED (SELECT * FROM market WHERE market_id = ?),
page AS MATERIALIZED (
  SELECT market_id, product_id FROM known_product
  WHERE market_id = (SELECT market_id FROM requested) ORDER BY product_id LIMIT ? OFFSET ?
)
SELECT requested.product_count, page.product_id, ${entriesOf('page')}
FROM requested LEFT JOIN page
ORDER BY page.product_id`;

/** Parameters: product ids as JSON, the market, page size, offset, that of the entries. */
export const pageOfSomeSql = `
WITH matched AS MATERIALIZED (
  SELECT known.market_id, known.product_id
  FROM json_each(?) AS wanted
  CROSS JOIN known_product AS known ON known.market_id = ? AND known.product_id = wanted.value
),
page AS MATERIALIZED (SELECT market_id, product_id FROM matched ORDER BY product_id LIMIT ? OFFSET ?)
SELECT matched.product_id, page.product_id, ${entriesOf('page')}
FROM matched LEFT JOIN page ON page.product_id = matched.product_id
ORDER BY matched.product_id`;

type PackedDates = number;
type FoundRow = [key: number, real: PackedDates | null, leadOrKnown: PackedDates | typeof knownMark | null];
type EntryRow = [isMaxLeadTime: number, stockDate: DayNumber, stockQuantity: Thousandths];
/** `first` is the market's number of products or the matched product; `entries` is JSON. */
type PageRow = [first: number, productId: ProductId | null, entries: string];

/** Runs lookups and reads calendars, each by one statement and thus from one committed state. */
export function sqliteStock(database: DatabaseSyncInstance) {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const [findOne, findSeveral, calendar] = [prepare(findOneSql), prepare(findStockSql), prepare(findCalendarSql)];
  const [pageOfAll, pageOfSome] = [prepare(pageOfAllSql), prepare(pageOfSomeSql)];
  const dataVersion = prepare('PRAGMA data_version');
  const findMarket = prepare(findMarketSql);
  const marketIds = new WeakMap<Market, number>();
  /** Null if no import has used the market yet. Market IDs never change. */
  const marketIdOf = (market: Market): number | null => {
    const known = marketIds.get(market);
    if (known !== undefined) return known;
    const { company, salesOrganization, territoryId } = market;
    const row = findMarket.get(company, salesOrganization, territoryId) as [marketId: number] | undefined;
    if (row === undefined) return null;
    marketIds.set(market, row[0]);
    return row[0];
  };
  return {
    findStock: (market: Market, lines: readonly StockLine[], today: CalendarDate): StockFinding[] => {
      const [line] = lines;
      const day = toDayNumber(today);
      if (line !== undefined && lines.length === 1) {
        const row = findOne.get(
          marketIdOf(market),
          day,
          ...datesFrom(today),
          line.productId,
          line.quantity,
        ) as FoundRow;
        return [findingOf(row, day)];
      }
      const requested = JSON.stringify(lines.map(({ productId, quantity }) => [productId, quantity]));
      const findings: StockFinding[] = [];
      for (const row of findSeveral.all(marketIdOf(market), day, ...datesFrom(today), requested) as FoundRow[])
        findings[row[0]] = findingOf(row, day);
      return findings;
    },

    /** Changes whenever another connection commits. */
    version: (): number => (dataVersion.get() as [number])[0],

    findCalendar: (...[market, productId, options]: Parameters<StockStore['findCalendar']>): CalendarRow[] | null => {
      const minQuantity = options.quantity ?? Number.MIN_SAFE_INTEGER;
      const withLead = Number(options.includeMaxLeadTime);
      const [entries] = calendar.get(marketIdOf(market), productId, withLead, minQuantity) as [entries: string | null];
      return entries === null ? null : readEntries(entries);
    },

    findCalendarPage: (market: Market, query: CalendarPageQuery): CalendarPage => {
      const marketId = marketIdOf(market);
      const page = [query.pageSize, (query.page - 1) * query.pageSize, Number(query.includeMaxLeadTime)];
      if (query.productIds === null) {
        const rows = pageOfAll.all(marketId, ...page) as PageRow[];
        return { totalItemCount: rows[0]?.[0] ?? 0, matchedIds: [], calendars: calendarsOf(rows) };
      }
      const rows = pageOfSome.all(JSON.stringify(query.productIds), marketId, ...page) as PageRow[];
      const matchedIds = [...new Set(rows.map((row) => row[0]))];
      return { totalItemCount: matchedIds.length, matchedIds, calendars: calendarsOf(rows) };
    },
  };
}

/**
 * Returns the first sufficient stock entry or the max lead time date, whichever is earlier. Dates before today count as
 * today; on the same day, the stock entry wins.
 */
function findingOf([, real, leadOrKnown]: FoundRow, today: DayNumber): StockFinding {
  const lead = typeof leadOrKnown === 'number' ? leadOrKnown : null;
  if (real !== null && (lead === null || dateOf(real) <= Math.max(dateOf(lead), today))) return found(real, false);
  if (lead !== null) return found(lead, true);
  return { kind: leadOrKnown === null ? 'unknown-product' : 'quantity-not-available' };
}

/** Returns the first and last date that isn't a placeholder. */
const datesFrom = memoize((today: CalendarDate): [first: DayNumber, last: DayNumber] => [
  toDayNumber(addDays(today, -placeholderDays)),
  toDayNumber(addDays(today, placeholderDays)),
]);

function dateOf(dates: PackedDates): DayNumber {
  return Math.floor(dates / span);
}

function found(dates: PackedDates, isMaxLeadTime: boolean): StockFinding {
  const day = dateOf(dates);
  const lastUpdateDate = fromDayNumber(dates - day * span - span / 2);
  return { kind: 'found', stockDate: fromDayNumber(day), isMaxLeadTime, lastUpdateDate };
}

function readEntries(text: string): CalendarRow[] {
  return (JSON.parse(text) as EntryRow[]).map(([isMaxLeadTime, stockDate, stockQuantity]) => ({
    stockDate: fromDayNumber(stockDate),
    stockQuantity,
    isMaxLeadTime: isMaxLeadTime === 1,
  }));
}

function calendarsOf(rows: readonly PageRow[]): CalendarPage['calendars'] {
  return rows.flatMap(([, productId, entries]) =>
    productId === null ? [] : { productId, rows: readEntries(entries) },
  );
}

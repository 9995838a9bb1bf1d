import type { DatabaseSyncInstance } from '@photostructure/sqlite';

import type { Market } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { type DayNumber, fromDayNumber, toDayNumber } from './day-number.ts';
import type {
  CalendarPage,
  CalendarPageQuery,
  CalendarRow,
  StockFinding,
  StockLine,
  StockStore,
} from './stock-store.ts';

// Parameters are bound by place: by name, binding them takes longer than the lookup.
const market = 'SELECT market_id FROM market WHERE company = ? AND sales_organization = ? AND territory_id = ?';

/** Parameters: those of the lines, the market's codes, today. */
const findSql = (lines: string) => `
WITH line (place, product_id, quantity) AS (${lines})
SELECT line.place, known.product_id, first_real.stock_date, first_real.last_update_date,
  lead.stock_date, lead.last_update_date
FROM line
LEFT JOIN known_product AS known ON known.market_id = (${market}) AND known.product_id = line.product_id
LEFT JOIN stock AS first_real
  ON first_real.market_id = known.market_id AND first_real.product_id = known.product_id
  AND first_real.is_max_lead_time = 0 AND first_real.stock_date = (
    SELECT stock_date FROM stock
    WHERE market_id = known.market_id AND product_id = known.product_id AND is_max_lead_time = 0
      AND is_deleted = 0 AND stock_quantity >= line.quantity
      AND stock_date >= coalesce((
        SELECT stock_date FROM stock
        WHERE market_id = known.market_id AND product_id = known.product_id AND is_max_lead_time = 0
          AND is_deleted = 0 AND stock_date <= ?
        ORDER BY stock_date DESC LIMIT 1
      ), ${Number.MIN_SAFE_INTEGER})
    ORDER BY stock_date LIMIT 1
  )
LEFT JOIN stock AS lead
  ON lead.market_id = known.market_id AND lead.product_id = known.product_id
  AND lead.is_max_lead_time = 1 AND lead.stock_date = (
    SELECT stock_date FROM stock
    WHERE market_id = known.market_id AND product_id = known.product_id AND is_max_lead_time = 1 AND is_deleted = 0
    ORDER BY stock_date DESC LIMIT 1
  )`;

/** Its first parameter: lines as JSON. */
export const findStockSql = findSql('SELECT key, value ->> 0, value ->> 1 FROM json_each(?) AS asked');
/** Its first parameters: the product and the quantity of the one line. */
const findOneSql = findSql('SELECT 0, ?, ?');

/** Its parameter: 1 with the max lead time, 0 without. */
const entriesOf = (product: string) => `
LEFT JOIN stock AS entry
  ON entry.market_id = ${product}.market_id AND entry.product_id = ${product}.product_id
  AND entry.is_max_lead_time IN (0, ?) AND entry.is_deleted = 0`;

/** Parameters: that of the entries, the lowest level, the market's codes, the product. */
const findCalendarSql = `
SELECT entry.is_max_lead_time, entry.stock_date, entry.stock_quantity
FROM known_product AS known ${entriesOf('known')}
  AND (entry.is_max_lead_time = 1 OR entry.stock_quantity >= ?)
WHERE known.market_id = (${market}) AND known.product_id = ?
ORDER BY entry.is_max_lead_time, entry.stock_date`;

/** Parameters: the market's codes, page size, offset, that of the entries. */
const pageOfAllSql = `
WITH asked AS MATERIALIZED (SELECT * FROM market WHERE market_id = (${market})),
page AS MATERIALIZED (
  SELECT market_id, product_id FROM known_product
  WHERE market_id = (SELECT market_id FROM asked) ORDER BY product_id LIMIT ? OFFSET ?
)
SELECT asked.product_count, page.product_id, entry.is_max_lead_time, entry.stock_date, entry.stock_quantity
FROM asked LEFT JOIN page ${entriesOf('page')}
ORDER BY page.product_id, entry.is_max_lead_time, entry.stock_date`;

/** Parameters: product ids as JSON, the market's codes, page size, offset, that of the entries. */
export const pageOfSomeSql = `
WITH matched AS MATERIALIZED (
  SELECT known.market_id, known.product_id
  FROM json_each(?) AS wanted
  CROSS JOIN known_product AS known ON known.market_id = (${market}) AND known.product_id = wanted.value
),
page AS MATERIALIZED (SELECT market_id, product_id FROM matched ORDER BY product_id LIMIT ? OFFSET ?)
SELECT matched.product_id, page.product_id, entry.is_max_lead_time, entry.stock_date, entry.stock_quantity
FROM matched LEFT JOIN page ON page.product_id = matched.product_id ${entriesOf('page')}
ORDER BY matched.product_id, entry.is_max_lead_time, entry.stock_date`;

type FoundRow = [
  key: number,
  known: ProductId | null,
  realDate: DayNumber | null,
  realUpdate: DayNumber,
  leadDate: DayNumber | null,
  leadUpdate: DayNumber,
];
type EntryRow = [isMaxLeadTime: number | null, stockDate: DayNumber, stockQuantity: Thousandths];
/** `first` is the market's number of products, or the matched product. */
type PageRow = [first: number, productId: ProductId | null, ...entry: EntryRow];

/** Answers lookups and calendars, each by one statement and so from one committed state. */
export function sqliteStock(database: DatabaseSyncInstance) {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const [findOne, findSeveral, calendar] = [prepare(findOneSql), prepare(findStockSql), prepare(findCalendarSql)];
  const [pageOfAll, pageOfSome] = [prepare(pageOfAllSql), prepare(pageOfSomeSql)];
  const dataVersion = prepare('PRAGMA data_version');
  return {
    findStock: (market: Market, lines: readonly StockLine[], today: CalendarDate): StockFinding[] => {
      const [line] = lines;
      const day = toDayNumber(today);
      if (line !== undefined && lines.length === 1) {
        const { company, salesOrganization, territoryId } = market;
        const { productId, quantity } = line;
        const row = findOne.get(productId, quantity, company, salesOrganization, territoryId, day) as FoundRow;
        return [findingOf(row, day)];
      }
      const asked = JSON.stringify(lines.map(({ productId, quantity }) => [productId, quantity]));
      const findings: StockFinding[] = [];
      for (const row of findSeveral.all(asked, ...codesOf(market), day) as FoundRow[])
        findings[row[0]] = findingOf(row, day);
      return findings;
    },

    /** Another number once another connection has committed anything since it was asked for last. */
    version: (): number => (dataVersion.get() as [number])[0],

    findCalendar: (...[market, productId, options]: Parameters<StockStore['findCalendar']>): CalendarRow[] | null => {
      const lowest = options.quantity ?? Number.MIN_SAFE_INTEGER;
      const withLead = Number(options.includeMaxLeadTime);
      const rows = calendar.all(withLead, lowest, ...codesOf(market), productId) as EntryRow[];
      return rows.length === 0 ? null : rows.filter((row) => row[0] !== null).map(entryOf);
    },

    findCalendarPage: (market: Market, query: CalendarPageQuery): CalendarPage => {
      const codes = codesOf(market);
      const page = [query.pageSize, (query.page - 1) * query.pageSize, Number(query.includeMaxLeadTime)];
      if (query.productIds === null) {
        const rows = pageOfAll.all(...codes, ...page) as PageRow[];
        return { totalItemCount: rows[0]?.[0] ?? 0, matchedIds: [], calendars: calendarsOf(rows) };
      }
      const rows = pageOfSome.all(JSON.stringify(query.productIds), ...codes, ...page) as PageRow[];
      const matchedIds = [...new Set(rows.map((row) => row[0]))];
      return { totalItemCount: matchedIds.length, matchedIds, calendars: calendarsOf(rows) };
    },
  };
}

function codesOf({ company, salesOrganization, territoryId }: Market): string[] {
  return [company, salesOrganization, territoryId];
}

/**
 * Of the first sufficient stock entry and the max lead time date the earlier, dates before today counting as today; on
 * the same day the stock entry.
 */
function findingOf([, known, realDate, realUpdate, leadDate, leadUpdate]: FoundRow, today: DayNumber): StockFinding {
  if (known === null) return { kind: 'unknown-product' };
  if (realDate !== null && (leadDate === null || realDate <= Math.max(leadDate, today)))
    return found(realDate, realUpdate, false);
  return leadDate === null ? { kind: 'quantity-not-available' } : found(leadDate, leadUpdate, true);
}

function found(stockDate: DayNumber, lastUpdateDate: DayNumber, isMaxLeadTime: boolean): StockFinding {
  return {
    kind: 'found',
    stockDate: fromDayNumber(stockDate),
    isMaxLeadTime,
    lastUpdateDate: fromDayNumber(lastUpdateDate),
  };
}

function entryOf([isMaxLeadTime, stockDate, stockQuantity]: EntryRow): CalendarRow {
  return { stockDate: fromDayNumber(stockDate), stockQuantity, isMaxLeadTime: isMaxLeadTime === 1 };
}

function calendarsOf(rows: readonly PageRow[]): CalendarPage['calendars'] {
  const calendars: CalendarPage['calendars'] = [];
  for (const [, productId, ...entry] of rows) {
    if (productId === null) continue;
    if (calendars.at(-1)?.productId !== productId) calendars.push({ productId, rows: [] });
    if (entry[0] !== null) calendars.at(-1)?.rows.push(entryOf(entry));
  }
  return calendars;
}

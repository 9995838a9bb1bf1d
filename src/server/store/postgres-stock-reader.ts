import type { Market } from '#stock/contract/envelope.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { addDays, type CalendarDate, later, placeholderDays } from '#stock/calendar-date.ts';

import type { Sql } from './postgres-client.ts';
import type { CalendarPage, CalendarRow, StockFinding, StockStore } from './stock-store.ts';

interface FoundRow {
  isKnown: boolean;
  realDate: CalendarDate | null;
  realUpdate: CalendarDate;
  leadDate: CalendarDate | null;
  leadUpdate: CalendarDate;
}

/** Row of an outer join: all null if a product has no entry. */
type EntryRow = { [Key in keyof CalendarRow]: CalendarRow[Key] | null };
type PageRow = EntryRow & { total: number; matchedId: ProductId | null; productId: ProductId | null };

/** Runs lookups and reads calendars, each by one statement and thus from one committed state. */
export function postgresStock(sql: Sql): Pick<StockStore, 'findStock' | 'findCalendar' | 'findCalendarPage'> {
  const marketId = ({ company, salesOrganization, territoryId }: Market) => sql`
    SELECT market_id FROM market
    WHERE company = ${company} AND sales_organization = ${salesOrganization} AND territory_id = ${territoryId}
      AND is_current`;

  /** `OFFSET 0` keeps PostgreSQL from reading the entire stock for a page whose size it can't estimate. */
  const entriesOf = (product: 'known' | 'page', includeMaxLeadTime: boolean) => {
    const owner = sql(product);
    return sql`
      SELECT stock_date, stock_quantity, is_max_lead_time FROM stock
      WHERE market_id = ${owner}.market_id AND product_id = ${owner}.product_id
        AND NOT is_deleted AND (${includeMaxLeadTime} OR NOT is_max_lead_time)
      OFFSET 0`;
  };

  const findStock: StockStore['findStock'] = async (market, lines, today) => {
    const productIds = lines.map((line) => line.productId);
    const quantities = lines.map((line) => line.quantity);
    // Dates before or after these are placeholders, and count as none.
    const [first, last] = [addDays(today, -placeholderDays), addDays(today, placeholderDays)];
    // Each lateral join takes one row in primary key order, so that only an index scan is possible.
    const rows = await sql<FoundRow[]>`
      SELECT known.product_id IS NOT NULL AS "isKnown",
        first_real.stock_date::text AS "realDate", first_real.last_update_date::text AS "realUpdate",
        lead.stock_date::text AS "leadDate", lead.last_update_date::text AS "leadUpdate"
      FROM unnest(${productIds}::integer[], ${quantities}::bigint[])
        WITH ORDINALITY AS line (product_id, quantity, place)
      LEFT JOIN LATERAL (
        SELECT market_id, product_id FROM known_product
        WHERE market_id = (${marketId(market)}) AND product_id = line.product_id LIMIT 1
      ) AS known ON true
      LEFT JOIN LATERAL (
        SELECT stock_date, last_update_date FROM stock
        WHERE market_id = known.market_id AND product_id = known.product_id AND NOT is_max_lead_time
          AND NOT is_deleted AND stock_quantity >= line.quantity
          AND stock_date >= coalesce((
            SELECT stock_date FROM stock
            WHERE market_id = known.market_id AND product_id = known.product_id AND NOT is_max_lead_time
              AND NOT is_deleted AND stock_date <= ${today}::date
            ORDER BY stock_date DESC LIMIT 1
          ), '-infinity')
          AND stock_date <= ${last}::date
        ORDER BY stock_date LIMIT 1
      ) AS first_real ON true
      LEFT JOIN LATERAL (
        SELECT stock_date, last_update_date FROM stock
        WHERE market_id = known.market_id AND product_id = known.product_id AND is_max_lead_time AND NOT is_deleted
          AND stock_date BETWEEN ${first}::date AND ${last}::date
        ORDER BY stock_date DESC LIMIT 1
      ) AS lead ON true
      ORDER BY line.place`;
    return rows.map((row) => findingOf(row, today));
  };

  const findCalendar: StockStore['findCalendar'] = async (market, productId, options) => {
    const minQuantity = options.quantity ?? Number.MIN_SAFE_INTEGER;
    const rows = await sql<EntryRow[]>`
      SELECT entry.stock_date::text AS "stockDate", entry.stock_quantity AS "stockQuantity",
        entry.is_max_lead_time AS "isMaxLeadTime"
      FROM known_product AS known
      LEFT JOIN LATERAL (${entriesOf('known', options.includeMaxLeadTime)}) AS entry
        ON entry.is_max_lead_time OR entry.stock_quantity >= ${minQuantity}
      WHERE known.market_id = (${marketId(market)}) AND known.product_id = ${productId}
      ORDER BY entry.is_max_lead_time, entry.stock_date`;
    return rows.length === 0 ? null : rows.filter(isEntry).map(entryOf);
  };

  const findCalendarPage: StockStore['findCalendarPage'] = async (market, query) => {
    const { productIds, page, pageSize, includeMaxLeadTime } = query;
    const offset = (page - 1) * pageSize;
    const matched =
      productIds === null
        ? sql`SELECT NULL::integer AS product_id`
        : sql`
            SELECT known.product_id FROM unnest(${[...productIds]}::integer[]) AS wanted (product_id)
            CROSS JOIN requested CROSS JOIN LATERAL (
              SELECT product_id FROM known_product
              WHERE market_id = requested.market_id AND product_id = wanted.product_id LIMIT 1
            ) AS known`;
    const paged =
      productIds === null ? sql`known_product WHERE market_id = (SELECT market_id FROM requested)` : sql`matched`;
    const onPage = productIds === null ? sql`true` : sql`page.product_id = matched.product_id`;
    const rows = await sql<PageRow[]>`
      WITH requested AS MATERIALIZED (SELECT market_id, product_count FROM market WHERE market_id = (${marketId(market)})),
      matched AS MATERIALIZED (${matched}),
      page AS MATERIALIZED (
        SELECT requested.market_id, listed.product_id
        FROM requested, (SELECT product_id FROM ${paged} ORDER BY product_id LIMIT ${pageSize} OFFSET ${offset}) AS listed
      )
      SELECT requested.product_count AS total, matched.product_id AS "matchedId", page.product_id AS "productId",
        entry.stock_date::text AS "stockDate", entry.stock_quantity AS "stockQuantity",
        entry.is_max_lead_time AS "isMaxLeadTime"
      FROM requested CROSS JOIN matched
      LEFT JOIN page ON ${onPage}
      LEFT JOIN LATERAL (${entriesOf('page', includeMaxLeadTime)}) AS entry ON true
      ORDER BY matched.product_id, page.product_id, entry.is_max_lead_time, entry.stock_date`;
    const calendars = calendarsOf(rows);
    if (productIds === null) return { totalItemCount: rows[0]?.total ?? 0, matchedIds: [], calendars };
    const matchedIds = [...new Set(rows.flatMap(({ matchedId }) => matchedId ?? []))];
    return { totalItemCount: matchedIds.length, matchedIds, calendars };
  };

  return { findStock, findCalendar, findCalendarPage };
}

/**
 * Returns the first sufficient stock entry or the max lead time date, whichever is earlier. Dates before today count as
 * today; on the same day, the stock entry wins.
 */
function findingOf(
  { isKnown, realDate, realUpdate, leadDate, leadUpdate }: FoundRow,
  today: CalendarDate,
): StockFinding {
  if (!isKnown) return { kind: 'unknown-product' };
  if (realDate !== null && (leadDate === null || realDate <= later(leadDate, today)))
    return { kind: 'found', stockDate: realDate, isMaxLeadTime: false, lastUpdateDate: realUpdate };
  return leadDate === null
    ? { kind: 'quantity-not-available' }
    : { kind: 'found', stockDate: leadDate, isMaxLeadTime: true, lastUpdateDate: leadUpdate };
}

function isEntry(row: EntryRow): row is CalendarRow {
  return row.stockDate !== null;
}

function entryOf({ stockDate, stockQuantity, isMaxLeadTime }: CalendarRow): CalendarRow {
  return { stockDate, stockQuantity, isMaxLeadTime };
}

function calendarsOf(rows: readonly PageRow[]): CalendarPage['calendars'] {
  const calendars: CalendarPage['calendars'] = [];
  for (const { productId, stockDate, stockQuantity, isMaxLeadTime } of rows) {
    if (productId === null) continue;
    if (calendars.at(-1)?.productId !== productId) calendars.push({ productId, rows: [] });
    const entry = { stockDate, stockQuantity, isMaxLeadTime };
    if (isEntry(entry)) calendars.at(-1)?.rows.push(entry);
  }
  return calendars;
}

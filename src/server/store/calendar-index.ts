import type { ProductId } from '#stock/contract/product-id.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { toDayNumber } from './day-number.ts';
import type { SortedPage, SortedPageQuery } from './product-queries.ts';
import { rowKinds, type StockTables } from './product-columns.ts';

/** Identifies an index: whose data of which service it has. Both are digests, never credentials. */
export interface IndexKey {
  credentialKey: string;
  marketKey: string;
}

/** One loading of all calendars of a service, page by page. */
export interface IndexFill {
  fillId: number;
  /** When it began, Unix milliseconds: no calendar is older. */
  startedAt: number;
  /** Null until every page was loaded or has failed for good. */
  finishedAt: number | null;
  /** Changes with every page. */
  revision: number;
  /** Number of different products that were loaded. */
  productCount: number;
  /** Number of products of the service, by its own count; at least `productCount`. */
  total: number;
}

/** Products that a service counted but didn't send, between two that it sent (null at the ends). */
export interface IndexGap {
  after: ProductId | null;
  before: ProductId | null;
}

export interface IndexState {
  indexId: number;
  /** Whether the service rejected the credentials since: nothing of the index may be used. */
  isRejected: boolean;
  /** The last finished fill; null before the first. */
  served: IndexFill | null;
  /** The fill under way or interrupted; null if there is none. */
  filling: IndexFill | null;
  /** Until when a server has the right to fill, Unix milliseconds. */
  leasedUntil: number;
}

/** The right to continue a fill. */
export interface ClaimedFill {
  indexId: number;
  fillId: number;
  owner: string;
  /** Products per page; null until a page was loaded. */
  pageSize: number | null;
  /** Pages that were loaded or have failed for good. */
  pages: IndexedPageState[];
}

export interface IndexedPageState {
  page: number;
  /** Number of products received. */
  received: number;
  /** Number of products of the service according to this page; null if the page failed. */
  claimedTotal: number | null;
}

/** Calendar of a product for the index. */
export interface IndexedCalendar {
  productId: ProductId;
  /** Null if the calendar can't be read. */
  entries: readonly { stockDate: CalendarDate; stockQuantity: Thousandths; isMaxLeadTime: boolean }[] | null;
  /** Empty if unknown. */
  territory: string;
}

export interface IndexedPage extends IndexedPageState {
  pageSize: number;
  /** Number of products of the page that weren't received. */
  missing: number;
  calendars: readonly IndexedCalendar[];
}

/**
 * Indexes of the calendars of an external service. They decide which products are shown in which order, and are
 * counted; nothing that is shown of a product comes from them. Any number of servers may share them.
 */
export interface CalendarIndexStore {
  /** Reads the index of a key, and notes that it is used. It is created if there is none. */
  useIndex(key: IndexKey, now: number): Promise<IndexState>;
  /**
   * Takes the right to fill an index until `until`: to continue its fill, or else to begin one. Null while another
   * server has it.
   */
  claimFill(indexId: number, owner: string, now: number, until: number): Promise<ClaimedFill | null>;
  /** Stores a page and extends the claim. False if the claim was lost: nothing is stored then. */
  writePage(fill: ClaimedFill, page: IndexedPage, until: number): Promise<boolean>;
  /** Makes the fill the one that is served. False if the claim was lost. */
  finishFill(fill: ClaimedFill, total: number, now: number): Promise<boolean>;
  /** Gives up the claim. The fill can be continued. */
  releaseFill(fill: ClaimedFill): Promise<void>;
  /** The first 20 gaps of a fill. */
  findGaps(fillId: number): Promise<IndexGap[]>;
  /** Notes whether the service rejects the credentials of some indexes. */
  setRejected(credentialKey: string, isRejected: boolean): Promise<void>;
  /**
   * Drops the indexes that weren't used since a time, and the least recently used ones as long as all have more entries
   * than `maxEntries`, except one. Their rows stay until {@link CalendarIndexStore.purge}.
   */
  dropIndexes(options: { unusedSince: number; maxEntries: number; keptId: number | null }): Promise<void>;
  /** Deletes some rows that no index needs; whether there are more. */
  purge(): Promise<boolean>;
  /** Like `StockStore.sortedPage`, over a fill. Null if the fill is no longer one of the index. */
  sortedIndexPage(fillId: number, query: SortedPageQuery): Promise<SortedPage | null>;
}

/** A value of a column; flags are 0 or 1. */
type Value = number | string | null;

export interface IndexStatements {
  /** Runs a statement with parameters `$1`, `$2`, ... and returns its rows. */
  run: <Row extends object>(statement: string, parameters: readonly unknown[]) => Promise<Row[]>;
  /** Inserts rows, except those whose key exists, and returns their number. */
  insert: (
    table: string,
    columns: Readonly<Record<string, 'bigint' | 'text'>>,
    rows: readonly Value[][],
  ) => Promise<number>;
}

export interface IndexDatabase extends IndexStatements {
  transaction: <Result>(work: (statements: IndexStatements) => Promise<Result>) => Promise<Result>;
  /** How a list of product IDs is bound, and read as a table with the column `product_id`. */
  dialect: { listed: (placeholder: string) => string; bindList: (productIds: readonly ProductId[]) => unknown };
}

/** Tables of a fill, as products are read from them; dates and flags are numbers in both databases. */
export function indexTables(fillId: number): StockTables {
  return {
    stock: 'indexed_stock',
    known: 'indexed_product',
    marketId: fillId,
    kind: `CASE WHEN readable IS NULL THEN ${rowKinds.unreadable} WHEN is_deleted = 1 THEN ${rowKinds.none} ELSE is_max_lead_time END`,
    day: 'stock_date',
    // §4.4 has no last update.
    lastUpdate: '0',
    territory: 'territory',
  };
}

/** The fill, if an index still has it. Its products may only be deleted afterwards. */
export const currentFillSql = `
SELECT fill_id AS "fillId", finished_at AS "finishedAt", revision FROM index_fill
WHERE fill_id = $1
  AND EXISTS (SELECT 1 FROM calendar_index WHERE served_fill = index_fill.fill_id OR current_fill = index_fill.fill_id)`;

export type CurrentFill = Pick<IndexFill, 'fillId' | 'finishedAt' | 'revision'>;

/**
 * Tables of the indexes; the same in both databases. The columns of `indexed_stock` that `stock` has too mean the same;
 * `market_id` is the ID of a fill. A product without entries has one that is deleted, and one whose calendar can't be
 * read has none that is `readable`.
 * @param serial column type of an ID that is never used again
 * @param unlogged keyword for tables that may be lost after a crash, all at once
 */
export function indexSchema(serial: string, unlogged: string, tableOptions: string): string {
  return `
  CREATE ${unlogged} TABLE calendar_index (
    index_id ${serial},
    credential_key text NOT NULL,
    market_key text NOT NULL,
    used_at bigint NOT NULL,
    is_rejected integer NOT NULL DEFAULT 0,
    served_fill bigint,
    current_fill bigint,
    lease_owner text,
    lease_until bigint NOT NULL DEFAULT 0,
    UNIQUE (credential_key, market_key)
  );
  CREATE ${unlogged} TABLE index_fill (
    fill_id ${serial},
    index_id bigint NOT NULL,
    started_at bigint NOT NULL,
    finished_at bigint,
    page_size bigint,
    revision bigint NOT NULL DEFAULT 0,
    product_count bigint NOT NULL DEFAULT 0,
    entry_count bigint NOT NULL DEFAULT 0,
    total bigint NOT NULL DEFAULT 0
  );
  CREATE ${unlogged} TABLE index_page (
    fill_id bigint NOT NULL,
    page bigint NOT NULL,
    received bigint NOT NULL,
    missing bigint NOT NULL,
    claimed_total bigint,
    first_id bigint,
    last_id bigint,
    PRIMARY KEY (fill_id, page)
  ) ${tableOptions};
  CREATE ${unlogged} TABLE indexed_product (
    market_id integer NOT NULL,
    product_id integer NOT NULL,
    PRIMARY KEY (market_id, product_id)
  ) ${tableOptions};
  CREATE ${unlogged} TABLE indexed_stock (
    market_id integer NOT NULL,
    product_id integer NOT NULL,
    is_max_lead_time integer NOT NULL,
    stock_date integer NOT NULL,
    stock_quantity bigint NOT NULL,
    is_deleted integer NOT NULL,
    readable integer,
    territory text NOT NULL,
    PRIMARY KEY (market_id, product_id, is_max_lead_time, stock_date)
  ) ${tableOptions};
  `;
}

const stockColumns = {
  market_id: 'bigint',
  product_id: 'bigint',
  is_max_lead_time: 'bigint',
  stock_date: 'bigint',
  stock_quantity: 'bigint',
  is_deleted: 'bigint',
  readable: 'bigint',
  territory: 'text',
} as const;

/** Products whose rows are deleted at once: some milliseconds. */
const purgedProducts = 500;

const fillColumns = (table: string, prefix: string) => `
  ${table}.fill_id AS "${prefix}FillId", ${table}.started_at AS "${prefix}StartedAt",
  ${table}.finished_at AS "${prefix}FinishedAt", ${table}.revision AS "${prefix}Revision",
  ${table}.product_count AS "${prefix}ProductCount", ${table}.total AS "${prefix}Total"`;

/** Implements the indexes, apart from sorting their products, for both databases. */
export function sqlCalendarIndexes(database: IndexDatabase): Omit<CalendarIndexStore, 'sortedIndexPage'> {
  const { run, transaction, dialect } = database;

  const writeCalendars = async (
    { insert, run }: IndexStatements,
    fillId: number,
    calendars: readonly IndexedCalendar[],
  ): Promise<{ products: number; entries: number }> => {
    if (calendars.length === 0) return { products: 0, entries: 0 };
    const ids = calendars.map(({ productId }) => productId);
    const known = { market_id: 'bigint', product_id: 'bigint' } as const;
    const added = await insert(
      'indexed_product',
      known,
      ids.map((productId) => [fillId, productId]),
    );
    // A product that was received before: the later calendar is the current one.
    if (added < ids.length)
      await run(
        `DELETE FROM indexed_stock WHERE market_id = $1
         AND product_id IN (SELECT product_id FROM ${dialect.listed('$2')} AS listed)`,
        [fillId, dialect.bindList(ids)],
      );
    const rows = calendars.flatMap((calendar) => rowsOf(fillId, calendar));
    return { products: added, entries: await insert('indexed_stock', stockColumns, rows) };
  };

  return {
    useIndex: async ({ credentialKey, marketKey }, now) => {
      const key = [credentialKey, marketKey];
      await run(
        `INSERT INTO calendar_index (credential_key, market_key, used_at) VALUES ($1, $2, $3)
         ON CONFLICT (credential_key, market_key) DO UPDATE SET used_at = excluded.used_at`,
        [...key, now],
      );
      const [found] = await run<Record<string, number | null>>(
        `SELECT calendar_index.index_id AS "indexId", is_rejected AS "isRejected", lease_until AS "leasedUntil",
           ${fillColumns('served', 'served')}, ${fillColumns('filling', 'filling')}
         FROM calendar_index
         LEFT JOIN index_fill AS served ON served.fill_id = served_fill
         LEFT JOIN index_fill AS filling ON filling.fill_id = current_fill
         WHERE credential_key = $1 AND market_key = $2`,
        key,
      );
      const { indexId, isRejected, leasedUntil } = found ?? {};
      return {
        indexId: indexId ?? 0,
        isRejected: isRejected === 1,
        leasedUntil: leasedUntil ?? 0,
        served: fillOf(found, 'served'),
        filling: fillOf(found, 'filling'),
      };
    },

    claimFill: (indexId, owner, now, until) =>
      transaction(async ({ run }) => {
        const [claimed] = await run<{ fillId: number | null }>(
          `UPDATE calendar_index SET lease_owner = $2, lease_until = $3
           WHERE index_id = $1 AND (lease_owner = $2 OR lease_until < $4) RETURNING current_fill AS "fillId"`,
          [indexId, owner, until, now],
        );
        if (claimed === undefined) return null;
        let { fillId } = claimed;
        if (fillId === null) {
          const [added] = await run<{ fillId: number }>(
            'INSERT INTO index_fill (index_id, started_at) VALUES ($1, $2) RETURNING fill_id AS "fillId"',
            [indexId, now],
          );
          fillId = added?.fillId ?? 0;
          await run('UPDATE calendar_index SET current_fill = $2 WHERE index_id = $1', [indexId, fillId]);
        }
        const [fill] = await run<{ pageSize: number | null }>(
          'SELECT page_size AS "pageSize" FROM index_fill WHERE fill_id = $1',
          [fillId],
        );
        const pages = await run<IndexedPageState>(
          'SELECT page, received, claimed_total AS "claimedTotal" FROM index_page WHERE fill_id = $1',
          [fillId],
        );
        return {
          indexId,
          fillId,
          owner,
          pageSize: fill?.pageSize ?? null,
          pages: pages.map((page) => Object.assign({}, page)),
        };
      }),

    writePage: ({ indexId, fillId, owner }, { page, pageSize, received, missing, claimedTotal, calendars }, until) =>
      transaction(async (statements) => {
        const { run } = statements;
        const held = await run(
          `UPDATE calendar_index SET lease_until = $4
           WHERE index_id = $1 AND lease_owner = $2 AND current_fill = $3 RETURNING index_id`,
          [indexId, owner, fillId, until],
        );
        if (held.length === 0) return false;
        // Pages of another size have other products.
        await run(
          `DELETE FROM index_page WHERE fill_id = $1
           AND EXISTS (SELECT 1 FROM index_fill WHERE fill_id = $1 AND page_size <> $2)`,
          [fillId, pageSize],
        );
        const { products, entries } = await writeCalendars(statements, fillId, calendars);
        const ids = calendars.map(({ productId }) => productId);
        await run(
          `INSERT INTO index_page (fill_id, page, received, missing, claimed_total, first_id, last_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (fill_id, page) DO UPDATE SET
             received = excluded.received, missing = excluded.missing, claimed_total = excluded.claimed_total,
             first_id = excluded.first_id, last_id = excluded.last_id`,
          [
            fillId,
            page,
            received,
            missing,
            claimedTotal,
            ids.length === 0 ? null : Math.min(...ids),
            ids.length === 0 ? null : Math.max(...ids),
          ],
        );
        await run(
          `UPDATE index_fill SET page_size = $2, revision = revision + 1, product_count = product_count + $3,
             entry_count = entry_count + $4 WHERE fill_id = $1`,
          [fillId, pageSize, products, entries],
        );
        // Most pages agree on the count.
        const [claim] = await run<{ total: number }>(
          `SELECT claimed_total AS total FROM index_page WHERE fill_id = $1 AND claimed_total IS NOT NULL
           GROUP BY claimed_total ORDER BY count(*) DESC, claimed_total DESC LIMIT 1`,
          [fillId],
        );
        await setTotal(run, fillId, claim?.total ?? 0);
        return true;
      }),

    finishFill: ({ indexId, fillId, owner }, total, now) =>
      transaction(async ({ run }) => {
        const held = await run(
          `UPDATE calendar_index SET served_fill = current_fill, current_fill = NULL, lease_owner = NULL, lease_until = 0
           WHERE index_id = $1 AND lease_owner = $2 AND current_fill = $3 RETURNING index_id`,
          [indexId, owner, fillId],
        );
        if (held.length === 0) return false;
        await run('UPDATE index_fill SET finished_at = $2, revision = revision + 1 WHERE fill_id = $1', [fillId, now]);
        await setTotal(run, fillId, total);
        return true;
      }),

    releaseFill: async ({ indexId, owner }) => {
      await run(
        'UPDATE calendar_index SET lease_owner = NULL, lease_until = 0 WHERE index_id = $1 AND lease_owner = $2',
        [indexId, owner],
      );
    },

    findGaps: async (fillId) => {
      const gaps = await run<IndexGap>(
        `SELECT
           (SELECT max(last_id) FROM index_page AS other WHERE other.fill_id = gap.fill_id AND other.page < gap.page)
             AS after,
           (SELECT min(first_id) FROM index_page AS other WHERE other.fill_id = gap.fill_id AND other.page > gap.page)
             AS before
         FROM index_page AS gap WHERE gap.fill_id = $1 AND gap.missing > 0 ORDER BY gap.page LIMIT 20`,
        [fillId],
      );
      return gaps.map((gap) => Object.assign({}, gap));
    },

    setRejected: async (credentialKey, isRejected) => {
      await run('UPDATE calendar_index SET is_rejected = $2 WHERE credential_key = $1', [
        credentialKey,
        isRejected ? 1 : 0,
      ]);
    },

    dropIndexes: async ({ unusedSince, maxEntries, keptId }) => {
      await run('DELETE FROM calendar_index WHERE used_at < $1', [unusedSince]);
      // The entries of an index and of all that were used since, in order of their last use.
      await run(
        `DELETE FROM calendar_index WHERE index_id IN (
           SELECT index_id FROM (
             SELECT index_id, sum(entries) OVER (ORDER BY used_at DESC, index_id DESC) AS entries FROM (
               SELECT index_id, used_at, (
                 SELECT coalesce(sum(entry_count), 0) FROM index_fill WHERE index_fill.index_id = calendar_index.index_id
               ) AS entries FROM calendar_index
             ) AS sized
           ) AS summed WHERE entries > $1
         ) AND index_id <> $2`,
        [maxEntries, keptId ?? -1],
      );
    },

    purge: () =>
      transaction(async ({ run }) => {
        const [unused] = await run<{ fillId: number }>(
          `SELECT fill_id AS "fillId" FROM index_fill WHERE NOT EXISTS (
             SELECT 1 FROM calendar_index WHERE served_fill = fill_id OR current_fill = fill_id
           ) LIMIT 1`,
          [],
        );
        if (unused === undefined) return false;
        const { fillId } = unused;
        const some = `market_id = $1 AND product_id IN (
          SELECT product_id FROM indexed_product WHERE market_id = $1 ORDER BY product_id LIMIT ${purgedProducts})`;
        await run(`DELETE FROM indexed_stock WHERE ${some}`, [fillId]);
        const deleted = await run(`DELETE FROM indexed_product WHERE ${some} RETURNING product_id`, [fillId]);
        if (deleted.length < purgedProducts) {
          await run('DELETE FROM index_page WHERE fill_id = $1', [fillId]);
          await run('DELETE FROM index_fill WHERE fill_id = $1', [fillId]);
        }
        return true;
      }),
  };
}

async function setTotal(run: IndexStatements['run'], fillId: number, total: number): Promise<void> {
  await run(
    `UPDATE index_fill SET total = CASE WHEN product_count > $2 THEN product_count ELSE $2 END WHERE fill_id = $1`,
    [fillId, total],
  );
}

function fillOf(row: Record<string, number | null> | undefined, prefix: string): IndexFill | null {
  const value = (name: string) => row?.[prefix + name] ?? null;
  const fillId = value('FillId');
  if (fillId === null) return null;
  return {
    fillId,
    startedAt: value('StartedAt') ?? 0,
    finishedAt: value('FinishedAt'),
    revision: value('Revision') ?? 0,
    productCount: value('ProductCount') ?? 0,
    total: value('Total') ?? 0,
  };
}

/** Of several entries on one date, the lowest level counts (`readTimeline`). */
function rowsOf(fillId: number, { productId, entries, territory }: IndexedCalendar): Value[][] {
  const row = (isMaxLeadTime: number, day: number, quantity: number, isDeleted: number, readable: number | null) => [
    fillId,
    productId,
    isMaxLeadTime,
    day,
    quantity,
    isDeleted,
    readable,
    entries === null ? '' : territory,
  ];
  const levels = new Map<string, Value[]>();
  for (const { stockDate, stockQuantity, isMaxLeadTime } of entries ?? []) {
    const key = `${isMaxLeadTime} ${stockDate}`;
    const other = levels.get(key)?.[4];
    const level = typeof other === 'number' ? Math.min(other, stockQuantity) : stockQuantity;
    levels.set(key, row(Number(isMaxLeadTime), toDayNumber(stockDate), level, 0, 1));
  }
  return levels.size > 0 ? [...levels.values()] : [row(0, 0, 0, 1, entries === null ? null : 1)];
}

import type { Market } from '#stock/contract/envelope.ts';

import { fromDayNumber, toDayNumber } from './day-number.ts';
import { keptMilliseconds, maxKeptCalendars } from './history-limits.ts';
import type { Run } from './sql-sessions.ts';
import type { CalendarHistoryStore, CalendarRow } from './stock-store.ts';

/**
 * Table of the calendars that imports replaced by different ones: nothing is stored while a calendar stays the same.
 * The same in both databases. `source` is a market (`historySource`), `replaced_at` when the next calendar became
 * visible, Unix milliseconds, and `entries` the replaced one (`parseCalendar`), null if the product was unknown before.
 */
export function historySchema(tableOptions: string): string {
  return `
  CREATE TABLE replaced_calendar (
    source text NOT NULL,
    replaced_at bigint NOT NULL,
    product_id integer NOT NULL,
    entries text,
    PRIMARY KEY (source, product_id, replaced_at)
  ) ${tableOptions};
  CREATE INDEX replaced_calendar_by_time ON replaced_calendar (replaced_at, source);
  `;
}

/** Separates the codes of a market. It is a control character, so that no code has it. */
const separator = 31;

export function historySource({ company, salesOrganization, territoryId }: Market): string {
  return [company, salesOrganization, territoryId].join(String.fromCodePoint(separator));
}

/** SQL for {@link historySource} of a row of `market`. */
export function historySourceSql(character: 'char' | 'chr'): string {
  return ['company', 'sales_organization', 'territory_id']
    .map((column) => `market.${column}`)
    .join(` || ${character}(${separator}) || `);
}

/**
 * SQL for the calendar in the rows of one product as text, such as `20420:5000 20431:7000 20500*`: day numbers with
 * thousandths, and the day of the max lead time, whose quantity means nothing. Empty if all rows are deleted.
 * @param day expression for the day number of a row
 */
export function calendarTextSql(day: string): string {
  return `coalesce(string_agg(
    CASE WHEN is_max_lead_time THEN ${day} || '*' ELSE ${day} || ':' || stock_quantity END, ' '
    ORDER BY is_max_lead_time, stock_date
  ) FILTER (WHERE NOT is_deleted), '')`;
}

/** Reads the text of {@link calendarTextSql}. */
export function parseCalendar(text: string): CalendarRow[] {
  if (text === '') return [];
  return text.split(' ').map((entry) => {
    const isMaxLeadTime = entry.endsWith('*');
    const [day, quantity] = entry.replace('*', ':0').split(':');
    return { stockDate: fromDayNumber(Number(day)), stockQuantity: Number(quantity), isMaxLeadTime };
  });
}

/** Writes a calendar as {@link calendarTextSql} does. Of several entries on a date, the lowest quantity counts. */
export function calendarText(rows: readonly CalendarRow[]): string {
  const levels = new Map<number, number>();
  const leads = new Set<number>();
  for (const { stockDate, stockQuantity, isMaxLeadTime } of rows) {
    const day = toDayNumber(stockDate);
    if (isMaxLeadTime) leads.add(day);
    else levels.set(day, Math.min(stockQuantity, levels.get(day) ?? stockQuantity));
  }
  return [
    ...[...levels].toSorted(([a], [b]) => a - b).map(([day, quantity]) => `${day}:${quantity}`),
    ...[...leads].toSorted((a, b) => a - b).map((day) => `${day}*`),
  ].join(' ');
}

/** Implements the history of a product for both databases. */
export function sqlCalendarHistory(run: Run): Pick<CalendarHistoryStore, 'findProductHistory'> {
  return {
    findProductHistory: async (market, productId) => {
      const found = (await run(
        `SELECT history_from AS "from", replaced_at AS "replacedAt", entries FROM store_state LEFT JOIN replaced_calendar
           ON source = $1 AND product_id = $2 WHERE id = 1 ORDER BY replaced_at`,
        [historySource(market), productId],
      )) as { from: number; replacedAt: number | null; entries: string | null }[];
      const replaced = found.flatMap(({ replacedAt, entries }) =>
        replacedAt === null ? [] : [{ replacedAt, rows: entries === null ? null : parseCalendar(entries) }],
      );
      return { from: found[0]?.from ?? 0, replaced };
    },
  };
}

/**
 * SQL for the calendars of a source ($1) at a time ($2) that were replaced since, by ascending product ID, with the times
 * of the imports that they and the current ones are from; null for what was there before the history.
 */
export const earliestReplacedSql = `
SELECT product_id AS "productId", entries AS before,
  (SELECT max(replaced_at) FROM replaced_calendar AS earlier
   WHERE earlier.source = replaced.source AND earlier.product_id = replaced.product_id
     AND earlier.replaced_at <= $2) AS "beforeFrom",
  (SELECT max(replaced_at) FROM replaced_calendar AS latest
   WHERE latest.source = replaced.source AND latest.product_id = replaced.product_id) AS "nowFrom"
FROM replaced_calendar AS replaced
WHERE source = $1 AND replaced_at > $2 AND NOT EXISTS (
  SELECT 1 FROM replaced_calendar AS earlier
  WHERE earlier.source = replaced.source AND earlier.product_id = replaced.product_id
    AND earlier.replaced_at > $2 AND earlier.replaced_at < replaced.replaced_at
) ORDER BY product_id`;

/**
 * SQL that deletes what is older than 400 days, or beyond the limit, always all of an import, so that the calendars at
 * any later time are still known. `history_from` is the time of the first of them.
 * @param now Unix milliseconds
 */
export function forgetHistorySql(now: number, limit = maxKeptCalendars): string {
  return `
  UPDATE store_state SET history_from = (
    SELECT max(at) FROM (
      SELECT history_from AS at UNION ALL SELECT ${now - keptMilliseconds} UNION ALL
      SELECT * FROM (SELECT replaced_at FROM replaced_calendar ORDER BY replaced_at DESC LIMIT 1 OFFSET ${limit}) AS beyond
    ) AS limits
  );
  DELETE FROM replaced_calendar WHERE replaced_at <= (SELECT history_from FROM store_state);`;
}

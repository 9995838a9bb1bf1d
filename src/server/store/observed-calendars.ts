import type { ProductId } from '#stock/contract/product-id.ts';

import type { IndexDatabase, IndexStatements } from './calendar-index.ts';
import { keptMilliseconds, maxKeptCalendars } from './history-limits.ts';
import type { DayNumber } from './day-number.ts';

/** The calendar that was last observed of a product, from `observedFrom` to `observedUntil`, Unix milliseconds. */
export interface LastObserved {
  productId: ProductId;
  observedFrom: number;
  /** Null while it is the current one. */
  observedUntil: number | null;
  /** Days of `observedFrom` and `observedUntil`. */
  observedOn: DayNumber;
  endedOn: DayNumber | null;
  /** Whether it was received at least twice, or was confirmed by the service's result. */
  isConfirmed: boolean;
  /** Whether its max lead time date moves on with each day. */
  isRolling: boolean;
  /** As text (`parseCalendar`); null if the service no longer knew the product. */
  entries: string | null;
}

/** What a page of calendars, all of different products, says of those that were observed before. */
export interface Observations {
  /** Products whose last calendar was received again. */
  confirmed: readonly ProductId[];
  /** Those of them whose max lead time date moved on with the days. */
  rolling: readonly ProductId[];
  /** Products whose last calendar, which ended today, is the current one again. */
  resumed: readonly ProductId[];
  /** Products whose calendar isn't known any more: it can't be read, or nothing confirms it. */
  ended: readonly ProductId[];
  /** Calendars that replace the last one. */
  added: readonly { productId: ProductId; isConfirmed: boolean; entries: string | null }[];
}

/**
 * Calendars of an external service as they were observed: a row for each that differs from the one before. Times
 * without a row are gaps. A source is a service, a market, and whose credentials these are.
 */
export interface ObservedCalendarStore {
  findLastObserved(source: string, productIds: readonly ProductId[]): Promise<LastObserved[]>;
  /** @param now Unix milliseconds, on `day` */
  keepObserved(source: string, observations: Observations, day: DayNumber, now: number): Promise<void>;
  /**
   * Notes that all calendars of a source were loaded on a day, and ends those of products that the fill lacks. Returns
   * these products if the fill lacks none that the service counts: they may be gone.
   */
  keepObservedDay(source: string, fillId: number, day: DayNumber, now: number): Promise<ProductId[]>;
  /** Deletes what is older than 400 days, or beyond the limit. */
  forgetObserved(now: number, limit?: number): Promise<void>;
  /** The calendars of a product that were confirmed, ascending, and the days on which all of the source were loaded. */
  findObservedHistory(source: string, productId: ProductId): Promise<ObservedHistory>;
}

export interface ObservedHistory {
  calendars: Omit<LastObserved, 'isConfirmed' | 'productId'>[];
  /** Ascending. */
  days: DayNumber[];
}

/** Tables of {@link ObservedCalendarStore}; the same in both databases. */
export function observedSchema(tableOptions: string): string {
  return `
  CREATE TABLE observed_calendar (
    source text NOT NULL,
    product_id integer NOT NULL,
    observed_from bigint NOT NULL,
    observed_until bigint,
    observed_on integer NOT NULL,
    ended_on integer,
    is_confirmed integer NOT NULL,
    is_rolling integer NOT NULL DEFAULT 0,
    entries text,
    PRIMARY KEY (source, product_id, observed_from)
  ) ${tableOptions};
  CREATE INDEX observed_calendar_by_start ON observed_calendar (source, observed_from);
  CREATE INDEX observed_calendar_by_end ON observed_calendar (observed_until) WHERE observed_until IS NOT NULL;
  CREATE TABLE observed_day (
    source text NOT NULL,
    day integer NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    is_complete integer NOT NULL,
    PRIMARY KEY (source, day)
  ) ${tableOptions};
  `;
}

const columns = {
  source: 'text',
  product_id: 'bigint',
  observed_from: 'bigint',
  observed_on: 'bigint',
  is_confirmed: 'bigint',
  entries: 'text',
} as const;

/** A product's calendar before which it has no later one. */
const isLast = `observed_from = (
  SELECT max(observed_from) FROM observed_calendar AS other
  WHERE other.source = observed_calendar.source AND other.product_id = observed_calendar.product_id)`;

/** Since when calendars of a source ($1) are observed, and when they were last, Unix milliseconds. */
export const observedTimesSql = `
SELECT min(first_at) AS "historyFrom", max(last_at) AS "observedAt" FROM observed_day WHERE source = $1`;

/**
 * Products of a source ($1) whose current calendar was first observed after a time ($2), with the last one until then.
 * A product that wasn't observed until then counts as unknown before, if one fill until then had all products.
 */
export const observedChangesSql = `
SELECT latest.product_id AS "productId", latest.entries AS now,
  latest.observed_on AS "nowOn", latest.is_rolling AS "isRollingNow",
  earlier.entries AS before, earlier.observed_on AS "beforeOn", earlier.is_rolling AS "isRollingBefore"
FROM observed_calendar AS latest
LEFT JOIN observed_calendar AS earlier ON earlier.source = latest.source AND earlier.product_id = latest.product_id
  AND earlier.observed_from = (
    SELECT max(observed_from) FROM observed_calendar AS other
    WHERE other.source = latest.source AND other.product_id = latest.product_id AND other.observed_from <= $2
      AND other.is_confirmed = 1)
WHERE latest.source = $1 AND latest.observed_from > $2 AND latest.observed_until IS NULL AND latest.is_confirmed = 1
  AND (earlier.observed_from IS NOT NULL
    OR EXISTS (SELECT 1 FROM observed_day WHERE source = $1 AND is_complete = 1 AND last_at <= $2))
ORDER BY latest.product_id`;

export function sqlObservedCalendars(database: IndexDatabase): ObservedCalendarStore {
  const { run, transaction, dialect } = database;
  const listed = (place: string) => `product_id IN (SELECT product_id FROM ${dialect.listed(place)} AS listed)`;
  const change = (
    statements: IndexStatements,
    statement: string,
    [source, productIds, ...others]: [string, readonly ProductId[], ...number[]],
  ) =>
    productIds.length === 0
      ? undefined
      : statements.run(`${statement} AND source = $1 AND ${listed('$2')}`, [
          source,
          dialect.bindList(productIds),
          ...others,
        ]);
  return {
    findLastObserved: async (source, productIds) => {
      if (productIds.length === 0) return [];
      const found = await run<
        Omit<LastObserved, 'isConfirmed' | 'isRolling'> & Record<'isConfirmed' | 'isRolling', number>
      >(
        `SELECT product_id AS "productId", observed_from AS "observedFrom", observed_until AS "observedUntil",
           observed_on AS "observedOn", ended_on AS "endedOn", is_confirmed AS "isConfirmed", is_rolling AS "isRolling", entries
         FROM observed_calendar WHERE source = $1 AND ${listed('$2')} AND ${isLast}`,
        [source, dialect.bindList(productIds)],
      );
      return found.map((row) =>
        Object.assign({}, row, { isConfirmed: row.isConfirmed === 1, isRolling: row.isRolling === 1 }),
      );
    },

    keepObserved: (source, { confirmed, rolling, resumed, ended, added }, day, now) =>
      transaction(async (statements) => {
        const update = 'UPDATE observed_calendar SET';
        const replaced = added.map(({ productId }) => productId);
        await change(statements, `${update} is_confirmed = 1 WHERE TRUE AND ${isLast}`, [source, confirmed]);
        await change(statements, `${update} is_rolling = 1 WHERE TRUE AND ${isLast}`, [source, rolling]);
        await change(statements, `${update} observed_until = NULL, ended_on = NULL WHERE TRUE AND ${isLast}`, [
          source,
          resumed,
        ]);
        await change(statements, 'DELETE FROM observed_calendar WHERE is_confirmed = 0', [source, replaced]);
        // Two servers may both have received a page.
        await change(statements, 'DELETE FROM observed_calendar WHERE observed_from >= $3', [source, replaced, now]);
        await change(statements, `${update} observed_until = $3, ended_on = $4 WHERE observed_until IS NULL`, [
          source,
          [...ended, ...replaced],
          now,
          day,
        ]);
        await statements.insert(
          'observed_calendar',
          columns,
          added.map(({ productId, isConfirmed, entries }) => [
            source,
            productId,
            now,
            day,
            Number(isConfirmed),
            entries,
          ]),
        );
      }),

    keepObservedDay: (source, fillId, day, now) =>
      transaction(async ({ run: runIn }) => {
        const [fill] = await runIn<{ isComplete: number }>(
          `SELECT CASE WHEN product_count >= total THEN 1 ELSE 0 END AS "isComplete" FROM index_fill WHERE fill_id = $1`,
          [fillId],
        );
        const isComplete = fill?.isComplete ?? 0;
        await runIn(
          `INSERT INTO observed_day VALUES ($1, $2, $3, $3, $4) ON CONFLICT (source, day) DO UPDATE SET
             last_at = excluded.last_at,
             is_complete = CASE WHEN excluded.is_complete > observed_day.is_complete THEN excluded.is_complete
               ELSE observed_day.is_complete END`,
          [source, day, now, isComplete],
        );
        const missing = await runIn<{ productId: ProductId }>(
          `UPDATE observed_calendar SET observed_until = $3, ended_on = $4
           WHERE source = $1 AND observed_until IS NULL AND entries IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM indexed_product WHERE market_id = $2 AND indexed_product.product_id = observed_calendar.product_id
           ) RETURNING product_id AS "productId"`,
          [source, fillId, now, day],
        );
        return isComplete === 1 ? missing.map(({ productId }) => productId) : [];
      }),

    findObservedHistory: async (source, productId) => {
      const [calendars, days] = await Promise.all([
        run<Omit<LastObserved, 'isRolling'> & { isRolling: number }>(
          `SELECT observed_from AS "observedFrom", observed_until AS "observedUntil",
             observed_on AS "observedOn", ended_on AS "endedOn", is_rolling AS "isRolling", entries
           FROM observed_calendar WHERE source = $1 AND product_id = $2 AND is_confirmed = 1 ORDER BY observed_from`,
          [source, productId],
        ),
        run<{ day: DayNumber }>('SELECT day FROM observed_day WHERE source = $1 ORDER BY day', [source]),
      ]);
      return {
        calendars: calendars.map((row) => Object.assign({}, row, { isRolling: row.isRolling === 1 })),
        days: days.map(({ day }) => day),
      };
    },

    forgetObserved: (now, limit = maxKeptCalendars) =>
      transaction(async ({ run: runIn }) => {
        const [beyond] = await runIn<{ at: number | null }>(
          `SELECT observed_until AS at FROM observed_calendar WHERE observed_until IS NOT NULL
           ORDER BY observed_until DESC LIMIT 1 OFFSET ${limit}`,
          [],
        );
        const before = Math.max(now - keptMilliseconds, beyond?.at ?? 0);
        await runIn('DELETE FROM observed_calendar WHERE observed_until <= $1', [before]);
        await runIn('DELETE FROM observed_day WHERE first_at <= $1', [before]);
        // Of a source that nobody has used since.
        await runIn(
          `DELETE FROM observed_calendar WHERE observed_from <= $1
             AND NOT EXISTS (SELECT 1 FROM observed_day WHERE observed_day.source = observed_calendar.source)`,
          [before],
        );
      }),
  };
}

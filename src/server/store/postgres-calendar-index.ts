import { type IndexDatabase, type IndexStatements, sqlCalendarIndexes } from './calendar-index.ts';
import { sqlObservedCalendars } from './observed-calendars.ts';
import { type Sql, withTimeout } from './postgres-client.ts';

type Runner = Pick<Sql, 'unsafe'>;

const statementsOf = (sql: Runner): IndexStatements => ({
  run: async <Row>(statement: string, parameters: readonly unknown[]) =>
    (await sql.unsafe(statement, parameters as string[], { prepare: true })) as unknown as Row[],
  insert: async (table, columns, rows) => {
    const names = Object.keys(columns);
    const lists = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
    const { count } = await sql.unsafe(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${lists.join(', ')}) ON CONFLICT DO NOTHING`,
      names.map((_, index) => rows.map((row) => row[index] ?? null)) as never[],
      { prepare: true },
    );
    return count;
  },
});

/** The indexes of external services in PostgreSQL and what was observed of them, apart from what the thread answers. */
export function postgresCalendarIndexes(sql: Sql) {
  const { run, insert } = statementsOf(sql);
  const database: IndexDatabase = {
    run: (statement, parameters) => withTimeout(run(statement, parameters)),
    insert,
    transaction: (work) => withTimeout(sql.begin((transaction) => work(statementsOf(transaction))) as Promise<never>),
    dialect: {
      listed: (placeholder) => `(SELECT unnest(${placeholder}::integer[]) AS product_id)`,
      bindList: (productIds) => [...productIds],
    },
  };
  return { ...sqlCalendarIndexes(database), ...sqlObservedCalendars(database) };
}

import type { Sql } from './postgres-client.ts';
import { NewerSchemaError, StoreError } from './store-error.ts';

/** The advisory lock that processes take which start at the same time: any number that nothing else uses. */
const migrationLock = 7_483_920_115;

/**
 * Brings the database to the newest of `schema`, all steps or none. One that is up to date is only read.
 * @throws NewerSchemaError where it is ahead of `schema`, and StoreError where it can't hold any text.
 */
export async function migrate(sql: Sql, schema: readonly string[], name: string): Promise<void> {
  const version = await versionOf(sql);
  if (version === schema.length) return;
  if (version > schema.length)
    throw new NewerSchemaError(
      `The database ${name} was written by a newer version of Stock Horizon. Start that version, or set DATABASE_URL to another one.`,
    );
  const [encoding] = await sql<{ encoding: string }[]>`SELECT current_setting('server_encoding') AS encoding`;
  if (encoding?.encoding !== 'UTF8')
    throw new StoreError(`The database ${name} cannot hold names in every script: create one with ENCODING 'UTF8'.`);
  await sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(${migrationLock})`;
    // Another process may have taken the steps meanwhile.
    for (let version = await versionOf(transaction); version < schema.length; version++) {
      await transaction.unsafe(schema[version] ?? '');
      await (version === 0
        ? transaction`CREATE TABLE schema_version AS SELECT 1 AS version`
        : transaction`UPDATE schema_version SET version = ${version + 1}`);
    }
  });
}

type Queryable = Pick<Sql, 'unsafe'> & {
  <Rows extends readonly object[]>(text: TemplateStringsArray): PromiseLike<Rows>;
};

/** Asks the tables' table: `to_regclass` would answer from what the connection remembers. */
async function versionOf(sql: Queryable): Promise<number> {
  const [found] = await sql<{ isThere: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_version'
    ) AS "isThere"`;
  if (found?.isThere !== true) return 0;
  const [row] = await sql<{ version: number }[]>`SELECT version FROM schema_version`;
  return row?.version ?? 0;
}

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { connect, disconnect, type Sql } from './postgres-client.ts';
import { makeTemporaryLocation } from './temporary-store.fixture.ts';

let sql: Sql;
let remove: () => Promise<void>;
beforeAll(async () => {
  const made = await makeTemporaryLocation();
  if (made.location.kind !== 'postgres') throw new Error('This test is of PostgreSQL.');
  sql = connect(made.location.url, 1);
  ({ remove } = made);
});
afterAll(async () => {
  await disconnect(sql);
  await remove();
});

type Statements = Pick<Sql, 'unsafe'>;

/** Fails at its fourth row. The first three have been received by then. */
const failMidway = (statements: Statements) =>
  expect(statements.unsafe('SELECT 1 / (4 - i) FROM generate_series(1, 10) AS i')).rejects.toThrow('division by zero');
const fiveRows = [1, 2, 3, 4, 5].map((x) => ({ x }));

it('returns all rows, in their places, after a statement that failed midway', async () => {
  await failMidway(sql);
  expect([...(await sql`SELECT x FROM generate_series(1, 5) AS x`)]).toEqual(fiveRows);
  await failMidway(sql);
  expect([...(await sql.unsafe('SELECT x FROM generate_series(1, 5) AS x'))]).toEqual(fiveRows);
  await failMidway(sql);
  const inTransaction = await sql.begin(async (transaction) => [
    ...(await transaction`SELECT x FROM generate_series(1, 5) AS x`),
  ]);
  expect(inTransaction).toEqual(fiveRows);
});

it('returns all rows after a statement whose connection broke midway', async () => {
  const breaking = `SELECT CASE WHEN i < 2000 THEN repeat('x', 100)
    ELSE pg_terminate_backend(pg_backend_pid())::text END FROM generate_series(1, 3000) AS i`;
  await expect(sql.unsafe(breaking)).rejects.toThrow();
  const read = await vi.waitFor(() => sql`SELECT x FROM generate_series(1, 5) AS x`);
  expect([...read]).toEqual(fiveRows);
});

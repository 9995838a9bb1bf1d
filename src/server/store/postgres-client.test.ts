import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { connect, disconnect, type Sql } from './postgres-client.ts';
import { makeTemporaryLocation } from './temporary-store.fixture.ts';

let url: string;
let sql: Sql;
let remove: () => Promise<void>;
beforeAll(async () => {
  const made = await makeTemporaryLocation();
  if (made.location.kind !== 'postgres') throw new Error('This test is of PostgreSQL.');
  ({ url } = made.location);
  sql = connect(url, 1);
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

it('reconnects at once, though the connection broke while statements were being written', async () => {
  const other = connect(url, 1);
  const [connection] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const failures: unknown[] = [];
  const ask = () => void sql`SELECT 1`.catch((error: unknown) => failures.push(error));
  const terminated = other`SELECT pg_terminate_backend(${connection?.pid ?? 0})`.execute();
  while (failures.length === 0) {
    ask();
    await nextTurn();
  }
  await terminated;
  for (let turn = 0; turn < 20; turn += 1) {
    ask();
    await nextTurn();
  }
  expect(await vi.waitFor(() => sql`SELECT 1 AS x`, { timeout: 3000 })).toHaveLength(1);
  await disconnect(other);
});

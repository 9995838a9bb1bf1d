import { afterEach, beforeEach, expect, test } from 'vitest';

import { connect, migrate, type Sql } from './postgres-client.ts';
import { openPostgresStore } from './postgres-store.ts';
import { NewerSchemaError } from './stock-store.ts';
import { createTemporaryDatabase } from './temporary-store.fixture.ts';

let url: string;
let drop: () => Promise<void>;
let sql: Sql;

beforeEach(async () => {
  ({ url, drop } = await createTemporaryDatabase());
  sql = connect(url, 5);
});

afterEach(async () => {
  await sql.end();
  await drop();
});

const first = "CREATE TABLE thing (id integer PRIMARY KEY, name text); INSERT INTO thing VALUES (1, 'one')";
const second = 'ALTER TABLE thing ADD COLUMN size integer NOT NULL DEFAULT 3';
const things = async (schema: readonly string[]) => {
  await migrate(sql, schema, 'here');
  return [...(await sql`SELECT * FROM thing`)];
};

test('creates what is missing and runs each migration once', async () => {
  expect(await things([first])).toEqual([{ id: 1, name: 'one' }]);
  expect(await things([first, second])).toEqual([{ id: 1, name: 'one', size: 3 }]);
  expect(await things([first, second])).toEqual([{ id: 1, name: 'one', size: 3 }]);
});

test('a failed migration keeps the previous version', async () => {
  await things([first]);
  await expect(migrate(sql, [first, `${second}; SELECT * FROM nowhere`], 'here')).rejects.toThrow('nowhere');
  expect(await things([first])).toEqual([{ id: 1, name: 'one' }]);
});

test('rejects a database of a newer version', async () => {
  await things([first, second]);
  await expect(migrate(sql, [first], 'postgres://here/stock')).rejects.toThrow(NewerSchemaError);
  await expect(migrate(sql, [first], 'postgres://here/stock')).rejects.toThrow(
    /^The database postgres:\/\/here\/stock was written by a newer version/,
  );
});

test('lets several processes start at once on an empty database', async () => {
  const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore(url)));
  for (const store of stores) expect(await store.state()).toMatchObject({ generation: 0, contents: 'empty' });
  await Promise.all(stores.map((store) => store.close()));
});

test.each<[what: string, change: (address: URL) => void, sentence: RegExp]>([
  ['there is no server', (address) => (address.port = '1'), /no PostgreSQL server responds at that address/],
  ['the password is wrong', (address) => (address.password = 'hush'), /rejected the user or password/],
  ['there is no such database', (address) => (address.pathname = '/none'), /there is no database of that name/],
])('reports, without the password, that %s', async (_, change, sentence) => {
  const address = new URL(url);
  change(address);
  const failure = openPostgresStore(address.href);
  await expect(failure).rejects.toThrow(sentence);
  await expect(failure).rejects.not.toThrow(address.password);
});

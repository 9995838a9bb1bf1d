import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openDatabase, sessionSchema, stockSchema } from './sqlite-database.ts';
import { isStoreDamage, isStoreUnavailable, NewerSchemaError } from './stock-store.ts';

let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'stock-database-')), 'folder', 'some.sqlite');
});

afterEach(() => rmSync(join(path, '../..'), { recursive: true }));

const first = "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO thing VALUES (1, 'one')";
const second = 'ALTER TABLE thing ADD COLUMN size INTEGER NOT NULL DEFAULT 3';
const things = (schema: readonly string[]) => {
  const database = openDatabase(path, schema);
  const rows = database.prepare('SELECT * FROM thing').all();
  database.close();
  return rows;
};

test('creates what is missing and runs each migration once', () => {
  expect(things([first])).toEqual([{ id: 1, name: 'one' }]);
  expect(things([first, second])).toEqual([{ id: 1, name: 'one', size: 3 }]);
  expect(things([first, second])).toEqual([{ id: 1, name: 'one', size: 3 }]);
});

test('a failed migration keeps the previous version', () => {
  things([first]);
  expect(() => openDatabase(path, [first, `${second}; SELECT * FROM nowhere`])).toThrow('nowhere');
  expect(things([first])).toEqual([{ id: 1, name: 'one' }]);
});

test('rejects a file of a newer version', () => {
  things([first, second]);
  expect(() => openDatabase(path, [first])).toThrow(NewerSchemaError);
  expect(() => openDatabase(path, [first])).toThrow(/some\.sqlite was written by a newer version/);
});

test('opens an up-to-date file while another connection writes', () => {
  const writer = openDatabase(path, [first]);
  writer.exec("BEGIN IMMEDIATE; UPDATE thing SET name = 'two' WHERE id = 1");
  expect(things([first])).toEqual([{ id: 1, name: 'one' }]);
  writer.exec('COMMIT');
  writer.close();
  expect(things([first])).toEqual([{ id: 1, name: 'two' }]);
});

test.each([
  ['stock', stockSchema],
  ['sessions', sessionSchema],
])('the %s schema is valid', (_, schema) => {
  const database = openDatabase(path, schema);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.close();
});

test.each<[string, (database: DatabaseSyncInstance, sql: string) => unknown]>([
  ['run', (database, sql) => database.prepare(sql).run()],
  ['read', (database, sql) => database.prepare(sql).all()],
  ['executed', (database, sql) => database.exec(sql)],
])('a full disk is distinguished from other failures if a statement is %s', (_, run) => {
  const database = openDatabase(path, [first]);
  database.exec('PRAGMA max_page_count = 1');
  const failure = failureOf(() =>
    run(database, "INSERT INTO thing SELECT value, hex(zeroblob(2000)) FROM json_each('[2,3,4,5,6,7]')"),
  );
  expect([isStoreUnavailable(failure), isStoreDamage(failure)]).toEqual([true, false]);
  expect(isStoreUnavailable(failureOf(() => run(database, "INSERT INTO thing VALUES (1, 'one')")))).toBe(false);
  database.close();
});

test('a damaged page is distinguished from other failures', () => {
  const database = openDatabase(path, [first]);
  database.exec("INSERT INTO thing SELECT value, hex(zeroblob(2000)) FROM json_each('[2,3,4,5,6,7]')");
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x5a, 4096));
  const damaged = openDatabase(path, [first]);
  const names = () => damaged.prepare('SELECT name FROM thing');
  for (const read of [() => names().all(), () => names().get(), () => [...names().iterate()]])
    expect(failureOf(read)).toSatisfy(isStoreDamage);
  damaged.close();
});

function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openDatabase, sessionSchema, stockSchema } from './sqlite-database.ts';
import { NewerSchemaError } from './stock-store.ts';

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

test('creates what is missing and takes each later step once', () => {
  expect(things([first])).toEqual([{ id: 1, name: 'one' }]);
  expect(things([first, second])).toEqual([{ id: 1, name: 'one', size: 3 }]);
  expect(things([first, second])).toEqual([{ id: 1, name: 'one', size: 3 }]);
});

test('a step that fails leaves the version before it', () => {
  things([first]);
  expect(() => openDatabase(path, [first, `${second}; SELECT * FROM nowhere`])).toThrow('nowhere');
  expect(things([first])).toEqual([{ id: 1, name: 'one' }]);
});

test('refuses a file of a newer version', () => {
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
])('the %s schema is one that SQLite takes', (_, schema) => {
  const database = openDatabase(path, schema);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.close();
});

import type * as sqlite from '@photostructure/sqlite';
import { expect, test, vi } from 'vitest';

import { documentSchema, openDatabase, sessionSchema, stockSchema } from './sqlite-database.ts';
import { openTemporaryStore, useOwnedData } from './temporary-store.fixture.ts';

const prepared = vi.hoisted(() => new Set<string>());

vi.mock('@photostructure/sqlite', async (importOriginal) => {
  const original = await importOriginal<typeof sqlite>();
  class WatchedDatabase extends original.DatabaseSync {
    override prepare(sql: string, options: sqlite.StatementOptions = {}) {
      prepared.add(sql);
      return super.prepare(sql, options);
    }
  }
  return { ...original, DatabaseSync: WatchedDatabase };
});

/** Allowed full scans: lists in the parameters, subqueries over them, and the folders that a run reads all. */
const gathered = /^SCAN (CONSTANT|line|wanted|typed|requested|given|page|matched|tracked_folder|\(subquery-\d+\))( |$)/;
/** The text index, queried by an expression. */
const matches = /^SCAN product_text VIRTUAL TABLE INDEX \d+:M/;

const scansTable = (step: string) => step.startsWith('SCAN') && !gathered.test(step) && !matches.test(step);

test('no statement except the checksum scans a table', async () => {
  const temporary = await openTemporaryStore();
  await temporary.write({ products: [{ productId: 1, name: 'Linen', sku: 'L1', unit: 'm' }] });
  await useOwnedData(temporary.store);
  await temporary.close();
  const databases = {
    session: openDatabase(':memory:', sessionSchema),
    document: openDatabase(':memory:', documentSchema),
    tracked_line: openDatabase(':memory:', documentSchema),
    notification: openDatabase(':memory:', documentSchema),
    mail: openDatabase(':memory:', documentSchema),
    tracked_folder: openDatabase(':memory:', documentSchema),
    check_run: openDatabase(':memory:', documentSchema),
    stock: openDatabase(':memory:', stockSchema),
  };
  const statements = [...prepared].filter((sql) => !/^PRAGMA|AS checksum FROM/.test(sql));
  expect(statements.length).toBeGreaterThan(15);
  for (const sql of statements) {
    const [, table = 'stock'] =
      /\b(session|document|tracked_line|tracked_folder|check_run|notification|mail)(?:_share|_address)?\b/.exec(sql) ??
      [];
    const database = databases[table as keyof typeof databases];
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
    expect(plan.map(({ detail }) => detail).filter(scansTable), sql).toEqual([]);
  }
});

test.each([
  'SCAN stock',
  'SCAN known USING COVERING INDEX known_product_by_id',
  'SCAN product_text VIRTUAL TABLE INDEX 0:',
])('detects %s', (step) => expect(scansTable(step)).toBe(true));

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openStore, openWriter } from './open-store.ts';
import { type Sql, connect } from './postgres-client.ts';
import { PostgresCopy, copyText } from './postgres-product-writer.ts';
import { isStoreUnavailable } from './stock-store.ts';
import { type TemporaryStore, openTemporaryStore, stockRow, testMarket } from './temporary-store.fixture.ts';

const today = '2026-11-21';
let temporary: TemporaryStore;
let sql: Sql;

beforeEach(async () => {
  temporary = await openTemporaryStore();
  if (temporary.location.kind !== 'postgres') throw new Error('These tests are of PostgreSQL.');
  sql = connect(temporary.location.url, 1);
});

afterEach(async () => {
  await sql.end();
  await temporary.close();
});

const rowsOf = (count: number, stockQuantity: number) =>
  Array.from({ length: count }, (_, index) => stockRow({ productId: index + 1, stockDate: today, stockQuantity }));

test('an import that replaces all stock leaves no old rows', async () => {
  await temporary.write({ rows: rowsOf(50, 1) });
  await temporary.write({ rows: rowsOf(30, 2), market: { ...testMarket, company: 'X' } });
  await temporary.write({ rows: rowsOf(20, 3), replaceStock: true });
  const [kept] = await sql`
    SELECT (SELECT count(*) FROM stock) AS stock, (SELECT count(*) FROM known_product) AS known,
      (SELECT count(*) FROM market) AS markets`;
  expect(kept).toEqual({ stock: 20, known: 20, markets: 1 });
});

test('old rows of an import interrupted after its commit are not visible, and the next import deletes them', async () => {
  await temporary.write({ rows: rowsOf(20, 1) });
  await sql`UPDATE market SET is_current = false`;
  await sql`INSERT INTO market SELECT 900, company, sales_organization, territory_id, 1, true FROM market`;
  await sql`INSERT INTO stock SELECT 900, 5, false, stock_date, 7000, false, stock_date FROM stock LIMIT 1`;
  await sql`INSERT INTO known_product VALUES (900, 5)`;
  const query = { productIds: null, page: 1, pageSize: 10, includeMaxLeadTime: false };
  expect((await temporary.store.findCalendarPage(testMarket, query)).totalItemCount).toBe(1);
  expect((await temporary.store.searchProducts('', 1, 10)).products).toMatchObject([{ productId: 5 }]);
  await temporary.write({ rows: [stockRow({ productId: 6, stockDate: today })] });
  const markets = await sql`SELECT DISTINCT market_id FROM stock`;
  expect([...markets]).toEqual([{ market_id: 900 }]);
});

test('rows for several chunks of COPY are all written, and drained meanwhile', async () => {
  const count = 60_000;
  const writer = await openWriter(temporary.location, {
    contents: 'real',
    replaceStock: false,
    replaceProducts: false,
  });
  for (const [index, row] of rowsOf(count, 5).entries()) {
    writer.putStock(testMarket, row);
    if (index % 1000 === 0) await writer.drain();
  }
  await writer.commit();
  await writer.close();
  const query = { productIds: null, page: count / 500, pageSize: 500, includeMaxLeadTime: false };
  const page = await temporary.store.findCalendarPage(testMarket, query);
  expect([page.totalItemCount, page.calendars.at(-1)?.productId]).toEqual([count, count]);
});

test('names with special characters of COPY are stored verbatim', async () => {
  const name = 'a\\tb\\N \\. "q" c\td\\\ne';
  await temporary.write({ products: [{ productId: 1, name, sku: '\\.', unit: '' }] });
  expect(await temporary.store.resolveProducts(['1'])).toEqual([{ productId: 1, name, sku: '\\.', unit: '' }]);
  expect(copyText(null)).toBe('\\N');
});

test('names that grow when they are folded are stored and found', async () => {
  const ligature = '\uFDFA'.repeat(500);
  const unspaced = '\u337F'.repeat(500);
  await temporary.write({
    products: [ligature, unspaced].map((name, index) => ({ productId: index + 1, name, sku: null, unit: null })),
  });
  expect((await temporary.store.searchProducts('\uFDFA', 1, 5)).products).toMatchObject([{ productId: 1 }]);
  expect((await temporary.store.searchProducts('\u337F', 1, 5)).products).toMatchObject([{ productId: 2 }]);
});

test('a row that COPY rejects is reported, and aborts the transaction', async () => {
  await sql`BEGIN`;
  const copy = new PostgresCopy(sql, 'stock');
  copy.add(`1\t1\tfalse\t2026-02-30\t1\tfalse\t2026-01-01`);
  await expect(copy.send()).rejects.toThrow();
  await expect(sql`SELECT 1`).rejects.toThrow(/aborted/);
  await sql`ROLLBACK`;
  expect([...(await sql`SELECT 1 AS one`)]).toEqual([{ one: 1 }]);
});

test('an import whose connection is lost changes nothing and releases its lock', async () => {
  await temporary.write({ rows: rowsOf(5, 1) });
  const options = { contents: 'real', replaceStock: true, replaceProducts: true } as const;
  const writer = await openWriter(temporary.location, options);
  writer.putStock(testMarket, stockRow({ productId: 9, stockDate: today }));
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`;
  await expect(writer.commit()).rejects.toThrow();
  await expect(writer.commit()).rejects.toThrow('the connection to PostgreSQL was lost');
  await writer.close();
  expect(await temporary.store.state()).toMatchObject({ generation: 1 });
  // Shows any statement that ran on a new connection, outside the transaction.
  expect([...(await sql`SELECT count(*) AS markets FROM market`)]).toEqual([{ markets: 1 }]);
  await temporary.write({ rows: rowsOf(3, 1), replaceStock: true });
  expect(await temporary.store.state()).toMatchObject({ generation: 2 });
});

test('a server reconnects after the database closed its connections', async () => {
  await temporary.write({ rows: rowsOf(5, 1) });
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await temporary.store.state().catch(() => {});
  expect(await temporary.store.state()).toMatchObject({ generation: 1 });
});

test('reads that lose their connection fail or are retried, and the process continues', async () => {
  await temporary.write({ products: [{ productId: 1, name: 'Linen twill', sku: null, unit: 'm' }] });
  for (let round = 0; round < 3; round += 1) {
    const searches = Promise.allSettled(
      Array.from({ length: 12 }, () => temporary.store.searchProducts('lnen twil', 1, 5)),
    );
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    for (const search of await searches)
      if (search.status === 'rejected' && !isStoreUnavailable(search.reason)) throw search.reason;
  }
  const found = async () => (await temporary.store.searchProducts('linen', 1, 5)).products;
  await vi.waitFor(async () => expect(await found()).toMatchObject([{ productId: 1 }]), 30_000);
});

test('texts with special characters of PostgreSQL arrays are looked up verbatim', async () => {
  const skus = ['a"b', String.raw`a\b`, '{a,b}', 'NULL', 'ä ,'];
  await temporary.write({ products: skus.map((sku, index) => ({ productId: index + 1, name: 'x', sku, unit: null })) });
  const found = await temporary.store.resolveProducts([...skus, 'none', '']);
  expect(found.map((product) => product?.productId ?? null)).toEqual([1, 2, 3, 4, 5, null, null]);
});

test('every server reads an import as soon as it is committed', async () => {
  const servers = [temporary.store, await openStore(temporary.location)];
  for (const stockQuantity of [1, 2, 3, 4, 5]) {
    await temporary.write({ rows: rowsOf(1, stockQuantity), replaceStock: true });
    const calendars = servers.map((server) =>
      server.findCalendar(testMarket, 1, { quantity: null, includeMaxLeadTime: true }),
    );
    expect(await Promise.all(calendars)).toMatchObject([[{ stockQuantity }], [{ stockQuantity }]]);
  }
  await servers[1]?.close();
});

test('servers share sessions', async () => {
  const other = await openStore(temporary.location);
  const session = { idDigest: 'a', personDigest: 'ann', sealedCredentials: new Uint8Array([0, 255]), expiresAt: 9 };
  await temporary.store.saveSession(session);
  expect(await other.findSession('a', 0)).toEqual(session);
  await other.deleteSessionsOf('ann');
  expect(await temporary.store.findSession('a', 0)).toBeNull();
  await other.close();
});

test('a change that a deadlock ended is made all the same', async () => {
  const { store, location } = temporary;
  const url = location.kind === 'postgres' ? location.url : '';
  const [other, watcher] = [connect(url, 1), connect(url, 1)];
  const key = { personId: 'ann', stockDigest: 'a', letterId: 'letter' };
  const line = { letterId: 'letter', line: '{}', progress: '{}', revision: 1, toldAt: 1 };
  await store.createLetter(key, [
    { ...line, place: 0, sealedEntry: 'entry', sealedContent: 'first' },
    { ...line, place: 1, sealedEntry: null, sealedContent: null },
  ]);
  const waiting = (count: number) =>
    vi.waitFor(
      async () => {
        const [found] = await watcher`SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        expect(found).toEqual({ waiting: count });
      },
      { timeout: 20_000 },
    );
  // This transaction isn't the one that PostgreSQL ends.
  await sql.unsafe("BEGIN; SET LOCAL deadlock_timeout = '1min'; SELECT FROM tracked_line WHERE place = 1 FOR UPDATE");
  await other.unsafe('BEGIN; SELECT FROM tracked_line WHERE place = 0 FOR UPDATE');
  const changed = store.changeLetter(key, { ...line, place: 1 }, { from: 'first', to: 'second' });
  await waiting(1);
  const locked = sql.unsafe('SELECT FROM tracked_line WHERE place = 0 FOR UPDATE').execute();
  await waiting(2);
  await other.unsafe('COMMIT');
  await locked;
  await sql.unsafe('COMMIT');
  expect(await changed).toBe(true);
  expect(await store.findLetter(key)).toBe('second');
  await Promise.all([other.end(), watcher.end()]);
});

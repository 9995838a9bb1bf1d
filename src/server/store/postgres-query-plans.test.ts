import type postgres from 'postgres';
import { expect, test, vi } from 'vitest';

import { connect } from './postgres-client.ts';
import { openTemporaryStore, stockRow, testMarket, useOwnedData } from './temporary-store.fixture.ts';

const { requested, note } = vi.hoisted(() => {
  const requested = new Set<string>();
  return { requested, note: (_: number, statement: string) => void requested.add(statement) };
});

vi.mock('postgres', async (importOriginal) => {
  const original = await importOriginal<{ default: typeof postgres }>();
  return { default: (url: string, options: object) => original.default(url, { ...options, debug: note }) };
});

/** Tables that grow with the stock; all others have one row, or one for each market. */
const scansTable = (step: string) =>
  /Seq Scan on (stock|known_product|product|vocabulary|session|document|tracked_line|notification|mail\b)/.test(step);

test('no lookup, page, search, session or document scans a table', async () => {
  const { location, store, write, close } = await openTemporaryStore();
  if (location.kind !== 'postgres') throw new Error('This test is of PostgreSQL.');
  const productIds = Array.from({ length: 4000 }, (_, index) => index + 1);
  await write({
    rows: productIds.flatMap((productId) => [
      stockRow({ productId, stockDate: '2026-11-01', stockQuantity: productId }),
      stockRow({ productId, stockDate: '2026-12-01', stockQuantity: 2 * productId }),
    ]),
    products: productIds.map((productId) => ({
      productId,
      name: `Linen ${['twill', 'sateen', 'gauze', 'voile'][productId % 4]} ${productId.toString(36)}x`,
      sku: `L-${productId}`,
      unit: 'm',
    })),
  });

  requested.clear();
  await store.findStock(testMarket, [{ productId: 7, quantity: 1 }], '2026-11-21');
  await store.findCalendar(testMarket, 7, { quantity: 1, includeMaxLeadTime: true });
  for (const ids of [null, [7, 8]])
    await store.findCalendarPage(testMarket, { productIds: ids, page: 1, pageSize: 20, includeMaxLeadTime: true });
  await store.searchProducts('lnen twill', 1, 20);
  await store.resolveProducts(['7', 'L-8']);
  await store.saveSession({ idDigest: 'a', personDigest: 'b', sealedCredentials: new Uint8Array([1]), expiresAt: 1 });
  await store.findSession('a', 0);
  await store.deleteSession('a');
  await useOwnedData(store);
  const statements = [...requested].filter((statement) => /^\s*(WITH|SELECT|UPDATE|DELETE)/.test(statement));
  expect(statements.length).toBeGreaterThan(10);

  const sql = connect(location.url, 1);
  await sql`SET plan_cache_mode = force_generic_plan`;
  for (const [index, statement] of statements.entries()) {
    await sql.unsafe(`PREPARE plan_${index} AS ${statement}`);
    // The planner takes what is older than a time for a third of the table. Here it has to show that an index serves.
    await sql.unsafe(`SET enable_seqscan = ${/^DELETE FROM \w+ WHERE \w+ < \$1$/.test(statement) ? 'off' : 'on'}`);
    const parameters = new Set(statement.match(/\$\d+/g)).size;
    const nulls = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'NULL').join(', ')})`;
    const plan = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN EXECUTE plan_${index}${nulls}`);
    const steps = plan.map((row) => row['QUERY PLAN']);
    expect(steps.filter(scansTable), `${statement}\n${steps.join('\n')}`).toEqual([]);
  }
  await sql.end();
  await close();
});

test.each(['Seq Scan on stock_3 entry', '  ->  Seq Scan on known_product known', 'Parallel Seq Scan on product'])(
  'detects %s',
  (step) => expect(scansTable(step)).toBe(true),
);

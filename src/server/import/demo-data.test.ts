import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, afterEach, beforeEach, expect, test } from 'vitest';

import { fallsShortOn } from '#stock/calendars/calendar-summary.ts';
import { resultFor } from '#stock/stock-result.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate, daysBetween } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { openDatabase, stockSchema } from '#server/store/sqlite-database.ts';
import { openSqliteStore, storePath } from '#server/store/sqlite-store.ts';
import type { StockRow } from '#server/store/stock-store.ts';
import { testMarket as market } from '#server/store/temporary-store.fixture.ts';

import { demoData, type DemoProduct, fillWithDemoData } from './demo-data.ts';

const real = (rows: readonly StockRow[]) => rows.filter((row) => !row.isMaxLeadTime && !row.isDeleted);
const locationIn = (dataDir: string) => ({ kind: 'sqlite', path: storePath(dataDir) }) as const;

describe('demo data', () => {
  const today: CalendarDate = '2026-11-21';
  const products = [...demoData(today)];
  const productOf = new Map(products.map((each) => [each.product.productId, each]));

  const timelineOf = ({ rows }: Pick<DemoProduct, 'rows'>) =>
    readTimeline(
      rows.map(({ stockDate, stockQuantity, isMaxLeadTime, isDeleted }) => ({
        stockDate,
        stockQuantity: fromThousandths(stockQuantity),
        isMaxLeadTime,
        isDeleted,
      })),
      today,
    );

  /** Special cases, each with its product in the showcase. */
  const cases: [what: string, productId: number, holds: (product: DemoProduct) => boolean][] = [
    [
      'nothing until the max lead time',
      10_002,
      (each) => timelineOf(each).steps.length === 0 && resultFor(timelineOf(each), 1).kind === 'max-lead-time',
    ],
    ['no max lead time at all', 10_003, ({ rows }) => real(rows).length > 0 && rows.every((row) => !row.isMaxLeadTime)],
    [
      'levels that fall again',
      10_004,
      (each) =>
        timelineOf(each).steps.some((step, index, steps) => index > 0 && step.level < (steps[index - 1]?.level ?? 0)),
    ],
    ['no stock today', 10_005, ({ rows }) => real(rows).findLast((row) => row.stockDate <= today)?.stockQuantity === 0],
    ['deleted rows beside others', 10_006, ({ rows }) => rows.some((row) => row.isDeleted) && real(rows).length > 0],
    ['deleted rows alone', 10_007, ({ rows }) => rows.length > 0 && rows.every((row) => row.isDeleted)],
    ['an entry of today', 10_008, ({ rows }) => real(rows).some((row) => row.stockDate === today)],
    ['entries in the past', 10_009, (each) => timelineOf(each).history.length > 0],
    [
      'a max lead time before the last real entry',
      10_010,
      (each) => (timelineOf(each).maxLeadTimeDate ?? '9999') < (real(each.rows).at(-1)?.stockDate ?? ''),
    ],
    [
      'the placeholder 99999',
      10_001,
      ({ rows }) => rows.some((row) => row.isMaxLeadTime && row.stockQuantity === 99_999_000),
    ],
    ['never available', 10_011, (each) => resultFor(timelineOf(each), 1).kind === 'not-available'],
    ['decimals', 10_013, ({ rows }) => real(rows).some((row) => row.stockQuantity % 1000 !== 0)],
    [
      'a name with accents',
      10_018,
      ({ product }) => /\p{L}/u.test(product.name ?? '') && /[à-ÿ]/.test(product.name ?? ''),
    ],
    ['a Hebrew name', 10_014, ({ product }) => /\p{Script=Hebrew}/u.test(product.name ?? '')],
    ['an Arabic name', 10_015, ({ product }) => /\p{Script=Arabic}/u.test(product.name ?? '')],
    ['a Japanese name', 10_016, ({ product }) => /\p{Script=Han}/u.test(product.name ?? '')],
    ['a name of 80 characters', 10_017, ({ product }) => product.name?.length === 80],
  ];

  test.each(cases)('contains %s, at %i', (_, productId, holds) => {
    const product = productOf.get(productId);
    expect(product !== undefined && holds(product)).toBe(true);
  });

  test.each([
    'levels that fall again',
    'no stock today',
    'deleted rows beside others',
    'deleted rows alone',
    'an entry of today',
    'nothing until the max lead time',
    'no max lead time at all',
    'a max lead time before the last real entry',
  ])('contains many with %s', (what) => {
    const [, , holds] = cases.find(([name]) => name === what) ?? [];
    expect(products.filter((product) => holds?.(product)).length).toBeGreaterThan(10);
  });

  test('contains many that are sold out within four weeks, for a manager who enters no quantity', () => {
    const soldOut = products.filter((product) => {
      const day = fallsShortOn(timelineOf(product), 1);
      return day !== null && day > today && day <= addDays(today, 28);
    });
    expect(soldOut.length).toBeGreaterThan(100);
  });

  test('has 5,000 products with about 12 entries each, in three units', () => {
    expect(products).toHaveLength(5000);
    const rows = products.reduce((sum, product) => sum + product.rows.length, 0);
    expect(rows / products.length).toBeGreaterThan(11);
    expect(rows / products.length).toBeLessThan(14);
    const inMetres = products.filter(({ product }) => product.unit === 'm').length;
    expect(inMetres / products.length).toBeGreaterThan(0.6);
    expect(new Set(products.map(({ product }) => product.unit))).toEqual(new Set(['m', 'kg', 'pcs']));
  });

  test('has unique IDs, names, SKUs and keys, and at most one max lead time per product', () => {
    expect(productOf.size).toBe(5000);
    expect(new Set(products.map(({ product }) => product.name)).size).toBe(5000);
    expect(products.filter(({ product }) => /\s\s|[\n\t]/.test(product.name ?? ''))).toEqual([]);
    expect(new Set(products.map(({ product }) => product.sku?.toLowerCase())).size).toBe(5000);
    for (const { rows } of products) {
      expect(new Set(rows.map((row) => `${row.stockDate} ${row.isMaxLeadTime}`)).size).toBe(rows.length);
      expect(rows.filter((row) => row.isMaxLeadTime).length).toBeLessThan(2);
    }
  });

  test('is reproducible, with dates relative to today', () => {
    expect([...demoData(today)]).toEqual(products);
    const shifted = [...demoData(addDays(today, 400))].flatMap(({ rows }) => rows);
    const original = products.flatMap(({ rows }) => rows);
    const moved = shifted.map((row, index) => daysBetween(original[index]?.stockDate ?? row.stockDate, row.stockDate));
    expect(new Set(moved)).toEqual(new Set([400]));
    expect(shifted.map((row) => row.stockQuantity)).toEqual(original.map((row) => row.stockQuantity));
  });
});

describe('fill with demo data', () => {
  const today = '2026-11-21';
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'demo-data-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test('fills only an empty store, in a worker thread', async () => {
    const location = locationIn(folder);
    expect(await fillWithDemoData({ location, market, today })).toBe(true);
    const store = openSqliteStore(location.path);
    expect(await store.state()).toEqual({ generation: 1, contents: 'demo', searchable: true });
    const [finding] = await store.findStock(market, [{ productId: 12_345, quantity: 250_000 }], today);
    expect(finding).toMatchObject({ kind: 'found', isMaxLeadTime: false, stockDate: '2026-12-30' });
    const { products } = await store.searchProducts('linen twill sea green', 1, 1);
    expect(products).toMatchObject([{ productId: 12_345, unit: 'm' }]);
    expect(await fillWithDemoData({ location, market, today })).toBe(false);
    expect((await store.state()).generation).toBe(1);
    await store.close();
  });

  test('does not fill a store that an import is writing to', async () => {
    const location = locationIn(folder);
    const importing = openDatabase(location.path, stockSchema);
    importing.exec('BEGIN IMMEDIATE');
    expect(await fillWithDemoData({ location, market, today })).toBe(false);
    importing.exec('ROLLBACK');
    importing.close();
  }, 20_000);

  test('reports why it cannot write to a store', async () => {
    const location = locationIn(folder);
    mkdirSync(location.path);
    await expect(fillWithDemoData({ location, market, today })).rejects.toThrow(
      /^Can't open the store .*stock\.sqlite: .* Nothing was imported\.$/,
    );
  });
});

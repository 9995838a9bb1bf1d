import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CalendarsPage } from '#stock/contract/calendars.ts';
import { maxProductId } from '#stock/contract/limits.ts';
import { runApp, type RunningApp } from '#server/running-app.fixture.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

const productCount = 100_000;
/** IDs have gaps, so that no index is also an ID. */
const idAt = (place: number) => 1000 + place * 3;

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
  const rows = Array.from({ length: productCount }, (_, place) => [
    stockRow({ productId: idAt(place), stockDate: '2026-11-01', stockQuantity: 1000 + place }),
    stockRow({ productId: idAt(place), stockDate: '2027-03-17', stockQuantity: 9000, isMaxLeadTime: true }),
  ]);
  await app.write({ replaceStock: true, rows: rows.flat() });
});
afterAll(() => app.close());

async function page(query: Record<string, string | number>) {
  const path = `/gateway/calendars?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
  const { status, text } = await app.ask(path);
  expect(status).toBe(200);
  const { rows, ...envelope } = CalendarsPage.parse(JSON.parse(text));
  return { path, envelope, ids: rows.map(({ product }) => product.productId), rows };
}

describe('pages of every product among 100,000', () => {
  it.each([1, 2, 1999, 3999, 4000])('page %i contains its products in order, without duplicates', async (number) => {
    const { ids, envelope, rows } = await page({ page: number, pageSize: 25 });
    expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => idAt((number - 1) * 25 + index)));
    expect(envelope).toMatchObject({ page: number, pageSize: 25, found: productCount, total: productCount });
    expect(rows.every(({ entries }) => entries?.length === 2)).toBe(true);
  });

  it('a page past the end is empty, with correct totals', async () => {
    const { ids, envelope } = await page({ page: 4001, pageSize: 25 });
    expect(ids).toEqual([]);
    expect(envelope).toMatchObject({ found: productCount, total: productCount });
  });
});

it('accepts a URL of 4 KiB', async () => {
  const known = Array.from({ length: 100 }, (_, index) => idAt(index * 600));
  const unknown = Array.from({ length: 240 }, (_, index) => maxProductId - index);
  const requested = [...known, ...unknown];
  const { path, ids, rows } = await page({ page: 1, pageSize: 250, productIds: requested.join(',') });
  expect(path.length).toBeGreaterThan(3000);
  expect(path.length).toBeLessThan(4096);
  expect(ids).toEqual(requested.slice(0, 250));
  expect(rows.filter(({ problem }) => problem === null)).toHaveLength(known.length);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ProductCalendarEnvelope } from '#stock/contract/envelope.ts';
import { largestProductId } from '#stock/contract/product-id.ts';
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
  const texts = Object.entries({ includeMaxLeadTime: true, ...query }).map(([name, value]) => [name, String(value)]);
  const path = `/gateway/stock/calendar?${new URLSearchParams(texts)}`;
  const { status, text } = await app.ask(path);
  expect(status).toBe(200);
  const { results, ...envelope } = ProductCalendarEnvelope.parse(JSON.parse(text));
  return { path, envelope, ids: results.map(({ item }) => item.productId), results };
}

describe('pages of every product among 100,000', () => {
  it.each([1, 2, 1999, 3999, 4000])('page %i contains its products in order, without duplicates', async (number) => {
    const { ids, envelope, results } = await page({ page: number, pageSize: 25 });
    expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => idAt((number - 1) * 25 + index)));
    expect(envelope).toMatchObject({ page: number, pageSize: 25, totalPageCount: 4000, totalItemCount: productCount });
    expect(results.every(({ item }) => item.stock.length === 2)).toBe(true);
  });

  it('a page past the end is empty, with correct totals', async () => {
    const { ids, envelope } = await page({ page: 4001, pageSize: 25 });
    expect(ids).toEqual([]);
    expect(envelope).toMatchObject({ totalPageCount: 4000, totalItemCount: productCount });
  });
});

it('accepts a URL of 4 KiB', async () => {
  const known = Array.from({ length: 150 }, (_, index) => idAt(index * 600));
  const unknown = Array.from({ length: 150 }, (_, index) => largestProductId - index);
  const { path, ids } = await page({
    page: 1,
    pageSize: 300,
    filter: `productid.eq.any(${[...known, ...unknown].join(',')})`,
  });
  expect(path.length).toBeGreaterThan(3000);
  expect(path.length).toBeLessThan(4096);
  expect(ids).toEqual(known);
});

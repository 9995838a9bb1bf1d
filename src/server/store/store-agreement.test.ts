import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import type { ProductId } from '#stock/contract/product-id.ts';
import { resultFor } from '#stock/stock-result.ts';
import { type DatedEntry, readTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import type { StockFinding, StockRow } from './stock-store.ts';
import { openTemporaryStore, stockRow, testMarket } from './temporary-store.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const today: CalendarDate = '2026-11-21';
const productCount = 400;
const lookups = 10_000;

/** Few different dates and quantities, so that ties and exact matches are common. A tenth of products have no row. */
const levels = fc.constantFrom(-1, 0, 1, 999, 1000, 1001, 250_125, 99_999_000);
const rowsOf = (productId: ProductId): fc.Arbitrary<StockRow[]> =>
  fc
    .uniqueArray(
      fc.record({
        day: fc.oneof(
          { weight: 30, arbitrary: fc.integer({ min: -12, max: 25 }) },
          fc.constantFrom(-46_000, -7306, -7305, 7305, 7306, 2_900_000),
        ),
        stockQuantity: levels,
        isDeleted: fc.boolean(),
        isReal: fc.nat(6),
      }),
      { maxLength: 14, selector: ({ day }) => day },
    )
    .map((entries) =>
      entries.map(({ day, stockQuantity, isDeleted, isReal }, index) =>
        stockRow({
          productId,
          stockDate: addDays(today, day),
          stockQuantity,
          isDeleted: isDeleted && index % 3 === 0,
          isMaxLeadTime: isReal === 0 && entries.findIndex((entry) => entry.isReal === 0) === index,
          lastUpdateDate: addDays(today, -index),
        }),
      ),
    );

const [products] = fc.sample(
  fc.tuple(
    ...Array.from({ length: productCount }, (_, index) => (index % 10 === 9 ? fc.constant([]) : rowsOf(index + 1))),
  ),
  { numRuns: 1, seed: 20_261_121 },
) as [StockRow[][]];

const requested = fc
  .sample(
    fc.record({
      productId: fc.integer({ min: 1, max: productCount }),
      quantity: fc.oneof(levels, fc.integer({ min: 1, max: 2000 })),
    }),
    { numRuns: lookups, seed: 7 },
  )
  .map(({ productId, quantity }) => ({ productId, quantity: Math.max(quantity, 1) }));

const rows = (productId: ProductId) => products[productId - 1] ?? [];

/** Expected result, by the availability functions that the dashboard uses. */
function expected({ productId, quantity }: (typeof requested)[number]): StockFinding {
  if (rows(productId).length === 0) return { kind: 'unknown-product' };
  const entries = rows(productId).map((row): DatedEntry =>
    Object.assign({}, row, { stockQuantity: fromThousandths(row.stockQuantity) }),
  );
  const response = resultFor(readTimeline(entries, today), quantity);
  if (response.kind === 'not-available') return { kind: 'quantity-not-available' };
  const isMaxLeadTime = response.kind === 'max-lead-time';
  const row = rows(productId).find((each) => each.stockDate === response.date && each.isMaxLeadTime === isMaxLeadTime);
  return { kind: 'found', stockDate: response.date, isMaxLeadTime, lastUpdateDate: row?.lastUpdateDate ?? today };
}

test('10,000 random lookups agree with the rules, single, bulk and calendar alike', async () => {
  const temporary = await openTemporaryStore();
  await temporary.write({ rows: products.flat() });
  const { store } = temporary;

  const wanted = requested.map(expected);
  const bulk: StockFinding[] = [];
  for (let start = 0; start < lookups; start += 1000)
    bulk.push(...(await store.findStock(testMarket, requested.slice(start, start + 1000), today)));
  expect(bulk).toEqual(wanted);
  const kinds = new Set(wanted.map((finding) => (finding.kind === 'found' ? finding.isMaxLeadTime : finding.kind)));
  expect(kinds.size).toBe(4);

  const singles: StockFinding[] = [];
  for (const line of requested) singles.push(...(await store.findStock(testMarket, [line], today)));
  expect(singles).toEqual(wanted);

  const whole = await store.findCalendarPage(testMarket, {
    productIds: null,
    page: 1,
    pageSize: 500,
    includeMaxLeadTime: true,
  });
  const calendars = new Map(whole.calendars.map(({ productId, rows }) => [productId, rows]));
  for (const { productId, quantity } of requested) {
    const live = rows(productId)
      .filter((row) => !row.isDeleted)
      .toSorted((a, b) => Number(a.isMaxLeadTime) - Number(b.isMaxLeadTime) || (a.stockDate < b.stockDate ? -1 : 1))
      .map(({ stockDate, stockQuantity, isMaxLeadTime }) => ({ stockDate, stockQuantity, isMaxLeadTime }));
    const enough = live.filter((row) => row.isMaxLeadTime || row.stockQuantity >= quantity);
    const known = rows(productId).length > 0;
    expect(await store.findCalendar(testMarket, productId, { quantity, includeMaxLeadTime: true })).toEqual(
      known ? enough : null,
    );
    expect(calendars.get(productId)).toEqual(known ? live : undefined);
  }
  await temporary.close();
});

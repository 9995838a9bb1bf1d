import { expect, test } from 'vitest';

import type { CalendarCounts } from '#stock/contract/calendars.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { figuresOf, onOnePage } from './runs-short.ts';

test('figures add up the tiles, without products of another unit', () => {
  const tiles = { now: 5, 'within-7': 1, 'within-30': 2, later: 4, 'max-lead-time': 3, nothing: 6, 'no-result': 7 };
  const counts: CalendarCounts = {
    tiles,
    otherUnit: 9,
    shortNow: 12,
    shortWithin: { 2: 0, 4: 0, 8: 0 },
    oldestUpdate: null,
  };
  expect(figuresOf(counts)).toEqual({ total: 28, today: 5, within30: 8, maxLeadTimeOnly: 3, shortNow: 12 });
});

/** Changes and what is at risk, the latter of a customer. */
const atRisk = (customer: string) => ({
  moved: ['Short', 'x'.repeat(100)],
  atRisk: [['Short'], ['x'.repeat(60), customer]],
});

test('as many products are printed as fit on a page, long names counted by their lines', () => {
  const on = '2026-12-01' as CalendarDate;
  const rows = Array.from({ length: 100 }, (_, index) => ({
    product: { productId: index + 1, name: `Product ${index + 1}`, sku: null, unit: 'm' },
    availableToday: 50_000,
    shortfall: { on, by: 30_000, shipDate: null, isMaxLeadTime: false, gaps: [] },
    doubt: null,
  }));
  const alone = { moved: [], atRisk: [] };
  expect(onOnePage(rows.slice(0, 20), alone)).toHaveLength(20);
  expect(onOnePage(rows, alone)).toHaveLength(32);
  const named = (letters: number) =>
    rows.map((row) => ({ ...row, product: { ...row.product, name: 'x'.repeat(letters) } }));
  expect(onOnePage(named(34), alone)).toHaveLength(32);
  expect(onOnePage(named(60), alone)).toHaveLength(18);
  expect(onOnePage(rows, atRisk('Short'))).toHaveLength(20);
  expect(onOnePage(rows, atRisk('x'.repeat(45)))).toHaveLength(19);
});

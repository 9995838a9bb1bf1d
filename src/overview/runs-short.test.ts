import { expect, test } from 'vitest';

import type { CalendarCounts } from '#stock/contract/calendars.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { figuresOf, shortDays } from './runs-short.ts';

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

const row = (productId: number, on: string) => ({
  product: { productId, name: null, sku: null, unit: 'm' },
  availableToday: 50_000,
  shortfall: { on: on as CalendarDate, by: 30_000, shipDate: null, isMaxLeadTime: false, gaps: [] },
  doubt: null,
});

test('each day of the period has its products, as far as all of it are loaded', () => {
  const today = '2026-11-29' as CalendarDate;
  const rows = [row(1, '2026-11-30'), row(2, '2026-11-30'), row(3, '2026-12-02')];
  const all = shortDays(rows, 3, today);
  expect(all).toHaveLength(28);
  expect(all.slice(0, 3).map(({ productIds }) => productIds)).toEqual([[1, 2], [], [3]]);
  expect(all.at(-1)).toEqual({ on: '2026-12-27', productIds: [] });
  const part = shortDays(rows, 4, today);
  expect(part.slice(0, 3).map(({ productIds }) => productIds)).toEqual([[1, 2], [], null]);
  expect(part.at(-1)?.productIds).toBeNull();
});

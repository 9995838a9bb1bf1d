import { describe, expect, it } from 'vitest';

import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { filterRows, sortManyRows, sortRows } from './arrange-rows.ts';
import { calendarRow } from './calendar-row.ts';
import type { CalendarSort } from './calendar-sorts.ts';

const today = '2026-03-10';
const names = new Map([
  [1, { name: 'Ärmelfutter', sku: 'X-9' }],
  [2, { name: 'zephyr', sku: 'X-10' }],
  [3, { name: 'Batist', sku: null }],
]);
const nameOf = (productId: number) => ({ productId, name: null, sku: null, unit: null, ...names.get(productId) });

const manyNameOf = (productId: number) => ({
  ...nameOf(productId),
  name: productId % 10 === 0 ? null : `Tuch ${(productId * 31) % 700}`,
});

function product(productId: number, ...entries: [CalendarDate, number | 'mlt'][]): ListedProduct {
  return {
    kind: 'calendar',
    productId,
    territories: [],
    findings: [],
    entries: entries.map(([stockDate, level]): DatedEntry => ({
      stockDate,
      stockQuantity: level === 'mlt' ? 99_999 : level,
      isMaxLeadTime: level === 'mlt',
      isDeleted: false,
    })),
  };
}

const rows = [
  product(1, ['2026-01-01', 5], ['2026-04-01', 900]),
  product(2, ['2026-02-01', 80], ['2026-06-12', 'mlt']),
  product(3, ['2026-06-12', 'mlt']),
  { kind: 'no-answer', productId: 4, why: 'not-listed' } as const,
  product(5, ['2026-03-12', 0.5]),
].map((listed) => calendarRow(listed, today, 50_000));

const sorted = (by: CalendarSort, desc = false) =>
  sortRows(rows, { by, desc }, nameOf, 'de').map(({ productId }) => productId);

describe('sortRows', () => {
  it.each([
    ['product', [1, 2, 3, 4, 5]],
    ['name', [1, 3, 2, 4, 5]],
    ['available', [3, 5, 1, 2, 4]],
    // Whatever lies in the past can leave today, so 1 and 2 keep their order.
    ['first', [1, 2, 3, 4, 5]],
    ['wanted', [2, 1, 3, 4, 5]],
    ['increase', [5, 1, 2, 3, 4]],
    ['maxLeadTime', [2, 3, 1, 4, 5]],
  ] as const)('puts by %s what has nothing last', (by, expected) => {
    expect(sorted(by)).toEqual(expected);
  });

  it('puts what has nothing last from the largest, too', () => {
    expect(sorted('available', true)).toEqual([2, 1, 3, 5, 4]);
    expect(sorted('name', true)).toEqual([2, 3, 1, 4, 5]);
  });
});

describe('sortManyRows', () => {
  const { signal } = new AbortController();
  const many = Array.from({ length: 3000 }, (_, index) =>
    calendarRow(product(index, ['2026-03-01', (index * 7919) % 100]), today, null),
  );

  it.each(['name', 'available', 'first'] as const)('puts thousands by %s as few are put', async (by) => {
    const order = { by, desc: true };
    expect(await sortManyRows(many, order, manyNameOf, { locale: 'de', signal })).toEqual(
      sortRows(many, order, manyNameOf, 'de'),
    );
  });

  it('ends where nobody waits for it any more', async () => {
    const order = { by: 'name', desc: false } as const;
    const given = { locale: 'de', signal: AbortSignal.abort(new Error('left')) };
    await expect(sortManyRows(many, order, manyNameOf, given)).rejects.toThrow('left');
  });
});

describe('filterRows', () => {
  it.each([
    [null, null, [1, 2, 3, 4, 5]],
    ['within-30', null, [1]],
    ['now', null, [2]],
    ['no-answer', null, [4]],
    [null, 'x-1', [2]],
    [null, 'BAT', [3]],
    [null, '4', [4]],
    ['now', 'bat', []],
  ] as const)('by tile %s and text %s leaves %j', (tile, find, expected) => {
    expect(filterRows(rows, { tile, find }, nameOf).map(({ productId }) => productId)).toEqual(expected);
  });
});

it('works a row out once for a day and a quantity', () => {
  const listed = product(7, ['2026-01-01', 5]);
  const row = calendarRow(listed, today, 1000);
  expect(calendarRow(listed, today, 1000)).toBe(row);
  expect(calendarRow(listed, today, 6000)).not.toBe(row);
  expect(calendarRow(listed, '2026-03-11', 6000).summary?.timeline.today).toBe('2026-03-11');
});

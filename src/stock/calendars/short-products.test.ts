import { describe, expect, test } from 'vitest';

import type { ProductCalendarRow } from '#stock/contract/calendars.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { daysShort } from './shortfall.ts';
import { shortProducts } from './short-products.ts';

const today = '2026-11-26' as CalendarDate;

function rowOf(productId: number, ...levels: [day: string, quantity: number][]): ProductCalendarRow {
  return {
    product: { productId, name: `Product ${productId}`, sku: null, unit: 'm' },
    entries: levels.map(([stockDate, stockQuantity]) => ({
      stockDate: stockDate as CalendarDate,
      stockQuantity,
      isMaxLeadTime: false,
      isDeleted: false,
    })),
    territories: [],
    problem: null,
    result: null,
    lastUpdateDate: null,
  };
}

describe('products that run short', () => {
  const later = rowOf(1, ['2026-11-01', 50], ['2026-12-10', 10]);
  const sooner = rowOf(3, ['2026-11-01', 50], ['2026-12-01', 20.5], ['2026-12-20', 80]);
  const same = rowOf(2, ['2026-11-01', 40], ['2026-12-01', 0]);
  const never = rowOf(4, ['2026-11-01', 50]);
  const unreadable: ProductCalendarRow = { ...never, entries: null, problem: 'no-result' };

  test('are listed by day, then by product, with what is missing and until when', () => {
    const found = shortProducts([later, sooner, same, never, unreadable], today, 40_000);
    expect(found.map(({ product, shortfall: { on, by, shipDate } }) => [product.productId, on, by, shipDate])).toEqual([
      [2, '2026-12-01', 40_000, null],
      [3, '2026-12-01', 19_500, '2026-12-20'],
      [1, '2026-12-10', 30_000, null],
    ]);
    expect(found[0]?.availableToday).toBe(40_000);
  });

  test.each(['not-reliable', 'no-result'] as const)('have no ship date if the result is %s', (kind) => {
    const [found] = shortProducts([{ ...sooner, result: { kind } }], today, 40_000);
    expect(found).toMatchObject({ doubt: kind, shortfall: { on: '2026-12-01', by: 19_500, shipDate: null } });
  });

  test.each([
    ['in stock later', { kind: 'expected', date: '2027-01-15' }, '2027-01-15', false, 45],
    ['at max lead time', { kind: 'max-lead-time', date: '2027-01-15' }, '2027-01-15', true, 45],
    ['before it is short', { kind: 'expected', date: '2026-11-28' }, '2026-12-20', false, 19],
  ] as const)('have no earlier date than the service confirms: %s', (_, stockResult, shipDate, isMaxLeadTime, days) => {
    const earlier = { kind: 'in-stock' as const, date: today };
    const [found] = shortProducts([{ ...sooner, result: { kind: 'reliable', stockResult, earlier } }], today, 40_000);
    expect(found).toMatchObject({ doubt: null, shortfall: { on: '2026-12-01', shipDate, isMaxLeadTime } });
    expect(found && daysShort(found.shortfall.gaps)).toBe(days);
  });

  test('are short until the confirmed date, whatever their calendars hold before it', () => {
    const twice = rowOf(
      5,
      ['2026-11-01', 50],
      ['2026-12-01', 0],
      ['2026-12-05', 80],
      ['2026-12-10', 0],
      ['2026-12-20', 80],
    );
    const daysIf = (kind: 'expected' | 'max-lead-time') => {
      const result = { kind: 'reliable', stockResult: { kind, date: '2026-12-15' }, earlier: null } as const;
      const confirmed = { ...result, earlier: { kind: 'in-stock', date: today } as const };
      return shortProducts([{ ...twice, result: confirmed }], today, 40_000).map((each) =>
        daysShort(each.shortfall.gaps),
      );
    };
    expect([daysIf('expected'), daysIf('max-lead-time')]).toEqual([[19], [14]]);
  });

  test('without a quantity are those of which nothing is left', () => {
    expect(shortProducts([later, sooner, same], today, null).map(({ product }) => product.productId)).toEqual([2]);
  });
});

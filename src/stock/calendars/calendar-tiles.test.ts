import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CalendarTile } from '#stock/contract/calendar-options.ts';
import { dayByDay } from '#stock/day-by-day.oracle.ts';
import { arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from '#stock/entries.arbitrary.ts';
import { daysBetween } from '#stock/calendar-date.ts';

import { tileOf } from './calendar-tiles.ts';
import type { ListedProduct } from './listed-product.ts';
import { listed } from './listed-product.sample.ts';

const none: ListedProduct = { kind: 'no-result', productId: 9, why: 'unknown-product' };

describe('tileOf', () => {
  it.each<[string, ListedProduct, CalendarTile]>([
    ['stock of today', listed([real(today, 1)]), 'now'],
    ['stock from before', listed([real('2026-01-01', 1)]), 'now'],
    ['stock of tomorrow', listed([real('2026-03-25', 1)]), 'within-7'],
    ['stock in 7 days', listed([real('2026-03-31', 1)]), 'within-7'],
    ['stock in 8 days', listed([real('2026-04-01', 1)]), 'within-30'],
    ['stock in 30 days', listed([real('2026-04-23', 1)]), 'within-30'],
    ['stock in 31 days', listed([real('2026-04-24', 1)]), 'later'],
    ['real stock after the max lead time', listed([maxLeadTime('2026-03-25'), real('2026-05-01', 1)]), 'later'],
    ['a max lead time of today', listed([maxLeadTime(today)]), 'max-lead-time'],
    ['any quantity above 0', listed([real(today, 0.001)]), 'now'],
    ['a level of 0', listed([real(today, 0)]), 'nothing'],
    ['no entries', listed([]), 'nothing'],
    ['no calendar', none, 'no-result'],
  ])('places %s', (_, product, tile) => {
    expect(tileOf(product, today, null)).toBe(tile);
  });

  it('depends on the wanted quantity', () => {
    const product = listed([real(today, 40), real('2026-03-30', 90)]);
    expect([40_000, 40_001, 90_001].map((quantity) => tileOf(product, today, quantity))).toEqual([
      'now',
      'within-7',
      'nothing',
    ]);
  });

  it('matches the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const withoutTheory = dayByDay(
          entries.filter((entry) => !entry.isMaxLeadTime),
          today,
        ).stockResult(quantity);
        const tile = tileOf(listed(entries), today, quantity);
        if (withoutTheory.kind === 'not-available') {
          expect(tile).toBe(dayByDay(entries, today).maxLeadTime === null ? 'nothing' : 'max-lead-time');
        } else {
          const days = 'date' in withoutTheory ? daysBetween(today, withoutTheory.date) : NaN;
          expect(tile).toBe(days <= 0 ? 'now' : days <= 7 ? 'within-7' : 'within-30');
        }
      }),
    );
  });
});

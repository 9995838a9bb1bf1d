import { describe, expect, it } from 'vitest';

import type { StockResult } from '#stock/stock-result.ts';
import { wordingOn } from '#parts/result/wording.sample.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { shipByWords } from './ship-by-result.ts';

const today = '2026-03-01';
const wording = wordingOn(today);
const entry = (stockDate: CalendarDate, stockQuantity: number) => ({
  stockDate,
  stockQuantity,
  isMaxLeadTime: false,
  isDeleted: false,
});
const timeline = readTimeline([entry('2026-03-05', 40), entry('2026-03-17', 100)], today);
const checking = (shipBy: CalendarDate | null) => ({ productId: 1, quantity: 100_000, shipBy });
const expected: StockResult = { kind: 'expected', date: '2026-03-17' };

describe('shipByWords', () => {
  it.each([
    ['2026-03-17', expected, 'in-time', 'on time for 17 March 2026', null, null],
    [
      '2026-03-17',
      { kind: 'max-lead-time', date: '2026-03-17' },
      'max-lead-time',
      'on time for 17 March 2026, max lead time',
      null,
      null,
    ],
    [
      '2026-03-10',
      expected,
      'late',
      '7 days late, 60 short',
      'Maximum quantity by 10 March 2026: 40.',
      '40 of 100 by 10 March 2026',
    ],
    [
      '2026-03-16',
      expected,
      'late',
      '1 day late, 60 short',
      'Maximum quantity by 16 March 2026: 40.',
      '40 of 100 by 16 March 2026',
    ],
    ['2026-03-04', expected, 'late', '13 days late, 100 short', 'No quantity can ship by 4 March 2026.', null],
    [
      '2026-03-10',
      { kind: 'not-available' },
      'late',
      '60 short',
      'Maximum quantity by 10 March 2026: 40.',
      '40 of 100 by 10 March 2026',
    ],
    ['2026-03-18', { kind: 'expected', date: '2026-03-20' }, 'late', '2 days late', null, null],
  ] as const)('ship by %s, result %j', (shipBy, stockResult, tone, words, remedy, onTime) => {
    expect(shipByWords({ wording, timeline }, checking(shipBy), stockResult)).toEqual({ tone, words, remedy, onTime });
  });

  it('is null without a ship-by date', () => {
    expect(shipByWords({ wording, timeline }, checking(null), expected)).toBeNull();
  });

  it.each([
    [expected, '7 days late'],
    [{ kind: 'not-available' } as const, 'late for 10 March 2026'],
  ])('contains no quantities without a calendar', (stockResult, words) => {
    const shipByResult = shipByWords({ wording, timeline: null }, checking('2026-03-10'), stockResult);
    expect(shipByResult).toEqual({ tone: 'late', words, remedy: null, onTime: null });
  });
});

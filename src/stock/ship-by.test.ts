import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { daysBetween } from './calendar-date.ts';

import { type StockResult, resultFor } from './stock-result.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import {
  arbitraryDayAhead,
  arbitraryEntries,
  arbitraryQuantity,
  maxLeadTime,
  real,
  today,
} from './entries.arbitrary.ts';
import { compareShipBy, type ShipByOutcome, shipByProblem } from './ship-by.ts';
import { readTimeline } from './stock-timeline.ts';

const entries = [real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')];

describe('compareShipBy', () => {
  const timeline = readTimeline(entries, today);

  it.each<[string, number, typeof today, ShipByOutcome]>([
    ['is on time with stock of today', 40, today, { kind: 'in-time', isMaxLeadTime: false }],
    ['is on time with stock of that date', 90, '2026-04-17', { kind: 'in-time', isMaxLeadTime: false }],
    ['is on time at max lead time', 91, '2026-06-12', { kind: 'in-time', isMaxLeadTime: true }],
    [
      'is one day late, with the quantity that would be on time',
      90,
      '2026-04-16',
      { kind: 'late', byDays: 1, shortBy: 50_000, maxOnTime: 40_000 },
    ],
    ['is late at max lead time', 100, '2026-06-02', { kind: 'late', byDays: 10, shortBy: 10_000, maxOnTime: 90_000 }],
  ])('%s', (_, quantity, shipBy, comparison) => {
    const thousandths = quantity * 1000;
    expect(compareShipBy(timeline, thousandths, resultFor(timeline, thousandths), shipBy)).toEqual(comparison);
  });

  it('is short without a number of days when there is no ship date', () => {
    expect(compareShipBy(readTimeline([real(today, 5)], today), 8000, { kind: 'not-available' }, today)).toEqual({
      kind: 'late',
      byDays: null,
      shortBy: 3000,
      maxOnTime: 5000,
    });
  });

  it("prefers a service's later answer to its calendar", () => {
    const stockResult: StockResult = { kind: 'expected', date: '2026-05-01' };
    expect(compareShipBy(timeline, 80_000, stockResult, '2026-04-20')).toEqual({
      kind: 'late',
      byDays: 11,
      shortBy: 0,
      maxOnTime: 90_000,
    });
  });

  test('matches the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, arbitraryDayAhead, (entries, quantity, shipBy) => {
        const { stockResult, maxFromStock } = dayByDay(entries, today);
        const timeline = readTimeline(entries, today);
        const found = stockResult(quantity);
        const date = found.kind === 'not-available' ? null : found.date;
        const most = maxFromStock(shipBy);
        const late = {
          kind: 'late',
          byDays: date === null ? null : daysBetween(shipBy, date),
          shortBy: quantity - most,
          maxOnTime: most,
        };
        const inTime = { kind: 'in-time', isMaxLeadTime: found.kind === 'max-lead-time' };
        expect(compareShipBy(timeline, quantity, resultFor(timeline, quantity), shipBy)).toEqual(
          date !== null && date <= shipBy ? inTime : late,
        );
      }),
      { numRuns: 400 },
    );
  });
});

it.each([
  [today, null],
  ['2026-03-23', 'past-date'],
  ['2046-03-24', null],
  ['2046-03-25', 'far-date'],
  ['9999-12-31', 'far-date'],
] as const)('ship by %s is rejected as %s', (date, problem) => {
  expect(shipByProblem(date, today)).toBe(problem);
});

import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { addDays, isoWeekday } from './calendar-date.ts';

import { deliveryEstimate } from './delivery-estimate.ts';
import { arbitraryDay } from './entries.arbitrary.ts';

describe('deliveryEstimate', () => {
  it.each([
    ['2026-03-27', 0, false, '2026-03-27'],
    ['2026-03-27', 3, false, '2026-03-30'],
    ['2026-12-30', 3, false, '2027-01-02'],
    ['2026-03-27', 0, true, '2026-03-27'],
    ['2026-03-27', 1, true, '2026-03-30'],
    ['2026-03-27', 6, true, '2026-04-06'],
    ['2026-03-28', 0, true, '2026-03-30'],
    ['2026-03-28', 1, true, '2026-03-31'],
    ['2026-03-29', 1, true, '2026-03-31'],
    ['2026-03-30', 5, true, '2026-04-06'],
  ] as const)('from %s, %i days, working days only %s, is %s', (from, deliveryDays, workingDaysOnly, expected) => {
    expect(deliveryEstimate(from, { deliveryDays, workingDaysOnly })).toBe(expected);
  });

  test('matches counting working days one by one', () => {
    fc.assert(
      fc.property(arbitraryDay, fc.integer({ min: 0, max: 60 }), (from, deliveryDays) => {
        const isWorkingDay = (day: typeof from) => isoWeekday(day) <= 5;
        let day = from;
        while (!isWorkingDay(day)) day = addDays(day, 1);
        for (let passed = 0; passed < deliveryDays; passed += 1) {
          do day = addDays(day, 1);
          while (!isWorkingDay(day));
        }
        expect(deliveryEstimate(from, { deliveryDays, workingDaysOnly: true })).toBe(day);
      }),
    );
  });
});

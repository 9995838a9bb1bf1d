import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays, type CalendarDate } from '#stock/calendar-date.ts';

import { isOpenPromise, openPromisesOf } from './open-promises.ts';
import { type PromiseState, promiseStatus } from './promise-status.ts';

const today: CalendarDate = '2026-11-26';

const promises = fc.array(
  fc
    .record({
      productId: fc.integer({ min: 1, max: 3 }),
      quantity: fc.integer({ min: 1, max: 9_000_000 }),
      days: fc.integer({ min: -3, max: 3 }),
      toldDaysAgo: fc.integer({ min: 0, max: 4 }),
      closed: fc.constantFrom(null, null, 'ordered' as const, 'shipped' as const),
    })
    .map(({ days, toldDaysAgo, ...facts }) => {
      const promised = { kind: 'expected' as const, date: addDays(today, days), day: addDays(today, -toldDaysAgo) };
      return Object.assign(facts, { promised, now: promised });
    }),
);

test('a promise stays open after its date if the last check found a later one, until its goods are there', () => {
  const promised = { kind: 'expected', date: '2026-11-25', day: '2026-11-20' } as const;
  const open = (now: PromiseState['now']) => isOpenPromise({ promised, now, closed: null }, today);
  expect(open({ kind: 'expected', date: '2026-12-04', day: '2026-11-24' })).toBe(true);
  expect(open({ kind: 'max-lead-time', date: '2027-02-04', day: today })).toBe(true);
  expect(open({ kind: 'not-available', day: today })).toBe(true);
  expect(open({ kind: 'not-reliable', day: today })).toBe(false);
  expect(open({ kind: 'in-stock', date: '2026-11-26', day: today })).toBe(false);
});

test.each([
  ['of a later day', { kind: 'expected', date: '2026-12-10', day: '2026-11-20' }, null, true],
  ['due today', { kind: 'expected', date: today, day: '2026-11-20' }, null, true],
  ['past', { kind: 'expected', date: '2026-11-25', day: '2026-11-20' }, null, false],
  ['of a past date, told today', { kind: 'in-stock', date: '2026-11-01', day: today }, null, true],
  ['closed', { kind: 'expected', date: '2026-12-10', day: '2026-11-20' }, 'shipped', false],
] as const)('whether a promise is open: %s', (_, promised, closed, expected) => {
  expect(isOpenPromise({ promised, now: promised, closed }, today)).toBe(expected);
});

test('what is promised of each product adds up to what is promised, without closed and past promises', () => {
  fc.assert(
    fc.property(promises, (all) => {
      const open = all.filter((promise) => isOpenPromise(promise, today));
      const sums = [1, 2, 3].map((productId) => openPromisesOf(all, productId, today));
      expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(open.length);
      const quantity = open.reduce((sum, promise) => sum + promise.quantity, 0);
      expect(sums.reduce((sum, each) => sum + each.quantity, 0)).toBe(quantity);
    }),
  );
});

test('a promise is open as its status says', () => {
  fc.assert(
    fc.property(promises, (all) => {
      for (const promise of all) {
        const { kind } = promiseStatus({ ...promise, checkedAt: 0 }, today, 0);
        expect(isOpenPromise(promise, today)).toBe(kind !== 'closed' && kind !== 'past');
      }
    }),
  );
});

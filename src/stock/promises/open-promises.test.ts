import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays, type CalendarDate } from '#stock/calendar-date.ts';

import { real } from '#stock/entries.arbitrary.ts';
import { readTimeline } from '#stock/stock-timeline.ts';

import { isOpenPromise, openPromisesOf, shortWithPromises } from './open-promises.ts';
import { promiseStatus } from './promise-status.ts';

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
    .map(({ days, toldDaysAgo, ...facts }) =>
      Object.assign(facts, {
        promised: { kind: 'expected' as const, date: addDays(today, days), day: addDays(today, -toldDaysAgo) },
      }),
    ),
);

test.each([
  ['of a later day', { kind: 'expected', date: '2026-12-10', day: '2026-11-20' }, null, true],
  ['due today', { kind: 'expected', date: today, day: '2026-11-20' }, null, true],
  ['past', { kind: 'expected', date: '2026-11-25', day: '2026-11-20' }, null, false],
  ['of a past date, told today', { kind: 'in-stock', date: '2026-11-01', day: today }, null, true],
  ['closed', { kind: 'expected', date: '2026-12-10', day: '2026-11-20' }, 'shipped', false],
] as const)('whether a promise is open: %s', (_, promised, closed, expected) => {
  expect(isOpenPromise({ promised, closed }, today)).toBe(expected);
});

const quantityOf = (some: readonly { quantity: number }[]) => some.reduce((sum, { quantity }) => sum + quantity, 0);

test('what is promised of each product adds up to what is promised, without closed promises', () => {
  fc.assert(
    fc.property(promises, fc.integer({ min: 0, max: 3 }), (all, days) => {
      const day = addDays(today, days);
      const open = all.filter((promise) => isOpenPromise(promise, today));
      const past = all.filter((promise) => promise.closed === null && !open.includes(promise));
      const soon = open.filter(({ promised }) => promised.date <= day);
      const sums = [1, 2, 3].map((productId) => openPromisesOf(all, productId, today, day));
      const added = (of: (sum: (typeof sums)[number]) => number) => sums.reduce((sum, each) => sum + of(each), 0);
      expect(added(({ count }) => count)).toBe(open.length);
      expect(added(({ quantity }) => quantity)).toBe(quantityOf(open));
      expect(added(({ byDay }) => byDay)).toBe(quantityOf(soon));
      expect(added((sum) => sum.past.count)).toBe(past.length);
      expect(added((sum) => sum.past.quantity)).toBe(quantityOf(past));
      expect(openPromisesOf(all, 1, today, null).byDay).toBe(0);
    }),
  );
});

test('a promise is open as its status says', () => {
  fc.assert(
    fc.property(promises, (all) => {
      for (const promise of all) {
        const { kind } = promiseStatus({ ...promise, now: promise.promised, checkedAt: 0 }, today, 0);
        expect(isOpenPromise(promise, today)).toBe(kind !== 'closed' && kind !== 'past');
      }
    }),
  );
});

test.each([
  ['nothing is promised by then', 0, 500_000, 0],
  ['there is enough for both', 30_000, 70_000, 0],
  ['both need more than can ship by then', 70_000, 80_000, 50_000],
])('what is short with promises: %s', (_, byDay, asked, short) => {
  const timeline = readTimeline([real('2026-11-20', 40), real('2026-12-19', 100), real('2026-12-22', 60)], today);
  expect(shortWithPromises({ byDay }, asked, timeline, '2026-12-24')).toBe(short);
});

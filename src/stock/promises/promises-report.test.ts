import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addDays, type CalendarDate, daysBetween, isoWeekday } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';

import { keptPromise } from './kept-promise.sample.ts';
import type { ResultOfDay } from './promise-status.ts';
import {
  laterPromises,
  outcomesBy,
  outcomesByPeriod,
  type PeriodOutcomes,
  promiseOutcomes,
  slowestTold,
  sumOutcomes,
} from './promises-report.ts';

const day: CalendarDate = '2026-11-02';
const dayOf = (days: number) => addDays(day, days);
const today = dayOf(60);

const expected = (days: number, on = 0) => ({ kind: 'expected', date: dayOf(days), day: dayOf(on) }) as const;
const lead = (days: number, on = 0) => ({ kind: 'max-lead-time', date: dayOf(days), day: dayOf(on) }) as const;
const onHand = (days: number, on = 0) => ({ kind: 'in-stock', date: dayOf(days), day: dayOf(on) }) as const;
const none = (on: number): ResultOfDay => ({ kind: 'not-available', day: dayOf(on) });
const unreliable = (on: number): ResultOfDay => ({ kind: 'not-reliable', day: dayOf(on) });
const toldLater = (days: number, on: number) => Object.assign(expected(days, on), { isTold: true });

/** A promise told on the first day, with what was found since, checked last on a day. */
function promise(
  promised: KeptPromise['promised'],
  found: readonly (ResultOfDay & { isTold?: boolean })[],
  checkedOn: number,
  changes: Partial<KeptPromise> = {},
): KeptPromise {
  const last = found.at(-1) ?? promised;
  const { kind, date } = promised;
  return keptPromise({
    promised,
    now: { ...last, day: dayOf(checkedOn) },
    changes: [
      { kind, date, day: promised.day, at: 0, isTold: true },
      ...found.map((result) => ({ isTold: false, ...result, at: 0 })),
    ],
    ...changes,
  });
}

test('an open promise is later as it is now, or as its customer was told since', () => {
  const updated = (kind: typeof expected | typeof lead, days: number, on: number) => ({
    ...promise(kind(10), [kind(days, on)], on),
    promised: kind(days, on),
  });
  const untold = promise(expected(12), [expected(20, 2)], 3);
  const gone = promise(expected(13), [none(2)], 3);
  const told = updated(expected, 14, 3);
  const outcomes = promiseOutcomes(
    [
      told,
      untold,
      promise(expected(9), [], 3),
      // A max lead time date moved on with the days.
      updated(lead, 13, 3),
      gone,
      promise(expected(5), [expected(8, 1)], 3, { closed: 'ordered' }),
      promise(expected(7), [expected(6, 3)], 3),
    ],
    dayOf(4),
    0,
  );
  expect(sumOutcomes(outcomes)).toEqual({
    total: 6,
    count: 0,
    onTime: 0,
    shipped: 0,
    unknown: 0,
    open: 6,
    later: 3,
    medianSlip: 6,
  });
  expect(laterPromises(outcomes)).toMatchObject([
    { promise: gone, later: none(3), days: null, isUntold: true },
    { promise: untold, told: expected(12), due: dayOf(12), later: expected(20, 3), days: 8, isUntold: true },
    { promise: told, told: expected(10), due: dayOf(10), later: expected(14, 3), days: 4, isUntold: false },
  ]);
});

test.each([
  ['told once', [], 0],
  ['moved, not told yet', [expected(20, 3)], 0],
  ['told on the day', [expected(20, 3), toldLater(20, 3)], 0],
  ['told after two moves', [expected(20, 3), expected(22, 5), toldLater(22, 7)], 4],
  ['told again', [expected(20, 1), toldLater(20, 4), expected(22, 6), toldLater(22, 8), expected(25, 9)], 3],
])('days until the customer was told: %s', (_, found, days) => {
  expect(slowestTold(promise(expected(10), found, 10)).days).toBe(days);
});

test('what was found last is of the last check, or of the date that is past', () => {
  const again = promise(expected(10), [expected(16, 3), toldLater(16, 4), expected(12, 12)], 14, {
    promised: expected(16, 4),
  });
  const all = [promise(expected(10), [], 9), again, promise(expected(90), [expected(95, 3)], 59)];
  expect(promiseOutcomes(all, today, 0).map(({ found }) => found)).toMatchObject([
    expected(10, 9),
    expected(16, 4),
    expected(95, 59),
  ]);
});

describe('a promise that is past', () => {
  test.each<[what: string, promise: KeptPromise, outcome: [kind: string, days: number | null]]>([
    ['held', promise(expected(10), [], 10), ['on-time', null]],
    ['arrived', promise(expected(10), [onHand(8, 9)], 10), ['on-time', null]],
    ['got earlier', promise(expected(10), [expected(7, 3)], 10), ['on-time', null]],
    ['slipped', promise(expected(10), [expected(16, 3)], 10), ['slipped', 6]],
    [
      'slipped, and came back in time',
      promise(expected(10), [expected(16, 3), expected(10, 5)], 10),
      ['on-time', null],
    ],
    ['slipped after its date', promise(expected(10), [expected(16, 12)], 14), ['on-time', null]],
    [
      'slipped, and the customer was told',
      promise(expected(10), [expected(16, 3), toldLater(16, 4)], 16),
      ['slipped', 6],
    ],
    [
      'slipped, and is promised for the later date',
      promise(expected(10), [expected(16, 3), toldLater(16, 4)], 10, { promised: expected(16, 4) }),
      ['slipped', 6],
    ],
    [
      'was told again on the same day',
      promise(expected(10), [toldLater(16, 0)], 10, { promised: expected(16) }),
      ['slipped', 6],
    ],
    ['slipped on its date', promise(expected(10), [expected(16, 10)], 14), ['slipped', 6]],
    ['was gone', promise(expected(10), [none(4)], 10), ['slipped', null]],
    ['lost its stock', promise(expected(10), [lead(9, 4)], 10), ['slipped', null]],
    ['of a max lead time that moved on with the days', promise(lead(20), [lead(25, 5)], 20), ['on-time', null]],
    [
      'of a max lead time that stood, and then slipped',
      promise({ ...lead(20), held: { date: dayOf(20), day: dayOf(19) } }, [lead(26, 10)], 19),
      ['slipped', 6],
    ],
    [
      'of a max lead time that slipped on its date',
      promise({ ...lead(20), held: { date: dayOf(20), day: dayOf(19) } }, [lead(26, 20)], 20),
      ['slipped', 6],
    ],
    [
      'of a max lead time that was told again',
      promise(lead(20), [{ ...lead(20, 5), isTold: true }, lead(36, 19)], 19, { promised: lead(20, 5) }),
      ['on-time', null],
    ],
    ['was not reliable in the end', promise(expected(10), [unreliable(9)], 10), ['unknown', null]],
    ['was checked the evening before', promise(expected(10), [], 9), ['on-time', null]],
    ['was not checked any more', promise(expected(10), [], 8), ['unknown', null]],
    ['was shipped before', promise(expected(10), [], 5, { closed: 'shipped' }), ['on-time', null]],
  ])('%s', (_, past, [kind, days]) => {
    expect(promiseOutcomes([past], today, 0)).toMatchObject([{ kind, days }]);
  });

  test('is one whose first date is past, and that was not cancelled', () => {
    expect(promiseOutcomes([promise(expected(60), [], 59)], today, 0)).toMatchObject([{ kind: 'open' }]);
    expect(promiseOutcomes([promise(expected(59), [], 59)], today, 0)).toMatchObject([{ kind: 'on-time' }]);
    expect(promiseOutcomes([promise(expected(10), [], 10, { closed: 'cancelled' })], today, 0)).toEqual([]);
    // Told again, it is still due on its first date.
    const again = promise(expected(10), [toldLater(80, 4)], 59, { promised: expected(80, 4) });
    const first = { ...again, changes: [{ ...expected(10), at: 0, isTold: true }, ...again.changes.slice(1)] };
    expect(promiseOutcomes([first], today, 0)).toMatchObject([{ due: dayOf(10), kind: 'slipped', days: 70 }]);
  });
});

test('a promise whose first texts are forgotten is due on the first date that is recorded', () => {
  const kept = promise(expected(10), [none(2), expected(12, 3), toldLater(20, 5)], 20, { promised: expected(20, 5) });
  const [, gone, ...later] = kept.changes;
  const changes = [{ ...none(1), at: 0, isTold: true }, ...(gone ? [gone] : []), ...later];
  expect(promiseOutcomes([{ ...kept, changes }], today, 0)).toMatchObject([{ due: dayOf(20), kind: 'on-time' }]);
  const untold = changes.map((change) => Object.assign(change, { isTold: false }));
  expect(promiseOutcomes([{ ...kept, changes: untold }], today, 0)).toMatchObject([{ due: dayOf(20) }]);
});

test('sums count what is unknown apart, and products are named as they were told last', () => {
  const of = (productId: number, product: string, due: number, checkedOn: number, found: ResultOfDay[] = []) =>
    promise(expected(due), found, checkedOn, { productId, product });
  const outcomes = promiseOutcomes(
    [
      of(1, 'Old name', 9, 9),
      of(1, 'New name', 20, 20),
      of(1, 'Middle name', 12, 2),
      of(2, 'Silk', 10, 10, [expected(13, 3)]),
      of(5, 'Wool', 30, 30),
      of(3, 'Linen', 30, 30),
    ],
    today,
    0,
  );
  expect(sumOutcomes(outcomes)).toEqual({
    total: 6,
    count: 5,
    onTime: 4,
    shipped: 0,
    unknown: 1,
    open: 0,
    later: 1,
    medianSlip: 3,
  });
  const groups = outcomesBy('productId', outcomes);
  expect(groups.flatMap((group) => group.outcomes)).toHaveLength(outcomes.length);
  const named = groups.map(({ latest, outcomes: summed }) => [latest.product, sumOutcomes(summed)]);
  expect(named).toEqual([
    ['Silk', { total: 1, count: 1, onTime: 0, shipped: 0, unknown: 0, open: 0, later: 1, medianSlip: 3 }],
    ['New name', { total: 3, count: 2, onTime: 2, shipped: 0, unknown: 1, open: 0, later: 0, medianSlip: null }],
    ['Wool', { total: 1, count: 1, onTime: 1, shipped: 0, unknown: 0, open: 0, later: 0, medianSlip: null }],
    ['Linen', { total: 1, count: 1, onTime: 1, shipped: 0, unknown: 0, open: 0, later: 0, medianSlip: null }],
  ]);
  expect(outcomesBy('customer', outcomes)).toMatchObject([{ count: 5, latest: { product: 'Wool' } }]);
});

const arbitraryPast = fc.array(
  fc
    .record({
      productId: fc.integer({ min: 1, max: 4 }),
      due: fc.integer({ min: 0, max: 70 }),
      slip: fc.integer({ min: -5, max: 20 }),
      checkedDaysBefore: fc.integer({ min: 0, max: 3 }),
      closed: fc.constantFrom(null, null, null, 'shipped' as const, 'cancelled' as const),
    })
    .map(({ due, slip, checkedDaysBefore, ...facts }) => ({
      slip,
      kept: promise(
        expected(due),
        slip === 0 ? [] : [expected(due + slip, 0)],
        Math.max(0, due - checkedDaysBefore),
        facts,
      ),
    })),
  { maxLength: 40 },
);

test('the sums of weeks and of products add up to the whole, and say what each promise did', () => {
  fc.assert(
    fc.property(arbitraryPast, (all) => {
      const outcomes = promiseOutcomes(
        all.map(({ kept }) => kept),
        today,
        0,
      );
      const whole = sumOutcomes(outcomes);
      for (const rows of [
        outcomesByPeriod(outcomes, 'week'),
        outcomesByPeriod(outcomes, 'month'),
        outcomesBy('productId', outcomes),
        outcomesBy('customer', outcomes),
      ])
        for (const sum of ['total', 'count', 'onTime', 'shipped', 'unknown', 'open', 'later'] as const)
          expect(rows.reduce((total, row) => total + row[sum], 0)).toBe(whole[sum]);
      const known = all.filter(
        ({ kept: { promised, now, closed } }) =>
          promised.date < today &&
          closed !== 'cancelled' &&
          (closed !== null || daysBetween(now.day, promised.date) <= 1),
      );
      expect(whole.count).toBe(known.length);
      const late = (some: typeof all) => some.map(({ slip }) => slip).filter((slip) => slip > 0);
      expect(whole.onTime).toBe(known.length - late(known).length);
      const open = all.filter(({ kept: { promised, closed } }) => promised.date >= today && closed === null);
      expect(whole.open).toBe(open.length);
      expect(whole.shipped).toBe(known.filter(({ kept: { closed } }) => closed === 'shipped').length);
      // Past promises were on time, later, or it isn't known.
      const past = sumOutcomes(outcomes.filter(({ kind }) => kind !== 'open'));
      expect(past.onTime + past.later + past.unknown).toBe(past.total);
      expect(past.total + whole.open).toBe(whole.total);
      const slips = late([...known, ...open]);
      expect(whole.later).toBe(slips.length);
      // Half of them slipped by as much or more, half by as much or less.
      const { medianSlip } = whole;
      expect(medianSlip === null).toBe(slips.length === 0);
      if (medianSlip !== null) {
        expect(slips.filter((slip) => slip <= medianSlip).length * 2).toBeGreaterThanOrEqual(slips.length);
        expect(slips.filter((slip) => slip > medianSlip - 1).length * 2).toBeGreaterThanOrEqual(slips.length);
      }
    }),
  );
});

const startsOf = (some: readonly PeriodOutcomes[]) => [...new Set(some.map(({ start }) => start))].toSorted();

test('weeks start on Monday, months on the first, the latest on top; the product that is later most often comes first', () => {
  fc.assert(
    fc.property(arbitraryPast, (all) => {
      const outcomes = promiseOutcomes(
        all.map(({ kept }) => kept),
        today,
        0,
      );
      const weeks = outcomesByPeriod(outcomes, 'week');
      expect(weeks.every(({ start }) => isoWeekday(start) === 1)).toBe(true);
      const months = outcomesByPeriod(outcomes, 'month');
      expect(new Set(months.map(({ start }) => start))).toEqual(
        new Set(outcomes.map(({ due }) => `${due.slice(0, 7)}-01`)),
      );
      for (const periods of [weeks, months])
        expect(periods.map(({ start }) => start)).toEqual(startsOf(periods).toReversed());
      const later = outcomesBy('productId', outcomes).map((group) => group.later);
      expect(later).toEqual(later.toSorted((a, b) => b - a));
    }),
  );
});

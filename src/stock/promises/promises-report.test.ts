import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addDays, type CalendarDate, daysBetween, isoWeekday } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';

import { keptPromise } from './kept-promise.sample.ts';
import type { ResultOfDay } from './promise-status.ts';
import { outcomesBy, promiseOutcomes, sumOutcomes } from './promises-report.ts';

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

describe('a promise that is past', () => {
  test.each<[what: string, promise: KeptPromise, outcome: [kind: string, slip: number | null]]>([
    ['held', promise(expected(10), [], 10), ['on-time', null]],
    ['arrived', promise(expected(10), [onHand(8, 9)], 10), ['on-time', null]],
    ['got earlier', promise(expected(10), [expected(7, 3)], 10), ['on-time', null]],
    ['later', promise(expected(10), [expected(16, 3)], 10), ['later', 6]],
    [
      'slipped, and came back in time',
      promise(expected(10), [expected(16, 3), expected(10, 5)], 10),
      ['on-time', null],
    ],
    ['slipped after its date', promise(expected(10), [expected(16, 12)], 14), ['on-time', null]],
    [
      'slipped, and the customer was told',
      promise(expected(10), [expected(16, 3), toldLater(16, 4)], 16),
      ['later', 6],
    ],
    [
      'slipped, and is promised for the later date',
      promise(expected(10), [expected(16, 3), toldLater(16, 4)], 10, { promised: expected(16, 4) }),
      ['later', 6],
    ],
    [
      'was told again on the same day',
      promise(expected(10), [toldLater(16, 0)], 10, { promised: expected(16) }),
      ['later', 6],
    ],
    ['slipped on its date', promise(expected(10), [expected(16, 10)], 14), ['later', 6]],
    ['was gone', promise(expected(10), [none(4)], 10), ['later', null]],
    ['lost its stock', promise(expected(10), [lead(9, 4)], 10), ['later', null]],
    ['of a max lead time that moved on with the days', promise(lead(20), [lead(25, 5)], 20), ['on-time', null]],
    [
      'of a max lead time that stood, and then slipped',
      promise({ ...lead(20), held: { date: dayOf(20), day: dayOf(19) } }, [lead(26, 10)], 19),
      ['later', 6],
    ],
    [
      'of a max lead time that slipped on its date',
      promise({ ...lead(20), held: { date: dayOf(20), day: dayOf(19) } }, [lead(26, 20)], 20),
      ['later', 6],
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
  ])('%s', (_, past, [kind, slip]) => {
    expect(promiseOutcomes([past], today)).toMatchObject([{ kind, slip }]);
  });

  test('is one whose first date is past, and that was not cancelled', () => {
    expect(promiseOutcomes([promise(expected(60), [expected(70, 3)], 59)], today)).toEqual([]);
    expect(promiseOutcomes([promise(expected(59), [], 59)], today)).toMatchObject([{ kind: 'on-time' }]);
    expect(promiseOutcomes([promise(expected(10), [], 10, { closed: 'cancelled' })], today)).toEqual([]);
    // Told again, it is still due on its first date.
    const again = promise(expected(10), [toldLater(80, 4)], 59, { promised: expected(80, 4) });
    const first = { ...again, changes: [{ ...expected(10), at: 0, isTold: true }, ...again.changes.slice(1)] };
    expect(promiseOutcomes([first], today)).toMatchObject([{ due: dayOf(10), kind: 'later', slip: 70 }]);
  });
});

test('a promise whose first texts are forgotten is due on the first date that is recorded', () => {
  const kept = promise(expected(10), [none(2), expected(12, 3), toldLater(20, 5)], 20, { promised: expected(20, 5) });
  const [, gone, ...later] = kept.changes;
  const changes = [{ ...none(1), at: 0, isTold: true }, ...(gone ? [gone] : []), ...later];
  expect(promiseOutcomes([{ ...kept, changes }], today)).toMatchObject([{ due: dayOf(20), kind: 'on-time' }]);
  const untold = changes.map((change) => Object.assign(change, { isTold: false }));
  expect(promiseOutcomes([{ ...kept, changes: untold }], today)).toMatchObject([{ due: dayOf(20) }]);
});

test('sums leave out what is unknown, and products are named as they were told last', () => {
  const of = (productId: number, product: string, due: number, checkedOn: number, found: ResultOfDay[] = []) =>
    promise(expected(due), found, checkedOn, { productId, product });
  const outcomes = promiseOutcomes(
    [
      of(1, 'Old name', 9, 9),
      of(1, 'New name', 20, 20),
      of(1, 'Middle name', 12, 2),
      of(2, 'Silk', 10, 10, [expected(13, 3)]),
      of(4, 'Never checked', 30, 2),
      of(5, 'Wool', 30, 30),
    ],
    today,
  );
  expect(sumOutcomes(outcomes)).toEqual({ count: 4, onTime: 3, later: 1, medianSlip: 3 });
  expect(outcomesBy('product', outcomes)).toMatchObject([
    { latest: { product: 'Silk' }, count: 1, onTime: 0, later: 1, medianSlip: 3 },
    { latest: { product: 'New name' }, count: 2, onTime: 2, later: 0, medianSlip: null },
    { latest: { product: 'Wool' }, count: 1, onTime: 1, later: 0, medianSlip: null },
  ]);
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
      );
      const whole = sumOutcomes(outcomes);
      for (const rows of [outcomesBy('week', outcomes), outcomesBy('product', outcomes)]) {
        for (const sum of ['count', 'onTime', 'later'] as const)
          expect(rows.reduce((total, row) => total + row[sum], 0)).toBe(whole[sum]);
        for (const { count, onTime, later } of [whole, ...rows]) expect(onTime + later).toBe(count);
      }
      const known = all.filter(
        ({ kept: { promised, now, closed } }) =>
          promised.date < today &&
          closed !== 'cancelled' &&
          (closed !== null || daysBetween(now.day, promised.date) <= 1),
      );
      expect(whole.count).toBe(known.length);
      const slips = known.map(({ slip }) => slip).filter((slip) => slip > 0);
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

test('weeks start on Monday, the latest on top; the product that is later most often comes first', () => {
  fc.assert(
    fc.property(arbitraryPast, (all) => {
      const outcomes = promiseOutcomes(
        all.map(({ kept }) => kept),
        today,
      );
      const weeks = outcomesBy('week', outcomes).map(({ start }) => start);
      expect(weeks.every((start) => isoWeekday(start) === 1)).toBe(true);
      expect(weeks).toEqual([...new Set(weeks)].toSorted().toReversed());
      const later = outcomesBy('product', outcomes).map((group) => group.later);
      expect(later).toEqual(later.toSorted((a, b) => b - a));
    }),
  );
});

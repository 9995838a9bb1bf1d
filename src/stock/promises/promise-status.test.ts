import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addDays, type CalendarDate } from '#stock/calendar-date.ts';

import {
  asCompared,
  compareResults,
  compareStatus,
  countOrders,
  type ResultOfDay,
  daysMoved,
  isNews,
  isSameResult,
  movedOn,
  promiseResult,
  promisesAtRisk,
  type PromiseState,
  promiseStatus,
} from './promise-status.ts';

const day: CalendarDate = '2026-11-26';
const noon = Date.parse('2026-11-26T12:00:00Z');
const hour = 3_600_000;
const dayOf = (days: number) => addDays(day, days);

const expected = (days: number, on = 0) => ({ kind: 'expected', date: dayOf(days), day: dayOf(on) }) as const;
const onHand = (days: number, on = 0) => ({ kind: 'in-stock', date: dayOf(days), day: dayOf(on) }) as const;
const lead = (days: number, on = 0) => ({ kind: 'max-lead-time', date: dayOf(days), day: dayOf(on) }) as const;
const none = (on = 0): ResultOfDay => ({ kind: 'not-available', day: dayOf(on) });

function statusOf(promised: PromiseState['promised'], now: ResultOfDay, changes: Partial<PromiseState> = {}, on = 0) {
  const state = { promised, now, checkedAt: noon + on * 24 * hour, closed: null, ...changes };
  return promiseStatus(state, dayOf(on), noon + on * 24 * hour);
}

describe('the status of a promise', () => {
  test.each<[what: string, promised: PromiseState['promised'], now: ResultOfDay, status: object]>([
    ['the same date', expected(10), expected(10), { kind: 'on-time' }],
    ['a later date', expected(10), expected(16), { kind: 'later', days: 6 }],
    ['an earlier date', expected(10), expected(7), { kind: 'earlier', days: 3 }],
    ['arrived early', expected(10), onHand(-2), { kind: 'earlier', days: 10 }],
    ['stock on hand', onHand(-30), onHand(-30), { kind: 'due-today' }],
    ['stock on hand that is gone', onHand(-30), expected(4), { kind: 'later', days: 4 }],
    ['no longer backed by stock, even if earlier', expected(10), lead(5), { kind: 'max-lead-time', days: -5 }],
    ['no longer backed by stock', expected(10), lead(84), { kind: 'max-lead-time', days: 74 }],
    ['a max lead time that moved on with the days', lead(84, -3), lead(87), { kind: 'same-lead-time', days: 3 }],
    ['a max lead time that is later beyond that', lead(84, -3), lead(90), { kind: 'later', days: 6 }],
    ['a shorter one', { ...lead(84, -9), held: lead(93) }, lead(90), { kind: 'same-lead-time', days: 6 }],
    ['a max lead time that stands', lead(84, -3), lead(84), { kind: 'on-time' }],
    ['backed by stock at last', lead(84), expected(60), { kind: 'earlier', days: 24 }],
    ['not available', expected(10), none(), { kind: 'not-available' }],
    ['not reliable', expected(10), { kind: 'not-reliable', day }, { kind: 'not-reliable' }],
    ['promised for today', expected(0, -5), onHand(-1), { kind: 'due-today' }],
    ['promised for yesterday', expected(-1, -5), onHand(-1), { kind: 'past' }],
  ])('with %s', (_, promised, now, status) => expect(statusOf(promised, now)).toEqual(status));

  test('closed is closed, whatever else', () => {
    expect(statusOf(expected(-5, -9), none(), { closed: 'shipped' })).toEqual({ kind: 'closed', why: 'shipped' });
  });

  test('a result of the day before yesterday tells nothing', () => {
    expect(statusOf(expected(10), expected(16), { checkedAt: noon - 36 * hour })).toEqual({ kind: 'later', days: 6 });
    expect(statusOf(expected(10), expected(16), { checkedAt: noon - 37 * hour })).toEqual({ kind: 'not-checked' });
  });
});

describe('a max lead time date', () => {
  test.each([
    ['that moves on with each day', lead(84), lead(94, 10), 0],
    ['that stands', lead(84), lead(84, 10), 0],
    ['that moves on with some days', lead(84), lead(89, 10), 0],
    ['that is later beyond that', lead(84), lead(98, 10), 4],
    ['that is later on the same day', lead(84), lead(88), 4],
    ['that is earlier', lead(84), lead(70, 10), -14],
    ['that goes back with the clock', lead(84), lead(81, -3), 0],
    ['that is earlier than the clock went back', lead(84), lead(80, -3), -1],
    ['that stood until yesterday', { ...lead(84), held: lead(84, 9) }, lead(94, 10), 10],
    ['that stood until yesterday, and is a day later', { ...lead(84), held: lead(84, 9) }, lead(85, 10), 0],
    ['that moved on until yesterday', { ...lead(84), held: lead(93, 9) }, lead(99, 10), 5],
    ['that no stock is behind any more: as promised', expected(10), lead(20, 10), 10],
    ['that stock is behind now: as promised', { ...lead(84), held: lead(94, 10) }, expected(90, 10), 6],
  ])('%s moves by', (_, from, to, days) => expect(daysMoved(from, to)).toBe(days));
});

test('stock on hand and a rolling max lead time stay the same result for any number of days', () => {
  const days = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(days, days, fc.integer({ min: -90, max: 0 }), (first, more, stockDate) => {
      expect(isSameResult(onHand(stockDate, first), onHand(stockDate, first + more))).toBe(true);
      expect(isSameResult(lead(first + 84, first), lead(first + more + 84, first + more))).toBe(true);
      expect(isSameResult(expected(900, first), expected(900, first + more))).toBe(true);
      expect(isSameResult(expected(first + 5, first), onHand(first + 5, first + 5 + more))).toBe(true);
      expect(isSameResult(expected(first + more + 5, first), onHand(first + 1, first + 1))).toBe(false);
    }),
  );
});

test('a result changes with its date, its basis or its kind', () => {
  const results = [expected(3), expected(4), lead(3), none(), { kind: 'not-reliable', day } as const];
  for (const [index, from] of results.entries())
    for (const [other, to] of results.entries()) expect(isSameResult(from, to)).toBe(index === other);
});

test('stock on hand is the same whenever it arrived, also when the clock was set back', () => {
  expect(isSameResult(onHand(0, 0), onHand(-3, -1))).toBe(true);
  expect(compareResults(onHand(0, 0), onHand(-3, 5))).toBe(0);
});

test.each<[what: string, from: ResultOfDay, to: ResultOfDay, sign: number]>([
  ['no stock behind it any more', expected(10), lead(5), 1],
  ['stock behind it again', lead(5), expected(10), -1],
  ['a later date', expected(10), expected(11), 1],
  ['an earlier date', expected(10), expected(9), -1],
  ['gone', lead(5), none(), 1],
  ['back', none(), lead(5), -1],
  ['gone still', none(), none(3), 0],
])('a result is worse or better: %s', (_, from, to, sign) => expect(Math.sign(compareResults(from, to))).toBe(sign));

test('a known result moves on with the days, a max lead time date only if its checks had one', () => {
  expect(movedOn(expected(10), expected(10, 1), expected(10, 5))).toEqual(expected(10, 5));
  expect(movedOn(lead(84), lead(84), lead(86, 2))).toEqual({ ...lead(84), held: { date: dayOf(86), day: dayOf(2) } });
  expect(movedOn(lead(84), expected(80, 1), lead(85, 2))).toEqual(lead(84));
  expect(movedOn(lead(84), lead(85, 1), expected(80, 2))).toEqual(lead(84));
});

test('a known max lead time that moved on is compared with another one as of then, with stock as it was', () => {
  const known = { ...lead(84), held: { date: dayOf(93), day: dayOf(9) } };
  expect(asCompared(known, lead(99, 10))).toEqual(lead(93, 9));
  expect(asCompared(known, expected(90, 10))).toEqual(lead(84));
});

test('a check that failed tells nothing, and a product that is gone is not available', () => {
  const stockResult = { kind: 'expected', date: dayOf(3) } as const;
  expect(promiseResult({ kind: 'result', stockResult, checkedAt: noon })).toBe(stockResult);
  expect(promiseResult({ kind: 'no-result', reason: 'timeout', requestId: null })).toBeNull();
  for (const kind of ['unknown-product', 'no-stock-data', 'not-available'] as const)
    expect(promiseResult({ kind })).toEqual({ kind: 'not-available' });
  expect(promiseResult({ kind: 'not-trusted', finding: { kind: 'missing' } })).toEqual({ kind: 'not-reliable' });
});

test('the worst comes first: a max lead time where its days rank, before stock of the same day', () => {
  const sorted = [
    { kind: 'on-time' },
    { kind: 'later', days: 2 },
    { kind: 'max-lead-time', days: -3 },
    { kind: 'later', days: 8 },
    { kind: 'past' },
    { kind: 'max-lead-time', days: 74 },
    { kind: 'not-reliable' },
    { kind: 'max-lead-time', days: 8 },
    { kind: 'not-available' },
  ] as const;
  for (const all of [sorted, sorted.toReversed()])
    expect(
      all.toSorted(compareStatus).map((status) => ('days' in status ? [status.kind, status.days] : status.kind)),
    ).toEqual([
      'not-available',
      ['max-lead-time', 74],
      ['max-lead-time', 8],
      ['later', 8],
      ['later', 2],
      ['max-lead-time', -3],
      'not-reliable',
      'on-time',
      'past',
    ]);
});

test('the promises at risk are those whose date does not hold, the worst first, and their orders', () => {
  const state = (now: ResultOfDay, orderId: string, closed: PromiseState['closed'] = null) => ({
    promised: expected(10),
    now,
    checkedAt: noon,
    closed,
    orderId,
  });
  const [later, gone, good] = [state(expected(16), 'a'), state(none(), 'a'), state(expected(10), 'b')];
  const [atLead, closed] = [state(lead(12), 'b'), state(none(), 'c', 'shipped')];
  const worse = promisesAtRisk([atLead, later, good, closed, gone], day, noon);
  expect(worse).toEqual([gone, later, atLead]);
  expect(countOrders([...worse, { orderId: 'd' }, {}])).toBe(3);
});

const gaps = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 30 });

test.each([
  ['stands', () => 0],
  ['moves on with each day', (days: number) => days],
])('a max lead time date that %s is later by its slip, however long before and after', (_, roll) => {
  fc.assert(
    fc.property(
      gaps,
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(-40, 10, 25),
      gaps,
      (before, gap, slip, after) => {
        let promised: PromiseState['promised'] = lead(84);
        let now = lead(84);
        let [on, date] = [0, 84];
        const check = (days: number, more = 0) => {
          on += days;
          date += roll(days) + more;
          const next = lead(date, on);
          if (isSameResult(now, next)) promised = movedOn(promised, now, next);
          now = next;
        };
        for (const days of before) check(days);
        expect(daysMoved(promised, now)).toBe(0);
        expect(isSameResult(promised, now)).toBe(true);
        check(gap, slip);
        // Whether it moved on or stood during the last gap is known only of one that stood before or since.
        let checked = before.some((days) => days > 0);
        for (const days of [0, ...after]) {
          check(days);
          checked ||= days > 0;
          const isKnown = checked && roll(1) === 0;
          const moved = slip > 0 && !isKnown ? slip - gap + roll(gap) : slip + roll(gap);
          expect(daysMoved(promised, now)).toBe(moved);
          expect(isSameResult(promised, now)).toBe(false);
          const apart = Math.max(date, on) - 84;
          const held = apart > 0 ? { kind: 'same-lead-time', days: apart } : { kind: 'on-time' };
          expect(statusOf(promised, now)).toEqual(
            moved > 0 ? { kind: 'later', days: apart } : apart < 0 ? { kind: 'earlier', days: -apart } : held,
          );
          expect(isNews(promised, now)).toBe(moved > 0 || apart < 0);
        }
      },
    ),
  );
});

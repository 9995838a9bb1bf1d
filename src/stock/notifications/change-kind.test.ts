import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { type ResultOfDay, isSameResult } from '#stock/promises/promise-status.ts';

import { changeKind, daysTold, isWorseChange, reminderDay, toldKind, worseFirst } from './change-kind.ts';

const day: CalendarDate = '2026-11-26';
const on = (kind: 'in-stock' | 'expected' | 'max-lead-time', date: CalendarDate): ResultOfDay => ({ kind, date, day });
const none = (kind: 'not-available' | 'not-reliable'): ResultOfDay => ({ kind, day });

test.each<[string, ResultOfDay, ResultOfDay, ReturnType<typeof changeKind>]>([
  ['a later date', on('expected', '2026-12-06'), on('expected', '2026-12-12'), 'later'],
  ['an earlier date', on('expected', '2026-12-12'), on('expected', '2026-12-06'), 'earlier'],
  ['stock that is there', on('expected', '2026-12-12'), on('in-stock', '2026-11-20'), 'back-in-stock'],
  ['stock after none', none('not-available'), on('in-stock', '2026-11-20'), 'back-in-stock'],
  ['a date after none', none('not-available'), on('expected', '2026-12-12'), 'available'],
  ['no date', on('expected', '2026-12-12'), none('not-available'), 'not-available'],
  ['only the max lead time', on('expected', '2026-12-12'), on('max-lead-time', '2027-02-12'), 'max-lead-time'],
  ['stock on the max lead time date', on('max-lead-time', '2026-12-12'), on('expected', '2026-12-12'), 'backed'],
  ['stock after the max lead time date', on('max-lead-time', '2026-12-12'), on('expected', '2026-12-13'), 'later'],
  ['the same', on('expected', '2026-12-12'), on('expected', '2026-12-12'), null],
  ['what is not reliable', on('expected', '2026-12-12'), none('not-reliable'), null],
  ['what was not reliable', none('not-reliable'), on('expected', '2026-12-12'), null],
])('%s', (_, from, to, kind) => {
  expect(changeKind(from, to)).toBe(kind);
});

test.each<[string, Parameters<typeof daysTold>[0], number]>([
  [
    'a promise: from the date that was promised, not from the one before',
    {
      kind: 'later',
      of: 'promise',
      from: on('expected', '2026-12-08'),
      to: on('expected', '2026-12-11'),
      shipBy: '2026-12-04',
    },
    7,
  ],
  [
    'a promise that is earlier than before, but not than promised',
    {
      kind: 'earlier',
      of: 'promise',
      from: on('expected', '2026-12-11'),
      to: on('expected', '2026-12-08'),
      shipBy: '2026-12-04',
    },
    0,
  ],
  [
    'a promise whose days were counted when it moved',
    {
      kind: 'later',
      of: 'promise',
      from: on('max-lead-time', '2027-03-17'),
      to: on('max-lead-time', '2027-03-31'),
      days: 9,
    },
    9,
  ],
  [
    'a max lead time date that stood: by the calendar',
    {
      kind: 'later',
      of: 'promise',
      from: on('max-lead-time', '2027-03-17'),
      to: { ...on('max-lead-time', '2027-03-31'), day: '2026-11-27' },
      shipBy: '2027-03-17',
    },
    14,
  ],
  [
    'a watch: from the date before',
    {
      kind: 'earlier',
      of: 'watch',
      from: on('expected', '2026-12-11'),
      to: on('expected', '2026-12-08'),
      shipBy: '2026-12-04',
    },
    3,
  ],
])('the days of %s', (_, change, days) => {
  expect(daysTold(change)).toBe(days);
});

const results = fc.oneof(
  fc.record({
    kind: fc.constantFrom('in-stock' as const, 'expected' as const, 'max-lead-time' as const),
    date: fc.integer({ min: -30, max: 90 }).map((days) => addDays(day, days)),
    day: fc.constant(day),
  }),
  fc.record({ kind: fc.constantFrom('not-available' as const), day: fc.constant(day) }),
);

describe('a change', () => {
  it('is told exactly if the results differ', () => {
    fc.assert(
      fc.property(results, results, (from, to) => {
        expect(changeKind(from, to) === null).toBe(isSameResult(from, to));
      }),
    );
  });

  it('and its reverse are never both for the worse, unless what is backed by stock gets later', () => {
    fc.assert(
      fc.property(results, results, (from, to) => {
        fc.pre((from.kind === 'max-lead-time') === (to.kind === 'max-lead-time'));
        const kinds = [changeKind(from, to), changeKind(to, from)];
        expect(kinds.every((kind) => kind !== null && isWorseChange(kind))).toBe(false);
      }),
    );
  });

  it('of a watch is told by its condition', () => {
    const change = { from: on('expected', '2026-12-06'), to: on('expected', '2026-12-12') };
    expect(toldKind({ why: 'falls-short', ...change })).toBe('falls-short');
    expect(toldKind({ why: 'moves', ...change })).toBe('later');
    expect(toldKind({ why: 'promise', ...change })).toBe('later');
  });
});

test('what got worse is told before what got better, after what is about no line', () => {
  const told = ['earlier', 'later', 'can-ship', 'falls-short'].map((kind) => ({ kind, of: 'promise' }));
  const fact = { kind: 'mass-change' };
  expect(worseFirst([...told, fact], (each) => each).map(({ kind }) => kind)).toEqual([
    'mass-change',
    'later',
    'falls-short',
    'earlier',
    'can-ship',
  ]);
});

describe('a reminder', () => {
  const from = on('expected', '2026-12-06');
  it('comes two days before the promised or ship-by date, or the one that is replaced', () => {
    expect(reminderDay({ from, shipBy: '2026-12-10' }, day)).toBe('2026-12-08');
    expect(reminderDay({ from }, day)).toBe('2026-12-04');
  });

  it('never comes on the day of the change, or after', () => {
    expect(reminderDay({ from }, '2026-12-04')).toBeNull();
    expect(reminderDay({ from: null }, day)).toBeNull();
    expect(reminderDay({ from: none('not-available') }, day)).toBeNull();
  });
});

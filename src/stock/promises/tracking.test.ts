import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import type { ToldChange } from '#stock/notifications/change-kind.ts';

import {
  afterReport,
  isReportDue,
  presentKind,
  promiseEvent,
  type WatchCondition,
  watchEvent,
  type WatchRule,
} from './line-event.ts';
import type { ResultOfDay } from './promise-status.ts';
import {
  asOfData,
  gotWorse,
  isMassChange,
  newTracking,
  type Observation,
  observe,
  type Tracking,
  withFailure,
  withTold,
} from './tracking.ts';

const start: CalendarDate = '2026-11-26';
const day = (offset: number) => addDays(start, offset);
const hour = 3_600_000;
const at = (offset: number, hours = 6) => Date.parse(start) + offset * 24 * hour + hours * hour;

type Kind = 'in-stock' | 'expected' | 'max-lead-time';
const dated = (kind: Kind, date: number, of = 0): ResultOfDay => ({ kind, date: day(date), day: day(of) });
const none = (of = 0): ResultOfDay => ({ kind: 'not-available', day: day(of) });
const seen = (result: ResultOfDay, time = at(0), updated: CalendarDate | null = null): Observation => ({
  result,
  at: time,
  updated,
});
const known = (result: ResultOfDay, updated: CalendarDate | null = null) => newTracking(seen(result, at(0), updated));

describe('a change', () => {
  const slipped = dated('expected', 20);
  const before = known(dated('expected', 10), day(0));

  it('is confirmed at once if it is of a store of this server', () => {
    expect(observe(before, seen(slipped), true)).toMatchObject({ confirmed: { result: slipped }, pending: null });
  });

  it('is confirmed by newer stock data of a service', () => {
    expect(observe(before, seen(slipped, at(0), day(1)), false).confirmed?.result).toEqual(slipped);
    expect(observe(before, seen(slipped, at(0), day(0)), false).confirmed?.result).toEqual(before.confirmed?.result);
  });

  it('is confirmed by a second check an hour later, not before', () => {
    const first = observe(before, seen(slipped, at(0, 6)), false);
    expect(first).toMatchObject({ confirmed: before.confirmed, pending: { result: slipped } });
    const soon = observe(first, seen(slipped, at(0, 6.9)), false);
    expect(soon).toMatchObject({ confirmed: before.confirmed, pending: first.pending });
    expect(observe(soon, seen(slipped, at(0, 7)), false)).toMatchObject({
      confirmed: { result: slipped },
      pending: null,
    });
  });

  it('that is another one by then waits for an hour again', () => {
    const first = observe(before, seen(slipped, at(0, 6)), false);
    const other = observe(first, seen(dated('expected', 30), at(0, 8)), false);
    expect(other.confirmed).toEqual(before.confirmed);
    expect(observe(other, seen(dated('expected', 30), at(0, 9)), false).confirmed?.result.kind).toBe('expected');
  });

  it('that is gone by then never was', () => {
    const flapped = [seen(slipped, at(0, 6)), seen(dated('expected', 10), at(0, 8)), seen(slipped, at(0, 10))];
    const after = flapped.reduce((tracking, next) => observe(tracking, next, false), before);
    expect(after.confirmed?.result).toEqual(dated('expected', 10));
    expect(promiseEvent(after)).toBeNull();
  });

  it('waits on if the clock was set back', () => {
    const first = observe(before, seen(slipped, at(0, 6)), false);
    const back = observe(first, seen(slipped, at(-1, 6)), false);
    expect(observe(back, seen(slipped, at(-1, 7)), false).confirmed?.result).toEqual(slipped);
  });

  it('is none where a result is unreliable', () => {
    expect(observe(before, seen({ kind: 'not-reliable', day: start }), true)).toBe(before);
  });
});

it.each([
  ['the first result', newTracking(null), seen(dated('in-stock', 0))],
  ['stock that arrives as expected', known(dated('expected', 10)), seen(dated('in-stock', 10, 10), at(10))],
  [
    'a max lead time that moves on with the days',
    known(dated('max-lead-time', 84)),
    seen(dated('max-lead-time', 89, 5), at(5)),
  ],
])('%s is no change', (_, tracking, next) => {
  const after = observe(tracking, next, true);
  expect([promiseEvent(after), gotWorse(after)]).toEqual([null, false]);
});

it('a max lead time that moved on for months is still compared exactly', () => {
  let tracking: Tracking = known(dated('max-lead-time', 84));
  for (let offset = 1; offset <= 120; offset += 1)
    tracking = observe(tracking, seen(dated('max-lead-time', 84 + offset, offset), at(offset)), true);
  expect(promiseEvent(tracking)).toBeNull();
  const slipped = observe(tracking, seen(dated('max-lead-time', 84 + 121 + 10, 121), at(121)), true);
  expect(promiseEvent(slipped)).toMatchObject({ to: { date: day(215) } });
});

const rule = (when: WatchCondition[], changes: Partial<WatchRule> = {}): WatchRule => ({
  when,
  days: 1,
  shipBy: day(10),
  ...changes,
});
const moveTo = (from: ResultOfDay, to: ResultOfDay) => observe(known(from), seen(to, at(1)), true);

it('a line without a result has nothing to report, also if a customer was told one', () => {
  const unknown = newTracking(null);
  for (const tracking of [unknown, withTold(unknown, dated('expected', 10))]) {
    expect(promiseEvent(tracking)).toBeNull();
    expect(watchEvent(tracking, rule(['moves']))).toBeNull();
    expect([isReportDue(tracking, null), gotWorse(tracking)]).toEqual([false, false]);
    expect(afterReport(tracking, null, start)).toBe(tracking);
  }
});

it('a promise is reported with the result that was told, and the new one', () => {
  const [from, to] = [dated('expected', 10), dated('expected', 12, 1)];
  expect(promiseEvent(moveTo(from, to))).toEqual({ why: 'promise', from, to });
});

it.each([
  ['another result', dated('expected', 10), dated('expected', 12, 1), true],
  ['stock that arrived as expected', dated('expected', 1), dated('in-stock', 1, 1), true],
  ['the same result', dated('expected', 10), dated('expected', 10, 1), false],
])('the report of a line moves on with %s', (_, from, to, isDue) => {
  expect(isReportDue(moveTo(from, to), null)).toBe(isDue);
});

it.each<[string, ResultOfDay, ResultOfDay, WatchRule, ToldChange['why'] | null]>([
  ['falls short', dated('expected', 10), dated('expected', 11), rule(['falls-short']), 'falls-short'],
  ['falls short: without a date', dated('expected', 10), none(), rule(['falls-short']), 'falls-short'],
  ['moves, but still in time', dated('expected', 5), dated('expected', 10), rule(['falls-short']), null],
  ['was too late before', dated('expected', 11), dated('expected', 12), rule(['falls-short']), null],
  ['can ship again', none(), dated('expected', 10), rule(['can-ship']), 'can-ship'],
  ['can ship at max lead time', dated('expected', 30), dated('max-lead-time', 9), rule(['can-ship']), 'can-ship'],
  [
    'without a ship-by date: no longer in stock',
    dated('in-stock', 0),
    dated('expected', 3),
    rule(['falls-short'], { shipBy: null }),
    'falls-short',
  ],
  ['back in stock', none(), dated('in-stock', 0), rule(['back-in-stock'], { shipBy: null }), 'back-in-stock'],
  [
    'back in stock as expected',
    dated('expected', 1),
    dated('in-stock', 1, 1),
    rule(['back-in-stock']),
    'back-in-stock',
  ],
  ['is later, and not in stock', dated('expected', 5), dated('expected', 8), rule(['back-in-stock']), null],
  ['stays in stock', dated('in-stock', -9), dated('in-stock', -2, 1), rule(['back-in-stock', 'moves']), null],
  ['moves by fewer days', dated('expected', 5), dated('expected', 8), rule(['moves'], { days: 4 }), null],
  ['moves by as many days', dated('expected', 5), dated('expected', 9), rule(['moves'], { days: 4 }), 'moves'],
  ['moves earlier', dated('expected', 9), dated('expected', 5), rule(['moves'], { days: 4 }), 'moves'],
  ['loses its date', dated('expected', 9), none(), rule(['moves'], { days: 90 }), 'moves'],
  ['stays without a date', none(), none(1), rule(['moves']), null],
  ['is backed by stock again', dated('max-lead-time', 9), dated('expected', 9), rule(['moves'], { days: 90 }), 'moves'],
  [
    'is no longer backed by stock',
    dated('expected', 9),
    dated('max-lead-time', 9),
    rule(['moves'], { days: 90 }),
    'moves',
  ],
])('a watch that %s', (_, from, to, watched, why) => {
  expect(watchEvent(moveTo(from, to), watched)?.why ?? null).toBe(why);
});

it('small moves add up until their days are reached, and count again then', () => {
  const watched = rule(['moves'], { days: 5 });
  let tracking = known(dated('expected', 10));
  const told: unknown[] = [];
  for (let step = 1; step <= 12; step += 1) {
    tracking = observe(tracking, seen(dated('expected', 10 + step), at(0, step)), true);
    const event = watchEvent(tracking, watched);
    if (event !== null) told.push([step, event.from]);
    tracking = afterReport(tracking, event, start);
  }
  expect(told).toEqual([
    [5, dated('expected', 10)],
    [10, dated('expected', 15)],
  ]);
});

it('a max lead time date that moves on with the days falls short once, when it passes the ship-by date', () => {
  const watched = rule(['falls-short', 'can-ship'], { shipBy: day(90) });
  let tracking = known(dated('max-lead-time', 84));
  const told: unknown[] = [];
  const report = (offset: number) => {
    const event = watchEvent(tracking, watched);
    if (event !== null) told.push([offset, event.why, 'date' in event.from && event.from.date]);
    if (event !== null || isReportDue(tracking, watched)) tracking = afterReport(tracking, event, day(offset));
  };
  for (let offset = 1; offset <= 20; offset += 1) {
    tracking = observe(tracking, seen(dated('max-lead-time', 84 + offset, offset), at(offset)), true);
    report(offset);
  }
  tracking = observe(tracking, seen(dated('expected', 80, 21), at(21)), true);
  report(21);
  expect(told).toEqual([
    [7, 'falls-short', day(84)],
    [21, 'can-ship', day(91)],
  ]);
});

it('a ship-by date that is passed without a notification is the edge of the next one', () => {
  const watched = rule(['can-ship'], { shipBy: day(85) });
  const passed = observe(known(dated('max-lead-time', 84)), seen(dated('max-lead-time', 86, 2), at(2)), true);
  expect([watchEvent(passed, watched), isReportDue(passed, watched), isReportDue(passed, null)]).toEqual([
    null,
    true,
    false,
  ]);
  const back = observe(afterReport(passed, null, day(2)), seen(dated('expected', 80, 3), at(3)), true);
  expect(watchEvent(back, watched)?.why).toBe('can-ship');
});

it('a max lead time date makes up for days without newer data, and a slip does not', () => {
  const friday = known(dated('max-lead-time', 84));
  const check = (tracking: Tracking, date: number, offset: number, isSameData: boolean) => {
    const result = dated('max-lead-time', date, offset);
    const observed = isSameData && tracking.confirmed ? asOfData(tracking.confirmed.result, result) : result;
    return observe(tracking, seen(observed, at(offset)), true);
  };
  const sunday = check(check(friday, 84, 1, true), 84, 2, true);
  expect(promiseEvent(check(sunday, 87, 3, false))).toBeNull();
  expect(promiseEvent(check(sunday, 97, 3, false))).not.toBeNull();
  let months = friday;
  for (let offset = 1; offset <= 60; offset += 1) months = check(months, 84, offset, true);
  const moved = check(months, 104, 61, false);
  expect([promiseEvent(moved) === null, gotWorse(moved)]).toEqual([false, true]);
});

it.each([
  [dated('max-lead-time', 84), dated('max-lead-time', 84, 3), 0],
  [dated('max-lead-time', 84), dated('max-lead-time', 84, 6), 1],
  [dated('max-lead-time', 84), dated('max-lead-time', 87, 3), 3],
  [dated('expected', 84), dated('max-lead-time', 84, 3), 3],
  [dated('max-lead-time', 84), dated('expected', 84, 3), 3],
])('only a max lead time date that stands is of the day of its data, for five days: %o, then %o', (from, to, of) => {
  expect(asOfData(from, to)).toEqual({ ...to, day: day(of) });
});

describe('a result that a customer was told', () => {
  const before = known(dated('expected', 10));
  const slipped = dated('expected', 20);

  it('is confirmed by that if it waits for it', () => {
    const pending = observe(before, seen(slipped, at(0, 7)), false);
    const told = withTold(pending, dated('expected', 20));
    expect(told).toMatchObject({ confirmed: { result: slipped }, pending: null, reported: slipped, told: slipped });
    const again = observe(told, seen(slipped, at(0, 9)), false);
    expect([promiseEvent(again), gotWorse(again)]).toEqual([null, false]);
    const back = observe(told, seen(dated('expected', 10), at(0, 9)), false);
    const confirmed = observe(back, seen(dated('expected', 10), at(0, 11)), false);
    expect(promiseEvent(confirmed)).toMatchObject({ from: slipped, to: dated('expected', 10) });
  });

  it('got no worse once more if it was confirmed', () => {
    const told = withTold(observe(before, seen(slipped, at(1)), true), slipped);
    expect([promiseEvent(told), gotWorse(told)]).toEqual([null, false]);
  });

  it('is what the next one is compared with if it is neither', () => {
    const told = withTold(before, dated('expected', 15));
    expect(promiseEvent(told)).toMatchObject({ from: dated('expected', 15), to: dated('expected', 10) });
    const unreported = withTold(observe(before, seen(slipped, at(1)), true), dated('expected', 15));
    expect([promiseEvent(unreported)?.to, gotWorse(unreported)]).toEqual([slipped, true]);
  });
});

it('a run without result counts up until there is one', () => {
  const once = withFailure(withFailure(known(dated('expected', 10)), 5, 'a'), 7, 'a');
  const failed = withFailure(once, 9, 'b');
  expect([once.failure?.runs, failed.failure]).toEqual([1, { since: 5, runs: 2, lastRun: 'b', isTold: false }]);
  expect(observe(failed, seen(dated('expected', 10)), false).failure).toBeNull();
});

it.each([
  [{ worse: 11, lines: 50 }, true],
  [{ worse: 10, lines: 50 }, false],
  [{ worse: 49, lines: 49 }, false],
  [{ worse: 812, lines: 900 }, true],
])('%o is a mass change: %s', (counts, expected) => expect(isMassChange(counts)).toBe(expected));

const results = fc
  .tuple(
    fc.constantFrom<ResultOfDay['kind']>('in-stock', 'expected', 'max-lead-time', 'not-available'),
    fc.integer({ min: 0, max: 60 }),
  )
  .map(([kind, ahead]) => ({ kind, ahead }));
const resultOn = ({ kind, ahead }: { kind: ResultOfDay['kind']; ahead: number }, offset: number): ResultOfDay => {
  if (kind === 'not-available' || kind === 'not-reliable') return { kind: 'not-available', day: day(offset) };
  return dated(kind, offset + (kind === 'in-stock' ? -ahead : ahead + 1), offset);
};

it('what is told is always the last confirmed result, and nothing is told twice', () => {
  fc.assert(
    fc.property(fc.array(results, { minLength: 2, maxLength: 12 }), ([first, ...rest]) => {
      if (first === undefined) return;
      let tracking = known(resultOn(first, 0));
      for (const [index, next] of rest.entries()) {
        const result = resultOn(next, index + 1);
        tracking = observe(tracking, seen(result, at(index + 1)), true);
        const event = promiseEvent(tracking);
        if (event !== null) expect(event.to).toEqual(result);
        tracking = afterReport(tracking, event, day(index + 1));
        expect(promiseEvent(tracking)).toBeNull();
        expect(gotWorse(tracking)).toBe(false);
      }
    }),
  );
});

it('a flapping service is told as often as a steady one: never', () => {
  fc.assert(
    fc.property(
      results,
      fc.array(fc.tuple(results, fc.integer({ min: 1, max: 59 })), { maxLength: 12 }),
      (steady, flaps) => {
        let tracking = known(resultOn(steady, 0));
        let minutes = 0;
        for (const [flap, gap] of flaps) {
          minutes += gap;
          tracking = observe(tracking, seen(resultOn(flap, 0), at(0) + minutes * 60_000), false);
          minutes += 60;
          tracking = observe(tracking, seen(resultOn(steady, 0), at(0) + minutes * 60_000), false);
          expect(promiseEvent(tracking)).toBeNull();
        }
      },
    ),
  );
});

describe('what a notification says if its line has changed again since', () => {
  const later = { kind: 'later', from: dated('expected', 14) } as const;
  const short = { kind: 'falls-short', from: dated('expected', 14), shipBy: day(28) } as const;

  it.each([
    ['another later date', later, dated('expected', 24), 'later'],
    ['an earlier date', later, dated('expected', 7), 'earlier'],
    ['the date of before', later, dated('expected', 14), null],
    ['no date', later, none(), 'not-available'],
    ['still after the ship-by date', short, dated('expected', 45), 'falls-short'],
    ['by the ship-by date again', short, dated('expected', 28), 'can-ship'],
    ['after the ship-by date again', { ...short, kind: 'can-ship' }, dated('expected', 45), 'falls-short'],
    ['in time, where only its date moved', { ...later, shipBy: day(28) }, dated('expected', 24), 'later'],
    ['a date, where none is needed by a day', { kind: 'can-ship', from: none() }, dated('expected', 24), 'available'],
    ['a date, and none is known from before', { kind: 'available', from: null }, dated('expected', 24), 'available'],
  ] as const)('%s', (_, told, now, kind) => expect(presentKind(told, now)).toBe(kind));
});

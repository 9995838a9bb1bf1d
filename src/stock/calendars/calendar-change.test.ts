import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { resultFor, shipDateOf } from '#stock/stock-result.ts';
import {
  arbitraryEntries,
  arbitraryQuantity,
  highestLevel,
  maxLeadTime,
  real,
  today,
} from '#stock/entries.arbitrary.ts';
import { levelOn, readTimeline } from '#stock/stock-timeline.ts';
import { addDays, later } from '#stock/calendar-date.ts';

import {
  byWorst,
  calendarChange,
  dateMove,
  daysOfMove,
  directionOf,
  quantityChange,
  severity,
} from './calendar-change.ts';

const look = (entries: Parameters<typeof readTimeline>[0], on = today) => readTimeline(entries, on);

describe('calendarChange', () => {
  it('reports by how many days the ship date moved, and the largest loss of the level', () => {
    const before = look([real(today, 10), real('2026-04-01', 50)]);
    const now = look([real(today, 8), real('2026-04-05', 50)]);
    expect(calendarChange(1, before, now, 20_000)).toEqual({
      productId: 1,
      wanted: 20_000,
      before: { kind: 'expected', date: '2026-04-01' },
      now: { kind: 'expected', date: '2026-04-05' },
      daysMoved: 4,
      move: {
        quantity: 20_000,
        moved: 10_000,
        from: { kind: 'expected', date: '2026-04-01' },
        to: { kind: 'expected', date: '2026-04-05' },
        days: 4,
      },
      level: { date: '2026-04-01', before: 50_000, now: 8000 },
      maxLeadTime: null,
    });
  });

  it('names the first change of the level where nothing is lost before the max lead time date', () => {
    const before = look([real(today, 10), real('2026-04-01', 50), maxLeadTime('2026-04-01')]);
    const now = look([real(today, 12), real('2026-04-01', 30), maxLeadTime('2026-04-01')]);
    expect(calendarChange(1, before, now, 5000)?.level).toEqual({ date: today, before: 10_000, now: 12_000 });
  });

  it('names the quantity that moved furthest, though the wanted one is unchanged', () => {
    const before = look([real(today, 250), real('2026-04-11', 275.5)]);
    const now = look([real(today, 250), real('2026-04-01', 267.5), real('2026-04-21', 275.5)]);
    const change = calendarChange(1, before, now, null);
    expect(change).toMatchObject({
      daysMoved: 0,
      move: { quantity: 275_500, moved: 8000, from: { date: '2026-04-11' }, to: { date: '2026-04-21' }, days: 10 },
    });
    expect(change && [dateMove(change), daysOfMove(change)]).toEqual(['later', 10]);
  });

  it('names a quantity that is no longer available', () => {
    const change = calendarChange(1, look([real(today, 5), real('2026-04-01', 9)]), look([real(today, 5)]), null);
    expect(change?.move).toEqual({
      quantity: 9000,
      moved: 4000,
      from: { kind: 'expected', date: '2026-04-01' },
      to: { kind: 'not-available' },
      days: null,
    });
    expect(change && [dateMove(change), daysOfMove(change)]).toEqual(['less', null]);
    expect(change && quantityChange(change)).toEqual({ by: -4000, before: 9000, on: null });
    const nothing = calendarChange(1, look([real(today, 5)]), look([real(today, 0)]), null);
    expect(nothing && dateMove(nothing)).toBe('went');
  });

  it('names all of a quantity that is no longer available, though its parts shipped on different days', () => {
    const before = look([real(today, 5), real('2026-04-01', 9), real('2026-04-10', 12)]);
    const change = calendarChange(1, before, look([real(today, 2)]), null);
    expect(change?.move).toMatchObject({ quantity: 12_000, moved: 10_000, from: { date: '2026-04-10' }, days: null });
  });

  it('is of the wanted quantity alone, though another one moved further', () => {
    const before = look([real(today, 400), real('2026-04-30', 900)]);
    const now = look([real(today, 8), real('2026-04-07', 350), real('2026-04-20', 400), real('2026-04-30', 900)]);
    const change = calendarChange(1, before, now, 300_000);
    expect(change).toMatchObject({ daysMoved: 14, move: { quantity: 300_000, moved: 292_000 } });
    expect(change && [dateMove(change), daysOfMove(change), severity(change)]).toEqual(['later', 14, 14]);
    const unaffected = calendarChange(1, before, now, 5000);
    expect(unaffected && [directionOf(unaffected), daysOfMove(unaffected)]).toEqual(['same', 0]);
  });

  it('is later for any quantity if the max lead time is, and for those that ship then', () => {
    const [before, now] = [
      look([real(today, 50), maxLeadTime('2026-06-12')]),
      look([real(today, 50), maxLeadTime('2026-06-26')]),
    ];
    const directionFor = (wanted: number | null) => {
      const change = calendarChange(1, before, now, wanted);
      return change && [directionOf(change), daysOfMove(change)];
    };
    expect(directionFor(null)).toEqual(['later', 14]);
    expect(directionFor(60_000)).toEqual(['later', 14]);
    expect(directionFor(40_000)).toEqual(['same', 0]);
  });

  it.each([
    ['the one that moved furthest', ['2026-04-21', '2026-04-22', '2026-06-01'], { quantity: 5000, days: 20 }],
    ['the largest of several', ['2026-04-11', '2026-04-20', '2026-06-01'], { quantity: 9000, days: 10 }],
    [
      'stock, if the max lead time moved as far',
      ['2026-04-11', '2026-04-20', '2026-06-11'],
      { quantity: 9000, days: 10 },
    ],
    [
      'the max lead time, if it moved further',
      ['2026-04-11', '2026-04-20', '2026-06-12'],
      { quantity: null, days: 11 },
    ],
  ] as const)('names of any quantities %s', (_, [few, more, lead], worst) => {
    const before = look([real('2026-04-01', 5), real('2026-04-10', 9), maxLeadTime('2026-06-01')]);
    const now = look([real(few, 5), real(more, 9), maxLeadTime(lead)]);
    expect(calendarChange(1, before, now, null)?.move).toMatchObject(worst);
  });

  it('has a later move exactly if a quantity ships later than before', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryEntries, (before, now) => {
        const change = calendarChange(1, look(before), look(now), null);
        if (change === null) return;
        const [old, current] = [readTimeline(before, today), readTimeline(now, today)];
        const isLater = Array.from({ length: highestLevel }, (_, index) => index + 1).some((quantity) => {
          const [was, is] = [old, current].map((timeline) => resultFor(timeline, quantity));
          if (was?.kind !== 'in-stock' && was?.kind !== 'expected') return false;
          return !is || is.kind === 'not-available' || later(today, is.date) > later(today, was.date);
        });
        const [leadBefore, leadNow] = [old?.maxLeadTimeDate, current?.maxLeadTimeDate];
        const isLeadLater = !!leadBefore && !!leadNow && later(today, leadNow) > later(today, leadBefore);
        const { move } = change;
        expect(move !== null && (move.to.kind === 'not-available' || (move.days ?? 0) > 0)).toBe(
          isLater || isLeadLater,
        );
      }),
    );
  });

  it('is earlier if some quantity is and none is later, as if both calendars changed places', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryEntries, (before, now) => {
        const [change, back] = [
          calendarChange(1, look(before), look(now), null),
          calendarChange(1, look(now), look(before), null),
        ];
        if (change === null || back === null) return;
        const [direction, reverse] = [directionOf(change), directionOf(back)];
        if (direction === 'earlier') expect(['gone', 'later']).toContain(reverse);
        if (direction === 'same') expect(reverse).toBe('same');
        if (direction === 'earlier' && change.move !== null) {
          expect(change.move.to).toEqual(back.move?.from);
          expect(change.move.days).toEqual(back.move?.days && -back.move.days);
        }
      }),
    );
  });

  it.each([
    ['earlier', [real('2026-04-11', 9)], [real('2026-04-01', 9)], { moved: 9000, days: -10 }],
    ['more', [real(today, 5)], [real(today, 5), real('2026-04-01', 9)], { moved: 4000, days: null }],
    ['came', [], [real('2026-04-01', 9)], { moved: 9000, days: null }],
  ] as const)('names the quantity for which it is %s', (move, before, now, expected) => {
    const change = calendarChange(1, look(before), look(now), null);
    expect(change?.move).toMatchObject({ quantity: 9000, ...expected });
    expect(change && [dateMove(change), directionOf(change)]).toEqual([move, 'earlier']);
  });

  it('says which part of the quantity moved', () => {
    const wanted = fc.option(arbitraryQuantity);
    fc.assert(
      fc.property(arbitraryEntries, arbitraryEntries, wanted, (before, now, quantity) => {
        const [old, current] = [look(before), look(now)];
        const move = calendarChange(1, old, current, quantity)?.move;
        if (!move || move.quantity === null) return;
        const hasMoved = (part: number) => {
          const [was, is] = [old, current].map((timeline) => shipDateOf(resultFor(timeline, part), today));
          if (move.to.kind === 'not-available') return was !== null && is === null;
          if (move.from.kind === 'not-available') return was === null && is !== null;
          return was === shipDateOf(move.from, today) && is === shipDateOf(move.to, today);
        };
        const first = move.quantity - move.moved;
        expect(move.moved).toBeGreaterThan(0);
        expect([first + 1, move.quantity].every(hasMoved)).toBe(true);
        expect(first > 0 && hasMoved(first)).toBe(false);
      }),
    );
  });

  it('reports no change between dates up to today', () => {
    const change = calendarChange(1, look([real('2026-03-01', 5)]), look([real('2026-03-20', 6)]), null);
    expect(change).toMatchObject({ daysMoved: 0, level: { date: today, before: 5000, now: 6000 } });
  });

  it('has no number of days if either date is missing', () => {
    expect(calendarChange(1, look([real(today, 5)]), look([real(today, 0)]), null)).toMatchObject({
      daysMoved: null,
      now: { kind: 'not-available' },
    });
  });

  it('reports a max lead time date that changed, appeared or disappeared', () => {
    const [june, july] = [look([maxLeadTime('2026-06-12')]), look([maxLeadTime('2026-07-12')])];
    expect(calendarChange(1, june, july, null)).toMatchObject({
      daysMoved: 30,
      level: null,
      maxLeadTime: { before: '2026-06-12', now: '2026-07-12' },
    });
    expect(calendarChange(1, look([]), june, null)).toMatchObject({
      maxLeadTime: { before: null, now: '2026-06-12' },
    });
  });

  it('reports no change of the same calendar, on any day', () => {
    const daysLater = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(arbitraryEntries, daysLater, arbitraryQuantity, (entries, days, quantity) => {
        const then = addDays(today, days);
        expect(calendarChange(1, look(entries, then), look(entries, then), quantity)).toBeNull();
      }),
    );
  });

  it('reports no change exactly if no level from today on and no max lead time date differs', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryEntries, (before, now) => {
        const [old, current] = [readTimeline(before, today), readTimeline(now, today)];
        const days = Array.from({ length: 40 }, (_, index) => addDays(today, index));
        const differ = days.filter((day) => levelOn(old, day) !== levelOn(current, day));
        const change = calendarChange(1, look(before), look(now), null);
        const [first, date] = [differ[0], change?.level?.date];
        expect(date === undefined ? first === undefined : differ.includes(date)).toBe(true);
        expect(change === null).toBe(first === undefined && old.maxLeadTimeDate === current.maxLeadTimeDate);
      }),
    );
  });
});

describe('dateMove', () => {
  const soon = real('2026-04-01', 50);
  const late = real('2026-04-05', 50);
  const little = real(today, 1);
  it.each([
    ['earlier', [late], [soon]],
    ['later', [soon], [late]],
    ['same-day', [soon], [real(today, 8), soon]],
    ['came', [], [soon]],
    ['went', [soon], []],
    ['never-available', [], [little]],
  ] as const)('is %s', (move, before, now) => {
    const change = calendarChange(1, look(before), look(now), 20_000);
    expect(change && dateMove(change)).toBe(move);
  });
});

/** Now four days later, with `level` instead of 9 until then. */
const moved = (productId: number, level: number) => {
  const [before, now] = [
    look([real(today, 9), real('2026-04-01', 50)]),
    look([real(today, level), real('2026-04-05', 50)]),
  ];
  return calendarChange(productId, before, now, 20_000) ?? [];
};

describe('severity', () => {
  it('puts a lost date before later ones, and those before earlier and new ones', () => {
    const [soon, late, none] = [look([real('2026-04-01', 50)]), look([real('2026-04-05', 50)]), look([])];
    const changes = [
      [none, soon],
      [late, soon],
      [soon, late],
      [soon, none],
    ].flatMap(([before = none, now = none]) => calendarChange(1, before, now, 20_000) ?? []);
    const sorted = changes.toSorted((a, b) => severity(b) - severity(a));
    expect(sorted.map(dateMove)).toEqual(['went', 'later', 'earlier', 'came']);
    expect(sorted.map(directionOf)).toEqual(['gone', 'later', 'earlier', 'earlier']);
  });

  it('puts what has nothing left first, then the largest share that is lost', () => {
    const levels = [
      [20_000, 12_000],
      [10, 5],
      [3, 0],
    ] as const;
    const changes = levels.flatMap(
      ([before, now], at) => calendarChange(at + 1, look([real(today, before)]), look([real(today, now)]), null) ?? [],
    );
    const sorted = changes.toSorted(byWorst);
    expect(sorted.map(({ productId }) => productId)).toEqual([3, 2, 1]);
    expect(sorted.map(directionOf)).toEqual(['gone', 'gone', 'gone']);
  });

  it('puts the largest loss of quantity first among equal moves, then the lower product ID', () => {
    const sorted = [moved(1, 8), moved(2, 2), moved(4, 9), moved(3, 8)].flat().toSorted(byWorst);
    expect(sorted.map(({ productId }) => productId)).toEqual([2, 1, 3, 4]);
  });

  it('is none without another ship date', () => {
    const change = calendarChange(1, look([real(today, 8)]), look([real(today, 9)]), 5000);
    expect(change && directionOf(change)).toBe('same');
  });
});

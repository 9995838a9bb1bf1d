import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type StockResult, resultFor } from '#stock/stock-result.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { arbitraryEntries, arbitraryQuantity, today } from '#stock/entries.arbitrary.ts';
import { readTimeline } from '#stock/stock-timeline.ts';

import { laterMoves, type ObservedDay, observedSpans, shipDateMoves } from './ship-date-history.ts';

const day = (days: number) => addDays(today, days);
const none: StockResult = { kind: 'not-available' };
const expected = (date: CalendarDate): StockResult => ({ kind: 'expected', date });
const inStock = (date: CalendarDate): StockResult => ({ kind: 'in-stock', date });
const lead = (date: CalendarDate): StockResult => ({ kind: 'max-lead-time', date });
const observed = (...answers: (StockResult | null)[]): ObservedDay[] =>
  answers.flatMap((stockResult, days) => (stockResult === null ? [] : [{ day: day(days), stockResult }]));
/** As `day: days`. */
const movesOf = (...answers: (StockResult | null)[]) =>
  shipDateMoves(observed(...answers)).map((move) => `${move.day === day(1) ? 'next' : move.day}: ${move.days}`);

describe('shipDateMoves', () => {
  it.each<[what: string, answers: (StockResult | null)[], moves: string[]]>([
    ['a date that holds', [expected(day(9)), expected(day(9))], []],
    ['a date that slips', [expected(day(9)), expected(day(12))], ['next: 3']],
    ['a date that comes forward', [expected(day(9)), expected(day(2))], ['next: -7']],
    ['stock on hand', [inStock(day(-9)), inStock(day(-4)), inStock(day(2))], []],
    ['stock that arrives', [expected(day(1)), inStock(day(1))], []],
    ['stock that arrives late', [expected(day(1)), expected(day(2)), inStock(day(2))], ['next: 1']],
    ['stock that is sold', [inStock(day(-9)), expected(day(21))], ['next: 20']],
    ['a max lead time that moves on with the days', [lead(day(84)), lead(day(85)), null, lead(day(87))], []],
    ['a max lead time that slips', [lead(day(84)), lead(day(90))], ['next: 6']],
    ['a date that stock no longer backs', [expected(day(9)), lead(day(9))], ['next: 0']],
    ['a date that stock backs again', [lead(day(84)), expected(day(84))], ['next: 0']],
    ['a later date that stock backs again', [lead(day(84)), expected(day(85))], ['next: 1']],
    ['a later date that stock no longer backs', [expected(day(84)), lead(day(85))], ['next: 1']],
    [
      'a quantity that is no longer available',
      [expected(day(9)), none, none, expected(day(9))],
      ['next: null', `${day(3)}: null`],
    ],
    ['a move in a gap', [expected(day(9)), null, expected(day(12))], [`${day(2)}: 3`]],
  ])('%s', (_what, answers, moves) => {
    expect(movesOf(...answers)).toEqual(moves);
  });

  it('never has a move without a change of the calendar', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, fc.integer({ min: 1, max: 60 }), (entries, quantity, days) => {
        const all = Array.from({ length: days }, (_, passed) => ({
          day: day(passed),
          stockResult: resultFor(readTimeline(entries, day(passed)), quantity),
        }));
        const backed = all.filter(
          ({ stockResult }) => stockResult.kind === 'in-stock' || stockResult.kind === 'expected',
        );
        const moves = shipDateMoves(backed.length === all.length ? all : []);
        // What is available later again may be used up in between.
        expect(moves.filter((move) => move.before.kind === 'expected' && move.now.kind === 'expected')).toEqual([]);
      }),
    );
  });
});

/** An arrival takes two days; each of these slips by some days first. */
const arrivals = (...slips: number[]): ObservedDay[] =>
  slips.flatMap((slip, index) => {
    const at = day(10 * index - 10 * slips.length);
    return [
      { day: at, stockResult: expected(addDays(at, 2)) },
      { day: addDays(at, 1), stockResult: expected(addDays(at, 2 + slip)) },
      { day: addDays(at, 9), stockResult: inStock(addDays(at, 8)) },
    ];
  });

describe('laterMoves', () => {
  it('says nothing with fewer than five arrivals', () => {
    expect(laterMoves(arrivals(1, 2, 3, 4), today)).toBeNull();
    expect(laterMoves([], today)).toBeNull();
    expect(laterMoves(observed(...Array.from({ length: 9 }, () => inStock(day(0)))), day(9))).toBeNull();
  });

  it('counts arrivals in the same 90 days as moves', () => {
    const long = arrivals(...Array.from({ length: 20 }, () => 6));
    // Four of them are left.
    expect(laterMoves(long, day(50))).toBeNull();
    expect(laterMoves(long, day(40))).toMatchObject({ days: 90 });
  });

  it('counts the moves of 90 days, with their median', () => {
    // Sold again after each arrival, which is a move of two days.
    expect(laterMoves(arrivals(6, 6, 6, 6, 6), today)).toEqual({ days: 50, count: 9, typicalDays: 6 });
    // An earlier date doesn't count.
    expect(laterMoves(arrivals(7, 5, 9, 5, -1), today)).toEqual({ days: 50, count: 8, typicalDays: 5 });
    const long = arrivals(...Array.from({ length: 20 }, () => 6));
    expect(laterMoves(long, today)).toMatchObject({ days: 90, count: 18 });
    const held = Array.from({ length: 5 }, (_, index) => [
      { day: day(-80 + index * 10), stockResult: expected(day(-75 + index * 10)) },
      { day: day(-75 + index * 10), stockResult: inStock(day(-75 + index * 10)) },
      { day: day(-74 + index * 10), stockResult: none },
    ]).flat();
    expect(laterMoves(held, today)).toEqual({ days: 80, count: 0, typicalDays: null });
  });
});

describe('observedSpans', () => {
  it('splits at gaps and where the kind of the date changes', () => {
    const spans = observedSpans(
      observed(inStock(day(0)), expected(day(9)), null, expected(day(9)), lead(day(84)), none, none),
    );
    expect(spans.map(({ kind, days }) => [kind, days.length])).toEqual([
      ['stock', 2],
      ['stock', 1],
      ['max-lead-time', 1],
      ['not-available', 2],
    ]);
  });

  it('has each observed day once, in order', () => {
    const answers = fc.array(fc.constantFrom(null, none, inStock(day(0)), expected(day(9)), lead(day(84))));
    fc.assert(
      fc.property(answers, (all) => {
        const days = observed(...all);
        expect(observedSpans(days).flatMap((span) => span.days)).toEqual(days);
      }),
    );
  });
});

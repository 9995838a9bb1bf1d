import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  isConfirmed,
  type StockResult,
  resultFor,
  resultOfItem,
  reconciledResult,
  shipDateOf,
} from './stock-result.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryDay, arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { levelOn, readTimeline } from './stock-timeline.ts';
import { later } from './calendar-date.ts';

const calendar = [
  real('2026-03-01', 500),
  real('2026-03-20', 40),
  real('2026-04-17', 90),
  real('2026-05-01', 10),
  real('2026-05-20', 120),
  maxLeadTime('2026-06-12'),
];

/** Returns the effective date of a result. Dates before today count as today; `never` sorts after all dates. */
function dayOf(stockResult: StockResult): string {
  return stockResult.kind === 'not-available' ? 'never' : stockResult.date < today ? today : stockResult.date;
}

describe('resultFor', () => {
  it.each<[string, number, StockResult]>([
    ['the quantity available today', 40, { kind: 'in-stock', date: '2026-03-20' }],
    ['one thousandth more than today', 40.001, { kind: 'expected', date: '2026-04-17' }],
    ['a quantity only a later level covers', 120, { kind: 'expected', date: '2026-05-20' }],
    ['a quantity only a past level covered', 500, { kind: 'max-lead-time', date: '2026-06-12' }],
  ])('%s', (_, quantity, stockResult) => {
    expect(resultFor(readTimeline(calendar, today), quantity * 1000)).toEqual(stockResult);
  });

  it("counts today's own entry as in stock", () => {
    expect(resultFor(readTimeline([real(today, 1)], today), 1000)).toEqual({ kind: 'in-stock', date: today });
  });

  it('prefers stock on the max lead time date', () => {
    const timeline = readTimeline([maxLeadTime('2026-06-12'), real('2026-06-12', 5)], today);
    expect(resultFor(timeline, 5000)).toEqual({ kind: 'expected', date: '2026-06-12' });
    expect(resultFor(timeline, 5001)).toEqual({ kind: 'max-lead-time', date: '2026-06-12' });
  });

  it("prefers today's stock to a past max lead time date, and uses that date for larger quantities", () => {
    const timeline = readTimeline([maxLeadTime('2026-03-02'), real('2026-03-03', 243), real('2026-04-01', 900)], today);
    expect(resultFor(timeline, 243_000)).toEqual({ kind: 'in-stock', date: '2026-03-03' });
    expect(resultFor(timeline, 243_001)).toEqual({ kind: 'max-lead-time', date: '2026-03-02' });
  });

  it('covers any quantity at max lead time, regardless of its placeholder quantity', () => {
    const timeline = readTimeline([maxLeadTime('2026-06-12')], today);
    expect(resultFor(timeline, 1_000_000_000_000)).toEqual({ kind: 'max-lead-time', date: '2026-06-12' });
  });

  it.each([
    ['no entries', []],
    ['levels of zero and below', [real(today, 0), real('2026-04-01', -5)]],
    ['deleted stock', [{ ...real(today, 50), isDeleted: true }]],
  ])('is not available from %s', (_, entries) => {
    expect(resultFor(readTimeline(entries, today), 1)).toEqual({ kind: 'not-available' });
  });

  it('compares in thousandths, not binary fractions', () => {
    const timeline = readTimeline([real(today, 0.3)], today);
    expect(resultFor(timeline, 300).kind).toBe('in-stock');
  });

  test('matches the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        expect(resultFor(readTimeline(entries, today), quantity)).toEqual(
          dayByDay(entries, today).stockResult(quantity),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('never ships a larger quantity earlier', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const timeline = readTimeline(entries, today);
        expect(dayOf(resultFor(timeline, quantity)) <= dayOf(resultFor(timeline, quantity + 1))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('resultOfItem', () => {
  it.each([
    ['2026-03-01', false, 'in-stock'],
    [today, false, 'in-stock'],
    ['2026-03-25', false, 'expected'],
    ['2026-06-12', true, 'max-lead-time'],
    ['2026-03-01', true, 'max-lead-time'],
  ] as const)('%s, max lead time %s, is %s', (stockDate, isMaxLeadTime, kind) => {
    expect(resultOfItem({ stockDate, isMaxLeadTime }, today)).toEqual({ kind, date: stockDate });
  });
});

describe('shipDateOf', () => {
  it.each<[StockResult | null | undefined, string | null]>([
    [{ kind: 'in-stock', date: '2026-03-01' }, today],
    [{ kind: 'expected', date: '2026-04-17' }, '2026-04-17'],
    [{ kind: 'max-lead-time', date: '2026-03-02' }, today],
    [{ kind: 'not-available' }, null],
    [null, null],
    [undefined, null],
  ])('of %j is %s', (stockResult, date) => {
    expect(shipDateOf(stockResult, today)).toBe(date);
  });
});

describe('isConfirmed', () => {
  it.each<[string, StockResult, number, boolean]>([
    ["the calendar's own date", { kind: 'expected', date: '2026-04-17' }, 90, true],
    ['a later date', { kind: 'expected', date: '2026-05-20' }, 90, false],
    ['another past date, which means today too', { kind: 'in-stock', date: '2026-03-01' }, 40, true],
    ['not available, though the calendar has it', { kind: 'not-available' }, 90, false],
  ])('compares with %s', (_, stockResult, quantity, isSame) => {
    expect(isConfirmed(stockResult, readTimeline(calendar, today), quantity * 1000)).toBe(isSame);
  });

  it('compares with what the calendar does not have', () => {
    const timeline = readTimeline([real(today, 40)], today);
    expect(isConfirmed({ kind: 'not-available' }, timeline, 41_000)).toBe(true);
    expect(isConfirmed({ kind: 'in-stock', date: today }, timeline, 41_000)).toBe(false);
  });
});

const reliable = (stockResult: StockResult, earlier: StockResult | null = null) => ({
  kind: 'reliable',
  stockResult,
  earlier,
});
const notReliable = (reason: object) => ({ kind: 'not-reliable', reason });

describe('reconciledResult', () => {
  const notAvailable: StockResult = { kind: 'not-available' };
  const rising = [real('2026-03-20', 0), real('2026-04-10', 90), real('2026-04-12', 20), real('2026-04-14', 60)];

  it.each<[string, StockResult | 'refused', readonly Parameters<typeof readTimeline>[0][number][], number, object]>([
    [
      'in stock with enough today',
      { kind: 'in-stock', date: '2026-03-20' },
      calendar,
      40,
      reliable({ kind: 'in-stock', date: '2026-03-20' }),
    ],
    [
      'in stock without enough today',
      { kind: 'in-stock', date: '2026-03-20' },
      calendar,
      40.001,
      notReliable({ kind: 'not-enough', date: today, level: 40_000 }),
    ],
    [
      'expected on a day without enough',
      { kind: 'expected', date: '2026-04-12' },
      rising,
      50,
      notReliable({ kind: 'not-enough', date: '2026-04-12', level: 20_000 }),
    ],
    [
      'expected for more than is ever available',
      { kind: 'expected', date: '2026-04-10' },
      rising,
      91,
      notReliable({ kind: 'not-enough', date: '2026-04-10', level: 90_000 }),
    ],
    [
      'later than the calendar',
      { kind: 'expected', date: '2026-04-14' },
      rising,
      50,
      reliable({ kind: 'expected', date: '2026-04-14' }, { kind: 'expected', date: '2026-04-10' }),
    ],
    [
      'expected though enough is available today',
      { kind: 'expected', date: '2026-04-17' },
      calendar,
      40,
      reliable({ kind: 'expected', date: '2026-04-17' }, { kind: 'in-stock', date: '2026-03-20' }),
    ],
    [
      'max lead time though stock is earlier',
      { kind: 'max-lead-time', date: '2026-06-12' },
      calendar,
      40,
      reliable({ kind: 'max-lead-time', date: '2026-06-12' }, { kind: 'in-stock', date: '2026-03-20' }),
    ],
    [
      'a past max lead time date with enough in stock',
      { kind: 'max-lead-time', date: '2026-03-02' },
      [real('2026-03-20', 243), maxLeadTime('2026-03-02')],
      243,
      reliable({ kind: 'in-stock', date: '2026-03-02' }),
    ],
    [
      'a past max lead time date without enough in stock',
      { kind: 'max-lead-time', date: '2026-03-02' },
      [real('2026-03-20', 243), maxLeadTime('2026-03-02')],
      244,
      reliable({ kind: 'max-lead-time', date: '2026-03-02' }),
    ],
    [
      'a max lead time date that the calendar does not have',
      { kind: 'max-lead-time', date: '2026-06-12' },
      rising,
      91,
      reliable({ kind: 'max-lead-time', date: '2026-06-12' }),
    ],
    ['not available', notAvailable, rising, 91, reliable(notAvailable)],
    [
      'not available though the calendar has it',
      notAvailable,
      rising,
      90,
      notReliable({ kind: 'refused-though-available', calendar: { kind: 'expected', date: '2026-04-10' } }),
    ],
    ['refused, with entries', 'refused', rising, 500, reliable(notAvailable)],
    [
      'refused though the calendar has it',
      'refused',
      rising,
      90,
      notReliable({ kind: 'refused-though-available', calendar: { kind: 'expected', date: '2026-04-10' } }),
    ],
    [
      'a placeholder date',
      { kind: 'max-lead-time', date: '9999-12-31' },
      [real(today, 5), maxLeadTime('9999-12-31')],
      9,
      reliable(notAvailable),
    ],
    [
      'a max lead time date far back',
      { kind: 'max-lead-time', date: '1900-01-01' },
      [real(today, 5), maxLeadTime('1900-01-01')],
      9,
      reliable(notAvailable),
    ],
    [
      'stock in force from a date far back',
      { kind: 'in-stock', date: '1900-01-01' },
      [real('1900-01-01', 5)],
      5,
      reliable({ kind: 'in-stock', date: '1900-01-01' }),
    ],
    ['refused, without entries', 'refused', [], 500, { kind: 'no-stock-data' }],
    ['not available, without entries', notAvailable, [], 500, reliable(notAvailable)],
  ])('%s', (_, result, entries, quantity, expected) => {
    expect(reconciledResult(result, { entries, unreadable: 0 }, quantity * 1000, today)).toEqual(expected);
  });

  it.each<StockResult | 'refused'>(['refused', notAvailable, { kind: 'in-stock', date: today }])(
    'is not reliable with an incomplete calendar: %o',
    (result) => {
      expect(reconciledResult(result, { entries: [real(today, 100)], unreadable: 1 }, 40_000, today)).toEqual(
        notReliable({ kind: 'incomplete-calendar', unreadable: 1 }),
      );
    },
  );

  test("a calendar's own answer is reliable and has no earlier date", () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const stockResult = resultFor(readTimeline(entries, today), quantity);
        expect(reconciledResult(stockResult, { entries, unreadable: 0 }, quantity, today)).toEqual(
          reliable(stockResult),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("never moves a service's date, and never shows stock that the calendar lacks", () => {
    const kinds = fc.constantFrom('in-stock', 'expected', 'max-lead-time');
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, arbitraryDay, kinds, (entries, quantity, date, kind) => {
        const stockResult = resultOfItem({ stockDate: date, isMaxLeadTime: kind === 'max-lead-time' }, today);
        const result = reconciledResult(stockResult, { entries, unreadable: 0 }, quantity, today);
        if (result.kind !== 'reliable') return;
        const timeline = readTimeline(entries, today);
        expect(result.stockResult).toMatchObject({ date });
        if (result.stockResult.kind !== 'max-lead-time') {
          expect(levelOn(timeline, later(today, date))).toBeGreaterThanOrEqual(quantity);
        }
        expect(result.earlier !== null).toBe(dayOf(resultFor(timeline, quantity)) < dayOf(result.stockResult));
      }),
      { numRuns: 1000 },
    );
  });
});

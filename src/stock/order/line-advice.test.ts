import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { resultFor } from '#stock/stock-result.ts';
import {
  arbitraryDayAhead,
  arbitraryEntries,
  arbitraryQuantity,
  maxLeadTime,
  real,
  today,
} from '#stock/entries.arbitrary.ts';
import { maxQuantityBy } from '#stock/quantity-breaks.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';

import { largestPart, lineAdvice } from './line-advice.ts';
import type { LineState } from './line-state.ts';
import { lineQueries } from './order-line.ts';
import { checkedResult, countedLine } from './order.sample.ts';

const notAvailable: LineState = { kind: 'not-available' };

/** Returns the advice for a line of `quantity` units after earlier lines of its product with `above` in total. */
function adviceFor(
  entries: Parameters<typeof readTimeline>[0],
  { quantity, above = 0, shipBy = null }: { quantity: number; above?: number; shipBy?: CalendarDate | null },
  state: LineState,
) {
  const [, query] = lineQueries([
    countedLine(1, { quantity: above * 1000 }),
    countedLine(2, { quantity: quantity * 1000 }),
  ]);
  if (query === undefined) throw new Error('two lines have two questions');
  return lineAdvice(readTimeline(entries, today), query, state, shipBy);
}

const on = (date: CalendarDate, kind: 'expected' | 'max-lead-time' | 'in-stock' = 'expected') =>
  checkedResult({ kind, date });

describe('a line after others of its product', () => {
  const entries = [real('2026-03-20', 40), real('2026-04-10', 90), maxLeadTime('2026-06-12')];
  it.each<[string, { quantity: number; above: number }, LineState, CalendarDate | null]>([
    ['could ship today alone', { quantity: 30, above: 40 }, on('2026-04-10'), today],
    ['could ship earlier alone', { quantity: 60, above: 40 }, on('2026-06-12', 'max-lead-time'), '2026-04-10'],
    ['ships today anyway', { quantity: 10, above: 20 }, on('2026-03-20', 'in-stock'), null],
    ['ships no earlier alone', { quantity: 60, above: 20 }, on('2026-04-10'), null],
    ['has none above', { quantity: 60, above: 0 }, on('2026-04-10'), null],
    ['has a date that the calendar does not confirm', { quantity: 30, above: 40 }, on('2026-04-12'), null],
  ])('%s', (_, amounts, state, alone) => {
    expect(adviceFor(entries, amounts, state).alone).toBe(alone);
  });

  it('can ship alone where it is not available', () => {
    const few = [real('2026-03-20', 0), real('2026-04-10', 90)];
    expect(adviceFor(few, { quantity: 30, above: 80 }, notAvailable).alone).toBe('2026-04-10');
    expect(adviceFor(few, { quantity: 91, above: 80 }, notAvailable).alone).toBeNull();
  });

  it('has the date that it would get as the first, and an earlier one', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, arbitraryQuantity, (stock, above, quantity) => {
        const timeline = readTimeline(stock, today);
        const [together, first] = [resultFor(timeline, above + quantity), resultFor(timeline, quantity)];
        const state = together.kind === 'not-available' ? together : checkedResult(together);
        const [, query] = lineQueries([countedLine(1, { quantity: above }), countedLine(2, { quantity })]);
        const { alone } = lineAdvice(timeline, query as NonNullable<typeof query>, state, null);
        const dateOf = (stockResult: typeof first) =>
          stockResult.kind === 'not-available' ? null : later(today, stockResult.date);
        expect(alone).toBe(dateOf(first) === dateOf(together) ? null : dateOf(first));
      }),
    );
  });
});

describe('a late line', () => {
  const entries = [real('2026-03-20', 40), real('2026-04-10', 90), maxLeadTime('2026-06-12')];
  const late = checkedResult({ kind: 'expected', date: '2026-04-10' });
  const shipBy = '2026-04-01';

  it('has the maximum quantity by its ship-by date, and the same part from the first day it can ship', () => {
    expect(adviceFor(entries, { quantity: 60, shipBy }, late)).toEqual({
      laterDemand: null,
      alone: null,
      most: { quantity: 40_000, date: shipBy },
      short: 20_000,
      part: { quantity: 40_000, date: today },
    });
  });

  it('uses the stock remaining after earlier lines', () => {
    expect(adviceFor(entries, { quantity: 60, above: 25, shipBy }, late)).toMatchObject({
      most: { quantity: 15_000 },
      short: 45_000,
      part: { quantity: 15_000 },
    });
    expect(adviceFor(entries, { quantity: 30, above: 55, shipBy }, late)).toMatchObject({
      most: { quantity: 0 },
      short: 30_000,
      part: null,
    });
  });

  it('never has more than its own quantity', () => {
    expect(adviceFor(entries, { quantity: 20, shipBy }, late).most?.quantity).toBe(20_000);
  });

  it('has one figure for both, whatever later demand needs', () => {
    const falling = [real('2026-03-20', 40), real('2026-03-28', 15), real('2026-04-10', 90)];
    expect(adviceFor(falling, { quantity: 60, shipBy }, late)).toMatchObject({
      most: { quantity: 40_000 },
      part: { quantity: 40_000, date: today },
    });
  });

  it("has no part if only the service's date is late", () => {
    expect(adviceFor(entries, { quantity: 30, shipBy }, late)).toMatchObject({ short: 0, part: null });
  });

  it('has no part if the calendar has the quantity on another day than the service confirms', () => {
    const later = on('2026-04-12');
    expect(adviceFor(entries, { quantity: 60, shipBy }, later)).toMatchObject({ short: 20_000, part: null });
  });

  it('has the largest part up to its ship-by date and the max lead time date', () => {
    const rising = [real('2026-03-20', 10), real('2026-03-30', 30), real(shipBy, 50), real('2026-04-10', 90)];
    expect(adviceFor(rising, { quantity: 70, shipBy }, late).part).toEqual({ quantity: 50_000, date: shipBy });
    const limited = [...rising, maxLeadTime('2026-04-01')];
    const atLeadTime = on('2026-04-01', 'max-lead-time');
    expect(adviceFor(limited, { quantity: 70, shipBy: '2026-03-31' }, atLeadTime).part).toEqual({
      quantity: 30_000,
      date: '2026-03-30',
    });
  });

  it('is late only with a ship-by date that it misses', () => {
    expect(adviceFor(entries, { quantity: 60 }, late)).toEqual({
      laterDemand: null,
      alone: null,
      most: null,
      short: null,
      part: null,
    });
    const onTime = adviceFor(entries, { quantity: 60, shipBy: '2026-04-10' }, late);
    expect(onTime).toEqual({ laterDemand: null, alone: null, most: null, short: null, part: null });
  });
});

describe('a line that is not available', () => {
  it('has the maximum quantity on any date', () => {
    const entries = [real('2026-03-20', 40), real('2026-04-10', 90), real('2026-05-01', 70)];
    const drop = { date: '2026-05-01', level: 70_000 };
    expect(adviceFor(entries, { quantity: 100, above: 20 }, notAvailable)).toEqual({
      laterDemand: { first: drop, lowest: drop },
      alone: null,
      most: { quantity: 70_000, date: '2026-04-10' },
      short: 30_000,
      part: { quantity: 70_000, date: '2026-04-10' },
    });
    expect(adviceFor([real('2026-03-20', 40)], { quantity: 100 }, notAvailable).most).toEqual({
      quantity: 40_000,
      date: today,
    });
  });

  it('is shorter with an earlier ship-by date', () => {
    const entries = [real('2026-03-20', 40), real('2026-04-10', 90)];
    const wanted = { quantity: 100, above: 20, shipBy: '2026-04-09' } as const;
    expect(adviceFor(entries, wanted, notAvailable)).toMatchObject({ most: { quantity: 70_000 }, short: 80_000 });
  });

  it('has no part if the calendar has its whole quantity', () => {
    const entries = [real('2026-03-20', 40), real('2026-04-10', 90)];
    expect(adviceFor(entries, { quantity: 40 }, notAvailable)).toMatchObject({ short: 0, part: null });
  });

  it('has a maximum of 0 without stock', () => {
    expect(adviceFor([], { quantity: 1 }, notAvailable)).toMatchObject({
      most: { quantity: 0, date: today },
      short: 1000,
    });
  });
});

it('warns if later demand needs part of the quantity of the line and earlier lines', () => {
  const entries = [real('2026-03-20', 40), real('2026-04-10', 30)];
  const inStock = checkedResult({ kind: 'in-stock', date: '2026-03-20' });
  expect(adviceFor(entries, { quantity: 20 }, inStock).laterDemand).toBeNull();
  expect(adviceFor(entries, { quantity: 20, above: 15 }, inStock).laterDemand?.first).toEqual({
    date: '2026-04-10',
    level: 30_000,
  });
});

it('warns if later demand needs part of what a late line could ship on time', () => {
  const entries = [real('2026-03-20', 40), real('2026-04-02', 30), real('2026-04-10', 90)];
  const late = checkedResult({ kind: 'expected', date: '2026-04-10' });
  const demandFor = (above: number) => adviceFor(entries, { quantity: 60, above, shipBy: '2026-04-01' }, late);
  expect(demandFor(0)).toMatchObject({
    part: { quantity: 40_000 },
    laterDemand: { first: { date: '2026-04-02', level: 30_000 } },
  });
  expect(demandFor(40)).toMatchObject({ part: null, laterDemand: null });
});

it('ships the whole quantity as a part on the first day that covers it', () => {
  const timeline = readTimeline([real('2026-03-20', 40), real('2026-04-10', 90)], today);
  expect(largestPart(timeline, { own: 40_000, quantity: 40_000 }, null)).toEqual({ quantity: 40_000, date: today });
});

it('is empty for a line without a result', () => {
  const nothing = { laterDemand: null, alone: null, most: null, short: null, part: null };
  expect(adviceFor([real(today, 40)], { quantity: 60, shipBy: today }, { kind: 'checking' })).toEqual(nothing);
});

describe('lines of one product', () => {
  interface Wanted {
    quantity: number;
    shipBy: CalendarDate | null;
  }
  const arbitraryLines = fc.array(fc.record({ quantity: arbitraryQuantity, shipBy: fc.option(arbitraryDayAhead) }), {
    minLength: 1,
    maxLength: 5,
  });

  /** Returns each line's answer and part, checked in list order as the service would. */
  function promised(entries: Parameters<typeof readTimeline>[0], lines: readonly Wanted[]) {
    const timeline = readTimeline(entries, today);
    return lineQueries(lines.map(({ quantity }, index) => countedLine(index + 1, { quantity }))).map((query, at) => {
      const stockResult = resultFor(timeline, query.quantity);
      const state = stockResult.kind === 'not-available' ? notAvailable : checkedResult(stockResult);
      const { part, most } = lineAdvice(timeline, query, state, lines[at]?.shipBy ?? null);
      return { own: query.own, stockResult, part, most };
    });
  }

  test('are never promised a quantity twice, in parts or in whole', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryLines, (entries, lines) => {
        const made = promised(entries, lines);
        const parts = made.flatMap(({ part }) => part ?? []);
        const rests = made.flatMap(({ own, stockResult, part }) =>
          stockResult.kind === 'in-stock' || stockResult.kind === 'expected'
            ? { quantity: own - (part?.quantity ?? 0), date: later(today, stockResult.date) }
            : [],
        );
        const fromStock = [...parts, ...rests];
        const timeline = readTimeline(entries, today);
        for (const { date } of fromStock) {
          const shipped = fromStock.reduce((sum, each) => sum + (each.date <= date ? each.quantity : 0), 0);
          expect(shipped).toBeLessThanOrEqual(maxQuantityBy(timeline, date));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('keep their dates if one is split, and its parts ship as promised', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryLines, fc.nat(4), (entries, lines, place) => {
        const before = promised(entries, lines);
        const at = place % lines.length;
        const line = before[at];
        if (!line?.part) return;
        const { shipBy = null } = lines[at] ?? {};
        const parts = [line.part.quantity, line.own - line.part.quantity].map((quantity) => ({ quantity, shipBy }));
        const after = promised(entries, lines.toSpliced(at, 1, ...parts));
        const first = after[at]?.stockResult;
        expect(first?.kind === 'not-available' ? null : first && later(today, first.date)).toBe(line.part.date);
        expect(after.toSpliced(at, 1).map(({ stockResult }) => stockResult)).toEqual(
          before.map(({ stockResult }) => stockResult),
        );
        expect(after[at + 1]?.part).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });
});

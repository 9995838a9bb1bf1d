import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { later } from '#lib/calendar-date.ts';

import { answerFor } from './answer.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { fallBelow, safeLevels } from './safe-level.ts';
import { readTimeline, type StockTimeline } from './stock-timeline.ts';

const timeline = readTimeline(
  [
    real('2026-03-10', 15),
    real('2026-03-20', 50),
    real('2026-04-05', 20),
    real('2026-04-10', 45),
    real('2026-04-15', 20),
    real('2026-05-01', 80),
  ],
  today,
);

const safeFrom = (timeline: StockTimeline) =>
  timeline.steps.map(({ date }, index) => [date, safeLevels(timeline)[index]]);

describe('safeLevels', () => {
  it('are the lowest to come, from the step in force today on', () => {
    expect(safeFrom(timeline)).toEqual([
      ['2026-03-20', 20_000],
      ['2026-04-05', 20_000],
      ['2026-04-10', 20_000],
      ['2026-04-15', 20_000],
      ['2026-05-01', 80_000],
    ]);
  });

  it('can be negative', () => {
    expect(safeLevels(readTimeline([real(today, 5), real('2026-04-01', -2)], today))).toEqual([-2000, -2000]);
  });

  it('heed falls after the max lead time', () => {
    const entries = [real(today, 5), maxLeadTime('2026-04-01'), real('2026-04-02', 3)];
    expect(safeLevels(readTimeline(entries, today))).toEqual([3000, 3000]);
  });

  test('are what walking the days finds, and never fall', () => {
    fc.assert(
      fc.property(arbitraryEntries, (entries) => {
        const timeline = readTimeline(entries, today);
        const oracle = dayByDay(entries, today);
        const safe = safeLevels(timeline);
        expect(safe).toEqual(timeline.steps.map(({ date }) => oracle.safe(later(today, date))));
        expect(safe).toEqual(safe.toSorted((a, b) => a - b));
      }),
    );
  });
});

const warningFor = (quantity: number) => fallBelow(timeline, answerFor(timeline, quantity), quantity);

describe('fallBelow', () => {
  it('names the lowest level to come and the first day of it', () => {
    expect(warningFor(50_000)).toEqual({ date: '2026-04-05', level: 20_000 });
  });

  it('has nothing to say of a quantity that stays safe', () => {
    expect(warningFor(20_000)).toBeNull();
  });

  it('has nothing to say after the last fall', () => {
    expect(warningFor(80_000)).toBeNull();
  });

  it("counts falls after the answer's date alone, where a service answers above its calendar", () => {
    expect(fallBelow(timeline, { kind: 'expected', date: '2026-05-01' }, 90_000)).toBeNull();
  });

  it('has nothing to say of an answer without real stock', () => {
    const entries = [real(today, 5), maxLeadTime('2026-04-01'), real('2026-04-02', 0)];
    const timeline = readTimeline(entries, today);
    expect(fallBelow(timeline, answerFor(timeline, 9000), 9000)).toBeNull();
    expect(fallBelow(timeline, { kind: 'not-available' }, 9000)).toBeNull();
  });

  test('warns exactly where a real answer is above the safe level', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const timeline = readTimeline(entries, today);
        const { days, level, answer, safe } = dayByDay(entries, today);
        const found = answer(quantity);
        const isReal = found.kind === 'in-stock' || found.kind === 'expected';
        const lowest = isReal ? safe(found.date) : quantity;
        const date = isReal ? days.find((day) => day > found.date && level(day) === lowest) : undefined;
        const expected = lowest < quantity ? { date, level: lowest } : null;
        expect(fallBelow(timeline, answerFor(timeline, quantity), quantity)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });
});

import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { resultFor } from './stock-result.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { laterDemand } from './later-demand.ts';
import { readTimeline } from './stock-timeline.ts';

const timeline = readTimeline(
  [
    real('2026-03-10', 15),
    real('2026-03-20', 50),
    real('2026-04-05', 20),
    real('2026-04-10', 45),
    real('2026-04-15', 10),
    real('2026-04-18', 10),
    real('2026-05-01', 80),
  ],
  today,
);

const demandFor = (quantity: number) => laterDemand(timeline, resultFor(timeline, quantity), quantity);

describe('laterDemand', () => {
  it('is the first fall below the quantity, and the first day of the lowest level', () => {
    expect(demandFor(50_000)).toEqual({
      first: { date: '2026-04-05', level: 20_000 },
      lowest: { date: '2026-04-15', level: 10_000 },
    });
  });

  it('has one fall for both if the first is the lowest', () => {
    const demand = demandFor(15_000);
    expect(demand?.first).toEqual({ date: '2026-04-15', level: 10_000 });
    expect(demand?.lowest).toBe(demand?.first);
  });

  it.each([10_000, 80_000])('is null if the level always covers %i', (quantity) => {
    expect(demandFor(quantity)).toBeNull();
  });

  it("counts only falls after the ship date if a service's date is later than its calendar's", () => {
    expect(laterDemand(timeline, { kind: 'expected', date: '2026-05-01' }, 90_000)).toBeNull();
  });

  it('is null for an answer not backed by stock', () => {
    const falling = readTimeline([real(today, 5), maxLeadTime('2026-04-01'), real('2026-04-02', 0)], today);
    expect(laterDemand(falling, resultFor(falling, 9000), 9000)).toBeNull();
    expect(laterDemand(falling, { kind: 'not-available' }, 9000)).toBeNull();
  });

  test('matches the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const timeline = readTimeline(entries, today);
        const { days, level, stockResult } = dayByDay(entries, today);
        const found = stockResult(quantity);
        const isReal = found.kind === 'in-stock' || found.kind === 'expected';
        const after = days.filter((day) => isReal && day > found.date && day > today);
        const short = after.filter((day) => level(day) < quantity);
        const lowest = Math.min(...short.map(level));
        const demand = laterDemand(timeline, resultFor(timeline, quantity), quantity);
        expect([demand?.first.date, demand?.lowest.date]).toEqual([
          short[0],
          short.find((day) => level(day) === lowest),
        ]);
        expect([demand?.first.level, demand?.lowest.level]).toEqual(
          short[0] === undefined ? [undefined, undefined] : [level(short[0]), lowest],
        );
      }),
      { numRuns: 400 },
    );
  });
});

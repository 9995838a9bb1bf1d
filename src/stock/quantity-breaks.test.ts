import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type StockResult, resultFor } from './stock-result.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryDay, arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { maxQuantityBy, quantityBreaks, nudge } from './quantity-breaks.ts';
import { type DatedEntry, readTimeline } from './stock-timeline.ts';
import { daysBetween, later } from './calendar-date.ts';

const breaksOf = (entries: DatedEntry[]) => quantityBreaks(readTimeline(entries, today));

describe('quantityBreaks', () => {
  it('grow with the level, with the max lead time date beyond the last', () => {
    const entries = [real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')];
    expect(breaksOf(entries)).toEqual({
      breaks: [
        { upTo: 40_000, date: '2026-03-20' },
        { upTo: 90_000, date: '2026-04-17' },
      ],
      beyond: '2026-06-12',
    });
  });

  it('skip levels that are not above the highest so far', () => {
    const entries = [real(today, 40), real('2026-04-01', 10), real('2026-04-02', 40), real('2026-04-03', 41)];
    expect(breaksOf(entries)).toEqual({
      breaks: [
        { upTo: 40_000, date: today },
        { upTo: 41_000, date: '2026-04-03' },
      ],
      beyond: null,
    });
  });

  it('exclude history and levels of zero or below', () => {
    const entries = [real('2026-03-01', 99), real('2026-03-20', 0), real('2026-04-01', -5), real('2026-04-02', 0.001)];
    expect(breaksOf(entries).breaks).toEqual([{ upTo: 1, date: '2026-04-02' }]);
  });

  it('stop after the max lead time date', () => {
    const entries = [real('2026-06-12', 5), real('2026-06-13', 9), maxLeadTime('2026-06-12')];
    expect(breaksOf(entries)).toEqual({ breaks: [{ upTo: 5000, date: '2026-06-12' }], beyond: '2026-06-12' });
  });

  it('are empty without stock', () => {
    expect(breaksOf([])).toEqual({ breaks: [], beyond: null });
  });

  test('agree with the answer for every quantity', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const timeline = readTimeline(entries, today);
        const { breaks, beyond } = quantityBreaks(timeline);
        const date = breaks.find((step) => quantity <= step.upTo)?.date;
        const expected: StockResult =
          date !== undefined
            ? { kind: date <= today ? 'in-stock' : 'expected', date }
            : beyond === null
              ? { kind: 'not-available' }
              : { kind: 'max-lead-time', date: beyond };
        expect(resultFor(timeline, quantity)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('ascend in quantity and date, starting above zero', () => {
    fc.assert(
      fc.property(arbitraryEntries, (entries) => {
        const { breaks } = breaksOf(entries);
        for (const [index, { upTo, date }] of breaks.entries()) {
          const before = breaks[index - 1];
          expect(upTo).toBeGreaterThan(before?.upTo ?? 0);
          expect(before === undefined || before.date < date).toBe(true);
        }
      }),
    );
  });
});

describe('maxQuantityBy', () => {
  const timeline = readTimeline([real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')], today);

  it.each([
    ['2026-03-19', 0],
    [today, 40_000],
    ['2026-04-16', 40_000],
    ['2026-04-17', 90_000],
    ['2026-12-31', 90_000],
  ] as const)('by %s is %i', (date, most) => {
    expect(maxQuantityBy(timeline, date)).toBe(most);
  });

  test('matches the maximum quantity of the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryDay, (entries, day) => {
        expect(maxQuantityBy(readTimeline(entries, today), day)).toBe(dayByDay(entries, today).maxFromStock(day));
      }),
    );
  });
});

const timeline = readTimeline(
  [real('2026-03-20', 40), real('2026-04-07', 90), real('2026-04-20', 120), maxLeadTime('2026-04-20')],
  today,
);

describe('nudge', () => {
  it('offers the previous break, counting past dates as today', () => {
    expect(nudge(timeline, 45_000)).toEqual({ quantity: 40_000, less: 5000, daysEarlier: 14 });
  });

  it('offers nothing if the quantity ships today', () => {
    expect(nudge(timeline, 40_000)).toBeNull();
  });

  it('skips a break on the max lead time date', () => {
    expect(nudge(timeline, 121_000)).toEqual({ quantity: 90_000, less: 31_000, daysEarlier: 13 });
  });

  it('offers nothing if the max lead time date is past', () => {
    expect(nudge(readTimeline([real('2026-03-01', 5), maxLeadTime('2026-03-10')], today), 6000)).toBeNull();
  });

  it('offers nothing if the quantity has no ship date', () => {
    expect(nudge(readTimeline([real(today, 5)], today), 6000)).toBeNull();
  });

  test('matches a search over all smaller quantities', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const leaves = (amount: number) => {
          const stockResult = dayByDay(entries, today).stockResult(amount);
          return stockResult.kind === 'not-available' ? null : later(today, stockResult.date);
        };
        const requested = leaves(quantity);
        let expected = null;
        for (let amount = 1; amount < quantity; amount += 1) {
          const offered = leaves(amount);
          if (requested === null || offered === null || offered >= requested) continue;
          const daysEarlier = daysBetween(offered, requested);
          expected = { quantity: amount, less: quantity - amount, daysEarlier };
        }
        expect(nudge(readTimeline(entries, today), quantity)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });
});

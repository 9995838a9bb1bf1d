import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Answer, answerFor } from './answer.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryDay, arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { mostBy, quantityBreaks, nudge } from './quantity-breaks.ts';
import { type DatedEntry, readTimeline } from './stock-timeline.ts';
import { daysBetween, later } from '#lib/calendar-date.ts';

const breaksOf = (entries: DatedEntry[]) => quantityBreaks(readTimeline(entries, today));

describe('quantityBreaks', () => {
  it('grow with the level, and name the max lead time for more', () => {
    const entries = [real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')];
    expect(breaksOf(entries)).toEqual({
      breaks: [
        { upTo: 40_000, date: '2026-03-20' },
        { upTo: 90_000, date: '2026-04-17' },
      ],
      beyond: '2026-06-12',
    });
  });

  it('pass over levels that fall or stay, and come back to those that pass the highest', () => {
    const entries = [real(today, 40), real('2026-04-01', 10), real('2026-04-02', 40), real('2026-04-03', 41)];
    expect(breaksOf(entries)).toEqual({
      breaks: [
        { upTo: 40_000, date: today },
        { upTo: 41_000, date: '2026-04-03' },
      ],
      beyond: null,
    });
  });

  it('leave out history, and levels of zero or below', () => {
    const entries = [real('2026-03-01', 99), real('2026-03-20', 0), real('2026-04-01', -5), real('2026-04-02', 0.001)];
    expect(breaksOf(entries).breaks).toEqual([{ upTo: 1, date: '2026-04-02' }]);
  });

  it('stop at the max lead time, whose own date still counts', () => {
    const entries = [real('2026-06-12', 5), real('2026-06-13', 9), maxLeadTime('2026-06-12')];
    expect(breaksOf(entries)).toEqual({ breaks: [{ upTo: 5000, date: '2026-06-12' }], beyond: '2026-06-12' });
  });

  it('are none without real stock', () => {
    expect(breaksOf([])).toEqual({ breaks: [], beyond: null });
  });

  test('say for every quantity what the answer says', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const timeline = readTimeline(entries, today);
        const { breaks, beyond } = quantityBreaks(timeline);
        const date = breaks.find((step) => quantity <= step.upTo)?.date;
        const expected: Answer =
          date !== undefined
            ? { kind: date <= today ? 'in-stock' : 'expected', date }
            : beyond === null
              ? { kind: 'not-available' }
              : { kind: 'max-lead-time', date: beyond };
        expect(answerFor(timeline, quantity)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('ascend in quantity and date from above zero', () => {
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

describe('mostBy', () => {
  const timeline = readTimeline([real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')], today);

  it.each([
    ['2026-03-19', 0],
    [today, 40_000],
    ['2026-04-16', 40_000],
    ['2026-04-17', 90_000],
    ['2026-12-31', 90_000],
  ] as const)('by %s is %i', (date, most) => {
    expect(mostBy(timeline, date)).toBe(most);
  });

  test('is the largest quantity that walking the days answers from real stock', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryDay, (entries, day) => {
        expect(mostBy(readTimeline(entries, today), day)).toBe(dayByDay(entries, today).mostReal(day));
      }),
    );
  });
});

const timeline = readTimeline(
  [real('2026-03-20', 40), real('2026-04-07', 90), real('2026-04-20', 120), maxLeadTime('2026-04-20')],
  today,
);

describe('nudge', () => {
  it('offers the break before, counting days from today where it is past', () => {
    expect(nudge(timeline, 45_000)).toEqual({ quantity: 40_000, less: 5000, date: '2026-03-20', daysEarlier: 14 });
  });

  it('offers nothing for what leaves today', () => {
    expect(nudge(timeline, 40_000)).toBeNull();
  });

  it('passes over a break of the same date as the max lead time', () => {
    expect(nudge(timeline, 121_000)).toEqual({ quantity: 90_000, less: 31_000, date: '2026-04-07', daysEarlier: 13 });
  });

  it('offers nothing against a max lead time that is past', () => {
    expect(nudge(readTimeline([real('2026-03-01', 5), maxLeadTime('2026-03-10')], today), 6000)).toBeNull();
  });

  it('offers nothing where the quantity has no date to be earlier than', () => {
    expect(nudge(readTimeline([real(today, 5)], today), 6000)).toBeNull();
  });

  test('is the largest smaller quantity that trying all of them finds', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const leaves = (amount: number) => {
          const answer = dayByDay(entries, today).answer(amount);
          return answer.kind === 'not-available' ? null : { date: answer.date, day: later(today, answer.date) };
        };
        const asked = leaves(quantity);
        let expected = null;
        for (let amount = 1; amount < quantity; amount += 1) {
          const offered = leaves(amount);
          if (asked === null || offered === null || offered.day >= asked.day) continue;
          const daysEarlier = daysBetween(offered.day, asked.day);
          expected = { quantity: amount, less: quantity - amount, date: offered.date, daysEarlier };
        }
        expect(nudge(readTimeline(entries, today), quantity)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });
});

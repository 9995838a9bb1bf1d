import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { daysBetween, later } from '#lib/calendar-date.ts';

import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { nudge } from './nudge.ts';
import { readTimeline } from './stock-timeline.ts';

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

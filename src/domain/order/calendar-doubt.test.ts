import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Answer, answerFor } from '#domain/answer.ts';
import { arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from '#domain/entries.arbitrary.ts';
import { type DatedEntry, readTimeline } from '#domain/stock-timeline.ts';
import { addDays } from '#lib/calendar-date.ts';

import { calendarDoubt } from './calendar-doubt.ts';

const far = maxLeadTime('2026-06-12');
const theory: Answer = { kind: 'max-lead-time', date: '2026-06-12' };

describe('calendarDoubt', () => {
  it.each<[string, DatedEntry[], Answer, number | null]>([
    ['nothing real', [far], theory, null],
    ['too little today', [real('2026-03-01', 4), far], theory, null],
    ['enough later', [real('2026-05-01', 9), far], theory, null],
    ['enough today', [real('2026-03-01', 9), far], theory, 9000],
    ['enough today and in stock', [real('2026-03-01', 9), far], { kind: 'in-stock', date: '2026-03-01' }, null],
    ['too little today and in stock', [real('2026-03-01', 4), far], { kind: 'in-stock', date: '2026-03-01' }, 4000],
    [
      "enough today, but not on the service's tomorrow",
      [real('2026-03-01', 9), real('2026-03-25', 1), far],
      theory,
      null,
    ],
    ["enough today, but not on the service's yesterday", [real('2026-03-01', 1), real(today, 9), far], theory, null],
  ])('%s', (_, entries, answer, levelToday) => {
    const expected = levelToday === null ? null : { kind: 'calendar-contradicts', levelToday };
    expect(calendarDoubt(answer, entries, 5000, today)).toEqual(expected);
  });

  it('never doubts what the calendar itself answers, even where the service is a day ahead or behind', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, fc.integer({ min: -1, max: 1 }), (entries, quantity, days) => {
        const answer = answerFor(readTimeline(entries, addDays(today, days)), quantity);
        expect(calendarDoubt(answer, entries, quantity, today)).toBeNull();
      }),
    );
  });
});

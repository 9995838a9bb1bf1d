import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { daysBetween } from '#lib/calendar-date.ts';

import { type Answer, answerFor } from './answer.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import {
  arbitraryDayAhead,
  arbitraryEntries,
  arbitraryQuantity,
  maxLeadTime,
  real,
  today,
} from './entries.arbitrary.ts';
import { judgeNeededBy, type NeededByVerdict } from './needed-by.ts';
import { readTimeline } from './stock-timeline.ts';

const entries = [real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')];

describe('judgeNeededBy', () => {
  const timeline = readTimeline(entries, today);

  it.each<[string, number, typeof today, NeededByVerdict]>([
    ['stock of today is in time today', 40, today, { kind: 'in-time', theoretical: false }],
    ['real stock on the very day', 90, '2026-04-17', { kind: 'in-time', theoretical: false }],
    ['the max lead time on the very day', 91, '2026-06-12', { kind: 'in-time', theoretical: true }],
    [
      'a day too late, and what makes it',
      90,
      '2026-04-16',
      { kind: 'late', byDays: 1, shortBy: 50_000, mostInTime: 40_000 },
    ],
    ['late by the max lead time', 100, '2026-06-02', { kind: 'late', byDays: 10, shortBy: 10_000, mostInTime: 90_000 }],
  ])('%s', (_, quantity, neededBy, verdict) => {
    const thousandths = quantity * 1000;
    expect(judgeNeededBy(timeline, thousandths, answerFor(timeline, thousandths), neededBy)).toEqual(verdict);
  });

  it('is short only, without days, where there is no answer', () => {
    expect(judgeNeededBy(readTimeline([real(today, 5)], today), 8000, { kind: 'not-available' }, today)).toEqual({
      kind: 'late',
      byDays: null,
      shortBy: 3000,
      mostInTime: 5000,
    });
  });

  it("believes a service's later answer over its calendar", () => {
    const answer: Answer = { kind: 'expected', date: '2026-05-01' };
    expect(judgeNeededBy(timeline, 80_000, answer, '2026-04-20')).toEqual({
      kind: 'late',
      byDays: 11,
      shortBy: 0,
      mostInTime: 90_000,
    });
  });

  test('is what walking the days finds', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, arbitraryDayAhead, (entries, quantity, neededBy) => {
        const { answer, mostReal } = dayByDay(entries, today);
        const timeline = readTimeline(entries, today);
        const found = answer(quantity);
        const date = found.kind === 'not-available' ? null : found.date;
        const most = mostReal(neededBy);
        const late = {
          kind: 'late',
          byDays: date === null ? null : daysBetween(neededBy, date),
          shortBy: quantity - most,
          mostInTime: most,
        };
        const inTime = { kind: 'in-time', theoretical: found.kind === 'max-lead-time' };
        expect(judgeNeededBy(timeline, quantity, answerFor(timeline, quantity), neededBy)).toEqual(
          date !== null && date <= neededBy ? inTime : late,
        );
      }),
      { numRuns: 400 },
    );
  });
});

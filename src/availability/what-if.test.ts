import { describe, expect, it } from 'vitest';

import { wordingOn } from '#parts/result/wording.sample.ts';
import { quantityBreaks } from '#stock/quantity-breaks.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { daysCovered, mostByDateWords, mostOverDays, quantityScale, waitOverQuantity } from './what-if.ts';

const entry = (stockDate: CalendarDate, stockQuantity: number, isMaxLeadTime = false) => ({
  stockDate,
  stockQuantity,
  isMaxLeadTime,
  isDeleted: false,
});
const timeline = readTimeline(
  [entry('2026-02-20', 40), entry('2026-03-17', 90), entry('2026-04-01', 10), entry('2026-06-12', 0, true)],
  '2026-03-01',
);
const nothing = readTimeline([], '2026-03-01');

describe('quantityScale', () => {
  it.each([
    [50_000, { step: 1000, most: 108_000 }],
    [400_000, { step: 5000, most: 480_000 }],
  ])('includes %d', (quantity, scale) => {
    expect(quantityScale(quantityBreaks(timeline), quantity)).toEqual(scale);
  });

  it('works without a calendar and for the smallest quantity', () => {
    expect(quantityScale(quantityBreaks(nothing), 1)).toEqual({ step: 1, most: 2 });
  });

  it('stays within the limit of the service', () => {
    expect(quantityScale(quantityBreaks(timeline), 1_000_000_000_000).most).toBe(1_000_000_000_000);
  });
});

describe('mostByDateWords', () => {
  const wording = wordingOn('2026-03-01');

  it.each([
    [timeline, '2026-03-01', 'up to 40'],
    [timeline, '2026-03-16', 'up to 40'],
    [timeline, '2026-03-17', 'up to 90'],
    [timeline, '2026-06-11', 'up to 90'],
    [timeline, '2026-06-12', 'any quantity, at max lead time'],
    [nothing, '2027-03-01', 'none available'],
  ] as const)('is the maximum by a date', (of, date, words) => {
    expect(mostByDateWords(wording, of, date)).toBe(words);
  });
});

describe('daysCovered', () => {
  it.each([
    [timeline, null, 114],
    [timeline, '2026-09-17', 220],
    [nothing, null, 14],
  ] as const)('extends past the last date with a change', (of, neededBy, days) => {
    expect(daysCovered(quantityBreaks(of), neededBy, '2026-03-01')).toBe(days);
  });
});

const breaks = {
  breaks: [
    { upTo: 40_000, date: '2026-02-20' },
    { upTo: 80_000, date: '2026-03-21' },
  ],
  beyond: '2026-04-10',
} as const;

describe('mostOverDays', () => {
  it('rises with the calendar up to the max lead time', () => {
    expect(mostOverDays(breaks, '2026-03-01', 80)).toEqual({
      steps: [
        { at: 0, height: 0.5 },
        { at: 0.25, height: 1 },
      ],
      backedUntil: 0.5,
      after: 'max-lead-time',
    });
  });

  it('reaches the end without a max lead time', () => {
    expect(mostOverDays({ breaks: [], beyond: null }, '2026-03-01', 14)).toEqual({
      steps: [],
      backedUntil: 1,
      after: 'nothing',
    });
  });
});

describe('waitOverQuantity', () => {
  it('rises from no wait to the longest', () => {
    const plot = waitOverQuantity(breaks, '2026-03-01', { least: 0, most: 100_000 });
    expect(plot.steps).toEqual([
      { at: 0, height: 0.06 },
      { at: 0.4, height: 1 },
    ]);
    expect(plot).toMatchObject({ backedUntil: 0.8, after: 'max-lead-time' });
  });

  it('starts at the max lead time without stock', () => {
    const plot = waitOverQuantity({ breaks: [], beyond: '2026-04-10' }, '2026-03-01', { least: 1, most: 100 });
    expect(plot).toEqual({ steps: [], backedUntil: 0, after: 'max-lead-time' });
  });

  it('ends in nothing without a max lead time', () => {
    const plot = waitOverQuantity({ ...breaks, beyond: null }, '2026-03-01', { least: 0, most: 100_000 });
    expect(plot).toMatchObject({ backedUntil: 0.8, after: 'nothing' });
  });
});

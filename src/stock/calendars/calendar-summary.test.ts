import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { dayByDay } from '#stock/day-by-day.oracle.ts';
import { arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from '#stock/entries.arbitrary.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays } from '#stock/calendar-date.ts';

import { fallsShortOn, isShortSoon, nextIncrease, anyQuantity, summarize } from './calendar-summary.ts';
import { listed } from './listed-product.sample.ts';

const timeline = (...entries: ReturnType<typeof real>[]) => readTimeline(entries, today);

describe('summarize', () => {
  it('summarizes a calendar', () => {
    const product = listed([real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')]);
    expect(summarize(product, today, 60_000)).toMatchObject({
      territories: ['BRU_GLO'],
      availableToday: 40_000,
      first: { kind: 'in-stock', date: '2026-03-20' },
      wanted: { kind: 'expected', date: '2026-04-17' },
      nextIncrease: { date: '2026-04-17', by: 50_000 },
      maxLeadTimeDate: '2026-06-12',
    });
    expect(summarize(product, today, null).timeline).toBe(summarize(product, today, 60_000).timeline);
  });

  it('counts any quantity above 0 by default', () => {
    const calendar = listed([real('2026-03-20', 0), real('2026-04-10', 0.3), real('2026-04-17', 1)]);
    const { first, wanted } = summarize(calendar, today, null);
    expect(wanted).toEqual({ kind: 'expected', date: '2026-04-10' });
    expect(first).toEqual(wanted);
  });

  it('summarizes a product without entries as not available', () => {
    expect(summarize(listed([]), today, null)).toMatchObject({
      availableToday: 0,
      first: { kind: 'not-available' },
      nextIncrease: null,
      maxLeadTimeDate: null,
    });
  });

  it('matches the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const oracle = dayByDay(entries, today);
        const summary = summarize(listed(entries), today, quantity);
        expect(summary.availableToday).toBe(oracle.level(today));
        expect(summary.first).toEqual(oracle.stockResult(anyQuantity));
        expect(summary.wanted).toEqual(oracle.stockResult(quantity));
        expect(summary.maxLeadTimeDate).toBe(oracle.maxLeadTime);
        const day = oracle.days.find((each, index) => {
          const before = oracle.days[index - 1];
          return each > today && before !== undefined && oracle.level(each) > oracle.level(before);
        });
        expect(summary.nextIncrease?.date).toBe(day);
        if (day !== undefined)
          expect(summary.nextIncrease?.by).toBe(oracle.level(day) - oracle.level(addDays(day, -1)));
      }),
    );
  });
});

describe('fallsShortOn', () => {
  it('is the first short day of the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const oracle = dayByDay(entries, today);
        const first = oracle.days.find((day) => day >= today && oracle.level(day) < quantity);
        const summary = summarize(listed(entries), today, quantity);
        expect(summary.fallsShortOn).toBe(first ?? null);
      }),
    );
  });

  it.each([
    ['now', [real(today, 4)], today],
    [
      'the day of the first drop below the quantity',
      [real(today, 9), real('2026-03-30', 6), real('2026-04-01', 4)],
      '2026-04-01',
    ],
    ['null if only max lead time follows', [real(today, 9), maxLeadTime('2026-04-01')], null],
  ])('is %s', (_, entries, date) => {
    expect(fallsShortOn(readTimeline(entries, today), 5000)).toBe(date);
  });

  it.each([
    ['2026-04-07', true],
    ['2026-04-08', false],
  ] as const)('a drop on %s is soon: %s', (date, isSoon) => {
    expect(isShortSoon(summarize(listed([real(today, 9), real(date, 4)]), today, 5000))).toBe(isSoon);
  });
});

describe('nextIncrease', () => {
  it.each([
    ['the first entry', timeline(real('2026-03-30', 5)), { date: '2026-03-30', by: 5000 }],
    [
      'the increase after a decrease',
      timeline(real(today, 9), real('2026-03-30', 2), real('2026-04-01', 5)),
      { date: '2026-04-01', by: 3000 },
    ],
    ['not a decrease', timeline(real(today, 9), real('2026-03-30', 2)), null],
    ["not today's increase", timeline(real('2026-03-20', 1), real(today, 9)), null],
    ['not a level of 0', timeline(real('2026-03-30', 0)), null],
  ])('is %s', (_, calendar, increase) => {
    expect(nextIncrease(calendar)).toEqual(increase);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { dayByDay } from '#domain/day-by-day.oracle.ts';
import { arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from '#domain/entries.arbitrary.ts';
import { readTimeline } from '#domain/stock-timeline.ts';

import { fallsShortOn, isShortSoon, mayTellLastUpdate, nextIncrease, oneUnit, summarize } from './calendar-summary.ts';
import { listed } from './listed-product.sample.ts';

const timeline = (...entries: ReturnType<typeof real>[]) => readTimeline(entries, today);

it.each([
  ['no entries', [], false, true],
  ['less than one', [real('2026-03-20', 0.999), real('2026-04-17', 0)], false, true],
  ['one on a date', [real('2026-03-20', 0), real('2026-04-17', 1)], true, true],
  ['one that is deleted', [{ ...real('2026-03-20', 5), isDeleted: true }], false, true],
  ['a max lead time', [maxLeadTime('2026-06-12')], true, true],
])('a calendar with %s tells whether there is a stock item', (_name, entries, withMaxLeadTime, without) => {
  expect(mayTellLastUpdate(listed(entries), true)).toBe(withMaxLeadTime);
  expect(mayTellLastUpdate(listed(entries), false)).toBe(without);
  expect(mayTellLastUpdate({ kind: 'no-answer', productId: 7, why: 'not-listed' }, false)).toBe(false);
});

describe('summarize', () => {
  it('says in one row what the calendar says', () => {
    const product = listed([real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')]);
    expect(summarize(product, today, 60_000)).toMatchObject({
      territories: ['BRU_GLO'],
      availableToday: 40_000,
      first: { kind: 'in-stock', date: '2026-03-20' },
      wanted: { kind: 'expected', date: '2026-04-17' },
      nextIncrease: { date: '2026-04-17', by: 50_000, to: 90_000 },
      maxLeadTimeDate: '2026-06-12',
    });
  });

  it('wants 1 where no quantity is wanted', () => {
    const { first, wanted } = summarize(listed([real('2026-03-20', 0.5), real('2026-04-17', 1)]), today, null);
    expect(wanted).toEqual({ kind: 'expected', date: '2026-04-17' });
    expect(first).toEqual(wanted);
  });

  it('reads a product without entries as nothing', () => {
    expect(summarize(listed([]), today, null)).toMatchObject({
      availableToday: 0,
      first: { kind: 'not-available' },
      nextIncrease: null,
      maxLeadTimeDate: null,
    });
  });

  it('agrees with the rules walked day by day', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const oracle = dayByDay(entries, today);
        const summary = summarize(listed(entries), today, quantity);
        expect(summary.availableToday).toBe(oracle.level(today));
        expect(summary.first).toEqual(oracle.answer(oneUnit));
        expect(summary.wanted).toEqual(oracle.answer(quantity));
        expect(summary.maxLeadTimeDate).toBe(oracle.maxLeadTime);
        const day = oracle.days.find((each, index) => {
          const before = oracle.days[index - 1];
          return each > today && before !== undefined && oracle.level(each) > oracle.level(before);
        });
        expect(summary.nextIncrease?.date).toBe(day);
        if (day !== undefined) expect(summary.nextIncrease?.to).toBe(oracle.level(day));
      }),
    );
  });
});

describe('fallsShortOn', () => {
  it('is the first day on which too little is available, walked day by day', () => {
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
      'on the day of the first fall below',
      [real(today, 9), real('2026-03-30', 6), real('2026-04-01', 4)],
      '2026-04-01',
    ],
    ['never where a max lead time is all that follows', [real(today, 9), maxLeadTime('2026-04-01')], null],
  ])('is %s', (_, entries, date) => {
    expect(fallsShortOn(readTimeline(entries, today), 5000)).toBe(date);
  });

  it.each([
    ['2026-04-07', true],
    ['2026-04-08', false],
  ] as const)('a fall on %s is soon: %s', (date, isSoon) => {
    expect(isShortSoon(summarize(listed([real(today, 9), real(date, 4)]), today, 5000))).toBe(isSoon);
  });
});

describe('nextIncrease', () => {
  it.each([
    ['the first entry of all', timeline(real('2026-03-30', 5)), { date: '2026-03-30', by: 5000, to: 5000 }],
    [
      'the rise after a dip',
      timeline(real(today, 9), real('2026-03-30', 2), real('2026-04-01', 5)),
      { date: '2026-04-01', by: 3000, to: 5000 },
    ],
    ['no fall', timeline(real(today, 9), real('2026-03-30', 2)), null],
    ['no rise of today', timeline(real('2026-03-20', 1), real(today, 9)), null],
    ['no rise up to nothing', timeline(real('2026-03-30', 0)), null],
  ])('is %s', (_, calendar, increase) => {
    expect(nextIncrease(calendar)).toEqual(increase);
  });
});

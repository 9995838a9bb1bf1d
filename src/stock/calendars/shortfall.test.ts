import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { dayByDay } from '#stock/day-by-day.oracle.ts';
import { arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from '#stock/entries.arbitrary.ts';
import { readTimeline } from '#stock/stock-timeline.ts';

import { byShortfall, daysShort, shortfallOf } from './shortfall.ts';

const of = (...entries: ReturnType<typeof real>[]) => shortfallOf(readTimeline(entries, today), 40_000);

describe('shortfallOf', () => {
  it.each([
    ['a quantity available on every day', [real(today, 40)], null],
    ['a quantity missing today', [real(today, 10), real('2026-04-01', 50)], [today, 30_000, '2026-04-01', 8]],
    [
      'a quantity that becomes short later',
      [real(today, 90), real('2026-04-01', 15), real('2026-04-04', 60)],
      ['2026-04-01', 25_000, '2026-04-04', 3],
    ],
    ['the whole quantity at most, even with a level below 0', [real(today, -10)], [today, 40_000, null, null]],
    [
      'the max lead time date before stock',
      [real('2026-05-01', 50), maxLeadTime('2026-04-01')],
      [today, 40_000, '2026-04-01', 8],
    ],
    [
      'a max lead time date that is past',
      [real(today, 90), real('2026-04-01', 0), maxLeadTime(today)],
      ['2026-04-01', 40_000, '2026-04-01', 0],
    ],
  ] as const)('counts %s', (_, entries, expected) => {
    const found = of(...entries);
    expect(found && [found.on, found.by, found.shipDate, daysShort(found.gaps)]).toEqual(expected);
  });

  it('ends on the first sufficient day of the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const inStock = entries.filter(({ isMaxLeadTime }) => !isMaxLeadTime);
        const { days, level } = dayByDay(inStock, today);
        const on = days.find((day) => day >= today && level(day) < quantity);
        const back = on && days.find((day) => day > on && level(day) >= quantity);
        const found = shortfallOf(readTimeline(inStock, today), quantity);
        expect([found?.on, found?.shipDate]).toEqual([on, on && (back ?? null)]);
      }),
    );
  });

  it('prefers stock to max lead time on the same day', () => {
    expect(of(real('2026-04-01', 50), maxLeadTime('2026-04-01'))?.isMaxLeadTime).toBe(false);
    expect(of(real('2026-04-02', 50), maxLeadTime('2026-04-01'))?.isMaxLeadTime).toBe(true);
    expect(of(real('2026-04-02', 10))?.isMaxLeadTime).toBe(false);
  });
});

it('sorts by missing ship date, then days late, then first short day', () => {
  const never = of(real(today, 0));
  const late = of(real(today, 0), real('2026-05-01', 50));
  const soon = of(real(today, 0), real('2026-04-01', 50));
  const soonToo = of(real(today, 50), real('2026-03-26', 0), real('2026-04-03', 50));
  const all = [soonToo, soon, late, never].flatMap((each) => each ?? []);
  expect(all.toSorted(byShortfall)).toEqual([never, late, soon, soonToo]);
  expect(all.toReversed().toSorted(byShortfall)).toEqual([never, late, soon, soonToo]);
});

const gapsOf = (...entries: ReturnType<typeof real>[]) => of(...entries)?.gaps ?? [];

describe('gaps', () => {
  const several = gapsOf(
    real(today, 0),
    real('2026-04-01', 40),
    real('2026-04-04', 39),
    real('2026-04-08', 90),
    real('2026-05-01', 0),
  );

  it.each([
    ['none for a quantity available on every day', gapsOf(real(today, 40)), 0],
    ['one without stock', gapsOf(), 1],
    [
      'one over several entries',
      gapsOf(real(today, 10), real('2026-04-01', 15), real('2026-04-02', 12), real('2026-04-04', 40)),
      1,
    ],
    [
      'none while more or less of it is left',
      gapsOf(real(today, 90), real('2026-04-01', 50), real('2026-04-04', 40)),
      0,
    ],
    ['each that begins after the quantity was available again', several, 3],
    [
      'none from the max lead time date on',
      gapsOf(
        real(today, 90),
        real('2026-04-01', 0),
        real('2026-04-04', 40),
        real('2026-05-01', 0),
        maxLeadTime('2026-05-01'),
      ),
      1,
    ],
  ] as const)('are %s', (_, gaps, expected) => {
    expect(gaps).toHaveLength(expected);
  });

  it('add up to the days on which the quantity is short', () => {
    expect(daysShort(several)).toBeNull();
    expect(daysShort(several.slice(0, 2))).toBe(12);
  });

  it('are the short days of the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const inStock = entries.filter(({ isMaxLeadTime }) => !isMaxLeadTime);
        const { days, level } = dayByDay(inStock, today);
        const short = days.filter((day) => day >= today && level(day) < quantity);
        const found = shortfallOf(readTimeline(inStock, today), quantity);
        const gaps = found?.gaps ?? [];
        const inGaps = days.filter((day) =>
          gaps.some(({ on, shipDate }) => day >= on && (shipDate === null || day < shipDate)),
        );
        expect(inGaps).toEqual(short);
      }),
    );
  });
});

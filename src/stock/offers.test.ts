import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { resultFor } from './stock-result.ts';
import { later } from './calendar-date.ts';
import {
  arbitraryDayAhead,
  arbitraryEntries,
  arbitraryQuantity,
  maxLeadTime,
  real,
  today,
} from './entries.arbitrary.ts';
import { offersFor } from './offers.ts';
import { readTimeline } from './stock-timeline.ts';

const entries = [real('2026-02-17', 400), real('2026-04-02', 420), maxLeadTime('2026-06-12')];
const timeline = readTimeline(entries, '2026-03-01');
const offersOf = (quantity: number, shipBy: Parameters<typeof offersFor>[3] = null) =>
  offersFor(timeline, quantity, resultFor(timeline, quantity), shipBy);
const kindsOf = (quantity: number) => offersOf(quantity).map(({ kind }) => kind);

describe('offersFor', () => {
  it('offers all, a part first, and the quantity that makes it', () => {
    const stockResult = { kind: 'expected', date: '2026-04-02' } as const;
    const offers = [
      { kind: 'complete', quantity: 410_000, stockResult, part: null },
      { kind: 'split', quantity: 410_000, stockResult, part: { quantity: 400_000, date: '2026-03-01' } },
      { kind: 'smaller', quantity: 400_000, stockResult: { kind: 'in-stock', date: '2026-03-01' }, part: null },
    ];
    expect(offersOf(410_000, '2026-03-25')).toEqual(offers);
    expect(offersOf(410_000)).toEqual(offers);
  });

  it('offers a smaller quantity on its own day', () => {
    const stockResult = { kind: 'expected', date: '2026-04-02' };
    expect(offersOf(430_000)[2]).toEqual({ kind: 'smaller', quantity: 420_000, stockResult, part: null });
  });

  it('offers a smaller quantity only if less than 30% is lost', () => {
    expect(kindsOf(599_000)).toEqual(['complete', 'split', 'smaller']);
    expect(kindsOf(600_000)).toEqual(['complete', 'split']);
  });

  it.each([
    ['on time', 410_000, '2026-04-02'],
    ['on time at max lead time', 500_000, '2026-06-12'],
    ['in stock', 400_000, null],
  ] as const)('is empty if the quantity is %s', (_, quantity, shipBy) => {
    expect(offersOf(quantity, shipBy)).toEqual([]);
  });

  it('is empty if the service confirms another date, or no date', () => {
    expect(offersFor(timeline, 410_000, { kind: 'expected', date: '2026-04-05' }, '2026-03-25')).toEqual([]);
    expect(offersFor(readTimeline([], today), 5_000, { kind: 'not-available' }, null)).toEqual([]);
  });

  it('offers no part before the calendar has it, and no part that is late', () => {
    const arbitraryShipBy = fc.option(arbitraryDayAhead);
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, arbitraryShipBy, (arbitrary, quantity, shipBy) => {
        const calendar = readTimeline(arbitrary, today);
        for (const { kind, stockResult, part, ...offer } of offersFor(
          calendar,
          quantity,
          resultFor(calendar, quantity),
          shipBy,
        )) {
          const first = part ?? { quantity: offer.quantity, date: later(today, stockResult.date) };
          const own = resultFor(calendar, first.quantity);
          expect(own.kind === 'not-available' ? null : later(today, own.date)).toBe(first.date);
          if (kind === 'complete') expect(offer.quantity).toBe(quantity);
          else if (shipBy !== null) expect(first.date <= shipBy).toBe(true);
        }
      }),
    );
  });
});

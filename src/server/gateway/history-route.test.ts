import { expect, it } from 'vitest';

import { fromDayNumber, toDayNumber } from '#server/store/day-number.ts';
import type { ObservedHistory } from '#server/store/observed-calendars.ts';

import { daysObserved, storedDays } from './history-route.ts';

const first = toDayNumber('2026-11-20');
const calendar = (from: number, to: number | null, entries: string | null): ObservedHistory['calendars'][number] => ({
  observedFrom: 0,
  observedUntil: null,
  observedOn: first + from,
  endedOn: to === null ? null : first + to,
  isRolling: false,
  entries,
});
const stock = `${first - 5}:5000`;
/** The days with a result, counted from the first, of a history that was loaded on seven days. */
const daysOf = (...calendars: ObservedHistory['calendars']) =>
  daysObserved({ calendars, days: [0, 1, 2, 3, 5, 6].map((day) => first + day) }, 1000, fromDayNumber(first + 6)).map(
    ({ day }) => toDayNumber(day) - first,
  );

it('has a day on which everything was loaded, while a calendar is known', () => {
  expect(daysOf(calendar(0, null, stock))).toEqual([0, 1, 2, 3, 5, 6]);
  expect(daysOf(calendar(0, 2, stock))).toEqual([0, 1]);
  expect(daysOf(calendar(0, 2, stock), calendar(5, null, stock))).toEqual([0, 1, 5, 6]);
  expect(daysOf(calendar(1, null, stock), calendar(3, null, null))).toEqual([1, 2]);
  expect(daysOf()).toEqual([]);
});

it('has the max lead time of the stored calendar', async () => {
  const store = {
    findProductHistory: async () => ({ from: Date.parse('2026-11-24T10:00:00Z'), replaced: [] }),
    findCalendar: async (
      _market: object,
      _productId: number,
      { includeMaxLeadTime }: { includeMaxLeadTime: boolean },
    ) => (includeMaxLeadTime ? [{ stockDate: '2027-03-01' as const, stockQuantity: 0, isMaxLeadTime: true }] : []),
  };
  const market = { company: 'C', salesOrganization: 'S', territoryId: 'T' };
  const when = { today: '2026-11-25', timeZone: 'UTC' } as const;
  const stockResult = { kind: 'max-lead-time', date: '2027-03-01' };
  expect(await storedDays(store as never, market, { productId: 1, quantity: 1000 }, when)).toEqual([
    { day: '2026-11-24', stockResult },
    { day: '2026-11-25', stockResult },
  ]);
});

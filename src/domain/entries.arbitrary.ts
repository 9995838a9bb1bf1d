import * as fc from 'fast-check';

import { addDays, type CalendarDate } from '#lib/calendar-date.ts';

import type { DatedEntry } from './stock-timeline.ts';

/** The today of the tests: a Tuesday, five days before the clocks of Europe change. */
export const today: CalendarDate = '2026-03-24';

/** The first and last day on which an arbitrary entry can lie, and the highest level it can have. */
export const firstDay = addDays(today, -12);
export const lastDay = addDays(today, 24);
export const highestLevel = 12;

export const arbitraryDay = fc.integer({ min: -12, max: 24 }).map((days) => addDays(today, days));
export const arbitraryDayAhead = fc.integer({ min: 0, max: 24 }).map((days) => addDays(today, days));

/** A quantity in thousandths: often covered by some level, often by none. */
export const arbitraryQuantity = fc.integer({ min: 1, max: highestLevel + 3 });

const arbitraryEntry: fc.Arbitrary<DatedEntry> = fc.record({
  stockDate: arbitraryDay,
  stockQuantity: fc.integer({ min: -3, max: highestLevel }).map((level) => level / 1000),
  isMaxLeadTime: fc.integer({ min: 0, max: 7 }).map((die) => die === 0),
  isDeleted: fc.integer({ min: 0, max: 7 }).map((die) => die === 0),
});

/**
 * Entries as awkward as a service may send them: unsorted, of doubled dates, past, deleted, falling, negative, with
 * no max lead time or several, few enough of everything that they collide often.
 */
export const arbitraryEntries = fc.array(arbitraryEntry, { maxLength: 10 });

/** A real entry of `level` units. */
export function real(stockDate: CalendarDate, level: number): DatedEntry {
  return { stockDate, stockQuantity: level, isMaxLeadTime: false, isDeleted: false };
}

/** The max lead time with its placeholder. */
export function maxLeadTime(stockDate: CalendarDate): DatedEntry {
  return { stockDate, stockQuantity: 99_999, isMaxLeadTime: true, isDeleted: false };
}

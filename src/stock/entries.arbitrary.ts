import * as fc from 'fast-check';

import { addDays, type CalendarDate } from './calendar-date.ts';

import type { DatedEntry } from './stock-timeline.ts';

/** Current date of the tests: a Tuesday, five days before the start of daylight saving time in Europe. */
export const today: CalendarDate = '2026-03-24';

/** First and last date of an arbitrary entry, and its highest level. */
export const firstDay = addDays(today, -12);
export const lastDay = addDays(today, 24);
export const highestLevel = 12;

export const arbitraryDay = fc.integer({ min: -12, max: 24 }).map((days) => addDays(today, days));
export const arbitraryDayAhead = fc.integer({ min: 0, max: 24 }).map((days) => addDays(today, days));

/** A quantity in thousandths: often covered by some level, often by none. */
export const arbitraryQuantity = fc.integer({ min: 1, max: highestLevel + 3 });

const arbitraryPlaceholder = fc.constantFrom<CalendarDate>('1900-01-01', '2099-12-31', '9999-12-31');

const arbitraryEntry: fc.Arbitrary<DatedEntry> = fc.record({
  stockDate: fc.oneof({ weight: 24, arbitrary: arbitraryDay }, { weight: 1, arbitrary: arbitraryPlaceholder }),
  stockQuantity: fc.integer({ min: -3, max: highestLevel }).map((level) => level / 1000),
  isMaxLeadTime: fc.integer({ min: 0, max: 7 }).map((die) => die === 0),
  isDeleted: fc.integer({ min: 0, max: 7 }).map((die) => die === 0),
});

/**
 * Entries with every irregularity a service may send: unsorted, duplicate dates, past, deleted, falling or negative
 * levels, placeholder dates, and any number of max lead time dates. Value ranges are small so that collisions are frequent.
 */
export const arbitraryEntries = fc.array(arbitraryEntry, { maxLength: 10 });

/** Creates a stock entry of `level` units. */
export function real(stockDate: CalendarDate, level: number): DatedEntry {
  return { stockDate, stockQuantity: level, isMaxLeadTime: false, isDeleted: false };
}

/** Creates a max lead time entry with its placeholder quantity. */
export function maxLeadTime(stockDate: CalendarDate): DatedEntry {
  return { stockDate, stockQuantity: 99_999, isMaxLeadTime: true, isDeleted: false };
}

import { expect, test } from 'vitest';
import { readDateCell } from './order-list/list-date.ts';
import { readTypedDate } from './typed-date.ts';
import { dateOf, isoWeekDate, nextIsoWeekDate } from './written-date.ts';

test.each([
  [2026, 2, 28, '2026-02-28'],
  [2026, 2, 29, null],
  [2028, 2, 29, '2028-02-29'],
  [2026, 13, 1, null],
  [4, 12, 12, null],
  [10_000, 1, 1, null],
])('year %d, month %d, day %d: %s', (year, month, day, date) => expect(dateOf(year, month, day)).toBe(date));

test.each([
  [2026, 1, undefined, '2026-01-02'],
  [2026, 1, 1, '2025-12-29'],
  [2026, 53, 7, '2027-01-03'],
  [2027, 53, undefined, null],
  [2026, 0, undefined, null],
])('year %d, week %d, weekday %s: %s', (year, week, weekday, date) =>
  expect(isoWeekDate(year, week, weekday)).toBe(date),
);

test.each([
  ['2026-11-27', 48, '2026-11-27'],
  ['2026-11-28', 48, '2027-12-03'],
  ['2027-01-01', 53, '2027-01-01'],
  ['2027-01-02', 53, '2032-12-31'],
  ['2027-01-02', 54, null],
] as const)('from %s the next week %d: %s', (today, week, date) => expect(nextIsoWeekDate(today, week)).toBe(date));

test.each(['12.12.0004', '0004-12-12', '0004-W05'])('%s is no date, typed or in a list', (text) => {
  const today = '2026-11-25';
  expect(readTypedDate(text, { locale: 'en-US', today })).toEqual({ ok: false, reason: 'not-a-date' });
  expect(readDateCell(text, true, today)).toBe('not-a-date');
});

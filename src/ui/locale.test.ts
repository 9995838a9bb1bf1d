import { expect, it } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';

import { formats, localeOf, readFormat, readOwnUnit } from './locale.tsx';

it.each([
  [null, null],
  ['', null],
  ['  ', null],
  [' pcs ', 'pcs'],
  ['running\u0000 metres\n', 'running metr'],
  ['📦📦📦📦📦📦📦📦📦📦📦📦📦', '📦📦📦📦📦📦📦📦📦📦📦📦'],
])('reads the unit %j as %j', (text, unit) => {
  expect(readOwnUnit(text)).toBe(unit);
});

it.each([
  ['de-CH', 'de-CH'],
  ['xx-XX', null],
  ['', null],
  [null, null],
])('reads the format %j as %j', (text, format) => {
  expect(readFormat(text)).toBe(format);
});

it('offers only formats that Intl supports', () => {
  expect(Intl.NumberFormat.supportedLocalesOf([...formats])).toEqual(formats);
});

const on = (localDay: CalendarDate, language: 'en' | 'de' = 'en') => {
  const format = language === 'en' ? 'en-US' : 'de-DE';
  const chosen = { language, format, ownUnit: null, timeZone: 'UTC', setLanguage: () => undefined };
  return localeOf({ ...chosen, today: '2026-11-25' }, localDay);
};

it.each([
  ['2026-11-24', 'yesterday', 'Today'],
  ['2026-11-25', 'today', 'Today'],
  ['2026-11-26', 'tomorrow', 'Nov 26'],
  ['2026-12-07', 'in 12 days', 'Dec 7'],
] as const)("names the days around the user's own: %s is %s", (date, distance, shipDate) => {
  const locale = on('2026-11-25');
  expect(locale.namedToday).toBe('2026-11-25');
  expect([locale.formatFromToday(date), locale.formatShipDate(date, 'short')]).toEqual([distance, shipDate]);
});

it.each(['2026-11-24', '2026-11-26'] as const)('names no day where the user has %s', (localDay) => {
  const locale = on(localDay);
  expect(locale.namedToday).toBeNull();
  const dates = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-12-07'] as const;
  expect(dates.map(locale.formatFromToday)).toEqual(['Nov 24', 'Nov 25', 'Nov 26', 'in 12 days']);
  expect(dates.map((date) => locale.formatShipDate(date, 'short'))).toEqual(['Nov 25', 'Nov 25', 'Nov 26', 'Dec 7']);
});

it('names the days of another language', () => {
  const dates = ['2026-11-25', '2026-11-27', '2026-11-28'] as const;
  expect(dates.map(on('2026-11-25', 'de').formatFromToday)).toEqual(['heute', 'übermorgen', 'in 3 Tagen']);
  expect(on('2026-11-25', 'de').formatShipDate('2026-11-20', 'short')).toBe('Heute');
  expect(dates.map(on('2026-11-24', 'de').formatFromToday)).toEqual(['25. Nov.', '27. Nov.', 'in 3 Tagen']);
});

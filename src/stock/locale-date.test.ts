import { describe, expect, it } from 'vitest';

import { addDays, type CalendarDate } from './calendar-date.ts';
import {
  dateOrder,
  type DateStyle,
  formatDate,
  formatDateNear,
  formatDateSpan,
  formatDaysFromToday,
  formatMoment,
  formatMomentNear,
  formatTime,
} from './locale-date.ts';

describe('formatDate', () => {
  it.each<[string, DateStyle, string]>([
    ['en-GB', 'short', '17 Mar'],
    ['en-GB', 'day', '17 March'],
    ['en-GB', 'medium', '17 Mar 2026'],
    ['en-GB', 'long', '17 March 2026'],
    ['en-US', 'weekday', 'Tuesday, March 17, 2026'],
    ['en-US', 'medium', 'Mar 17, 2026'],
    ['de-DE', 'weekday', 'Dienstag, 17. März 2026'],
    ['fr-FR', 'long', '17 mars 2026'],
    ['ar-EG', 'long', '١٧ مارس ٢٠٢٦'],
    ['de-DE', 'figures', '17.03.2026'],
    ['en-US', 'figures', '03/17/2026'],
    ['en-GB', 'weekday alone', 'Tuesday'],
    ['de-DE', 'weekday alone', 'Dienstag'],
    ['en-GB', 'day alone', '17'],
    ['de-DE', 'month alone', 'Mär'],
    ['en-GB', 'year alone', '2026'],
    ['en-GB', 'short month', 'Mar 2026'],
    ['fr-FR', 'month', 'mars 2026'],
    ['not a locale', 'long', 'March 17, 2026'],
  ])('in %s, %s, is %s', (locale, style, text) => {
    expect(formatDate('2026-03-17', locale, style)).toBe(text);
  });

  it('is not shifted by daylight saving time changes', () => {
    const shifted: CalendarDate[] = [];
    for (let date: CalendarDate = '2025-12-01'; date < '2027-02-01'; date = addDays(date, 1)) {
      const [year, , day] = date.split('-');
      if (formatDate(date, 'sv-SE', 'medium').match(/\d+/g)?.join(' ') !== `${Number(day)} ${year}`) shifted.push(date);
    }
    expect(shifted).toEqual([]);
  });
});

describe('formatDateNear', () => {
  it.each<[CalendarDate, CalendarDate, DateStyle, string]>([
    ['2026-03-17', '2026-12-31', 'medium', '17 Mar'],
    ['2026-03-17', '2026-12-31', 'long', '17 March'],
    ['2026-03-17', '2026-12-31', 'weekday', 'Tuesday 17 March'],
    ['2026-03-17', '2027-01-01', 'medium', '17 Mar 2026'],
    ['2026-03-17', '2025-12-31', 'weekday', 'Tuesday, 17 March 2026'],
    ['2026-03-17', '2026-12-31', 'figures', '17/03/2026'],
  ])('%s seen on %s, %s, is %s', (date, today, style, text) => {
    expect(formatDateNear(date, today, 'en-GB', style)).toBe(text);
  });
});

describe('formatDateSpan', () => {
  it.each<[string, CalendarDate, CalendarDate, 'long' | 'month', string]>([
    ['en-GB', '2026-03-09', '2026-03-15', 'long', '9 – 15 March 2026'],
    ['en-US', '2026-03-30', '2026-04-05', 'long', 'March 30 – April 5, 2026'],
    ['de-DE', '2026-12-28', '2027-01-03', 'long', '28. Dezember 2026 – 3. Januar 2027'],
    ['en-GB', '2026-03-17', '2026-03-17', 'long', '17 March 2026'],
    ['en-GB', '2026-03-01', '2026-03-31', 'month', 'March 2026'],
    ['not a locale', '2026-03-09', '2026-03-15', 'long', 'March 9 – 15, 2026'],
  ])('in %s from %s to %s, %s, is %s', (locale, start, end, style, text) => {
    expect(formatDateSpan(start, end, locale, style).replaceAll(/[\u2009\u202f]/g, ' ')).toBe(text);
  });
});

describe('formatDaysFromToday', () => {
  it.each([
    [0, 'en', 'today'],
    [1, 'en', 'tomorrow'],
    [-1, 'en', 'yesterday'],
    [12, 'en', 'in 12 days'],
    [-3, 'en', '3 days ago'],
    [0, 'de', 'heute'],
    [12, 'de', 'in 12 Tagen'],
    [12, 'not a locale', 'in 12 days'],
  ])('%i days in %s is %s', (days, locale, text) => {
    expect(formatDaysFromToday(days, locale)).toBe(text);
  });
});

it('returns the order of the date parts', () => {
  expect(dateOrder('de-DE')).toEqual(['day', 'month', 'year']);
  expect(dateOrder('en-US')).toEqual(['month', 'day', 'year']);
  expect(dateOrder('ja-JP')).toEqual(['year', 'month', 'day']);
});

it('formats a moment in local time', () => {
  const at = new Date(2026, 2, 2, 14, 32).getTime();
  expect([formatMoment(at, 'en-GB'), formatTime(at, 'en-GB')]).toEqual(['2 Mar 2026, 14:32', '14:32']);
  expect(formatMomentNear(at, '2026-03-02', 'en-GB')).toBe('2 Mar, 14:32');
  expect(formatMomentNear(at, '2027-01-01', 'en-GB')).toBe('2 Mar 2026, 14:32');
  expect(formatMoment(at, 'en-GB', at + 20_000)).toBe('2 Mar 2026, 14:32');
  expect(formatMoment(at, 'en-GB', at + 180_000)).toBe('2 Mar 2026, 14:32–14:35');
});

import { expect, test } from 'vitest';

import { type DateParts, dateNames, foldDate, fromOwnCalendar } from './date-names.ts';

const none: DateParts = { numbers: [], month: null, ownMonth: null, weekday: null, mark: '' };

// All texts of a locale are in one test, since its names are collected once.
test.each<[string, Record<string, Partial<DateParts> | null>]>([
  [
    'en-US',
    {
      'Dec. 12': { numbers: ['12'], month: 12 },
      'decem 12': { numbers: ['12'], month: 12 },
      'sept 5': { numbers: ['5'], month: 9 },
      'the 5th of May': { numbers: ['5'], month: 5 },
      'by  Fri,  Dec 11': { numbers: ['11'], month: 12, weekday: 5 },
      thurs: { weekday: 4 },
      sunday: { weekday: 7 },
      tues: { weekday: 2 },
      'sat urday': { weekday: 6 },
      mar: { month: 3 },
      '12.12.': { numbers: ['12', '12'], mark: '.' },
      '3. 4. 2027': { numbers: ['3', '4', '2027'], mark: '.' },
      '12-Dec-26': { numbers: ['12', '26'], month: 12 },
      '40': { numbers: ['40'] },
      'ma 5': null,
      'dec dec 12': null,
      'fri sat': null,
      'soon 12.12.': null,
      '12 12': null,
      '1/2.3': null,
      '12 x 40': null,
      dec_12: null,
      '12.12. @': null,
      '': null,
    },
  ],
  [
    'de-DE',
    {
      '1. März': { numbers: ['1'], month: 3 },
      '1 mrz': { numbers: ['1'], month: 3 },
      '1 maerz': { numbers: ['1'], month: 3 },
      '1. Jänner': { numbers: ['1'], month: 1 },
      Sonnabend: { weekday: 6 },
      Fre: { weekday: 5 },
      'spätestens am Di, 5. Mai': { numbers: ['5'], month: 5, weekday: 2 },
      'bis zum 5. May': { numbers: ['5'], month: 5 },
    },
  ],
  ['fr-FR', { mar: { weekday: 2 }, '5 mar': { numbers: ['5'], month: 3 }, '5 févr.': { numbers: ['5'], month: 2 } }],
  [
    'es-ES',
    {
      '5 de mayo de 2027': { numbers: ['5', '2027'], month: 5 },
      'lunes 5 de mayo': { numbers: ['5'], month: 5, weekday: 1 },
    },
  ],
  [
    'ja-JP',
    {
      '2027年4月30日金曜日': { numbers: ['2027', '4', '30'], weekday: 5 },
      日金曜日: { weekday: 5 },
      '４月３０日': { numbers: ['4', '30'] },
      日金曜人: null,
    },
  ],
  ['zh-CN', { 周五四月30日: { numbers: ['30'], month: 4, weekday: 5 } }],
  ['vi-VN', { '30 tháng 4, 2027': { numbers: ['30', '4', '2027'] }, 'by Thứ Sáu': { weekday: 5 } }],
  [
    'fa-IR',
    {
      '۱۰ اردیبهشت ۱۴۰۶': { numbers: ['10', '1406'], ownMonth: 2 },
      '10 May': { numbers: ['10'], month: 5 },
      '10 May اردیبهشت': null,
      جمعه: { weekday: 5 },
    },
  ],
])('the parts of dates in %s', (locale, expected) => {
  const { partsOf } = dateNames(locale);
  const parts = Object.keys(expected).map((text) => [text, partsOf(foldDate(text))]);
  expect(Object.fromEntries(parts)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([text, each]) => [text, each && { ...none, ...each }])),
  );
});

const today = '2026-11-25';

test.each([
  ['th-TH', '27', 2027],
  ['th-TH', '70', 2027],
  ['th-TH', '2046', 2046],
  ['th-TH', '2570', 2027],
  ['en-GB', '27', 2027],
  ['en-GB', '70', 2070],
  ['en-GB', '2570', 2570],
])('in %s, the year %s is %d', (locale, text, year) => {
  expect(dateNames(locale).gregorianYear(text, today)).toBe(year);
});

test.each([
  ['fa-IR', 1406, true],
  ['fa-IR', 1625, true],
  ['fa-IR', 1626, false],
  ['en-GB', 1406, false],
])('in %s, %d is a year of another calendar: %s', (locale, year, isOwn) => {
  expect(dateNames(locale).isOwnYear(year, today)).toBe(isOwn);
});

test.each([
  ['1406', 2, '10', '2027-04-30'],
  ['06', 2, '10', '2027-04-30'],
  [undefined, 9, '4', today],
  [undefined, 9, '3', '2027-11-24'],
  // Only in a leap year.
  [undefined, 12, '30', '2030-03-20'],
  [undefined, 12, '31', null],
  ['1406', 2, '32', null],
  ['1404', 9, '10', '2025-12-01'],
  ['1404', 8, '1', null],
  ['1426', 9, '4', '2047-11-25'],
  ['1500', 2, '1', null],
])('year %s, month %d, day %s of the Persian calendar is %s', (year, month, day, date) => {
  expect(fromOwnCalendar({ year, month, day }, { locale: 'fa-IR', today })).toBe(date);
});

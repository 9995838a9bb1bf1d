import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addDays, isoWeekday } from './calendar-date.ts';
import { type DateStyle, formatDate } from './locale-date.ts';

import { isCompleteDate, readTypedDate } from './typed-date.ts';

/** A Wednesday. */
const today = '2026-11-25';
const read = (text: string, locale = 'en-US') => {
  const reading = readTypedDate(text, { locale, today });
  return reading.ok ? reading.date : reading.reason;
};

describe('numbers', () => {
  test.each([
    ['2026-12-04', 'en-US', '2026-12-04'],
    ['20261204', 'en-US', '2026-12-04'],
    ['2026/12/4', 'en-US', '2026-12-04'],
    ['12/4/2026', 'en-US', '2026-12-04'],
    ['4/12/2026', 'en-GB', '2026-12-04'],
    ['04-12-2026', 'nl-NL', '2026-12-04'],
    [' 4.12.26 ', 'de-DE', '2026-12-04'],
    ['4. 12. 2026', 'cs-CZ', '2026-12-04'],
    ['4.12.2026', 'en-US', '2026-12-04'],
    ['26-12-4', 'sv-SE', '2026-12-04'],
    ['26-12-14', 'sv-SE', '2026-12-14'],
    ['4.12.2026', 'ja-JP', '2026-12-04'],
    ['17/3/2027', 'en-US', '2027-03-17'],
    ['17/3/2027', 'ja-JP', '2027-03-17'],
    ['3/17/2027', 'ja-JP', '2027-03-17'],
    ['4/4/2027', 'ja-JP', '2027-04-04'],
    ['3/17/2027', 'en-GB', '2027-03-17'],
    ['12/12', 'en-US', '2026-12-12'],
    ['12/4', 'en-US', '2026-12-04'],
    ['12/4', 'en-GB', '2027-04-12'],
    ['12.12.', 'de-DE', '2026-12-12'],
    ['12.12', 'en-US', '2026-12-12'],
    ['4.12.', 'en-US', '2026-12-04'],
    ['25.11.', 'de-DE', '2026-11-25'],
    ['24.11.', 'de-DE', '2027-11-24'],
    ['29.2.', 'de-DE', '2028-02-29'],
    ['4/30', 'ja-JP', '2027-04-30'],
    ['１２／１２', 'ja-JP', '2026-12-12'],
  ])('%j in %s: %s', (text, locale, date) => expect(read(text, locale)).toBe(date));
});

describe('names, in English and German in either language', () => {
  test.each([
    ['dec 12', '2026-12-12'],
    ['Dec. 12', '2026-12-12'],
    ['12 dec', '2026-12-12'],
    ['12. Dez.', '2026-12-12'],
    ['december 12th', '2026-12-12'],
    ['12th of December', '2026-12-12'],
    ['Dezember 12', '2026-12-12'],
    ['12. dezember 2026', '2026-12-12'],
    ['Dec 12, 2026', '2026-12-12'],
    ['12-Dec-26', '2026-12-12'],
    ["dec 12 '27", '2027-12-12'],
    ['decem 12', '2026-12-12'],
    ['12 DEC 2027', '2027-12-12'],
    ['by Dec 12', '2026-12-12'],
    ['bis 12. Dezember', '2026-12-12'],
    ['1. März', '2027-03-01'],
    ['1 maerz', '2027-03-01'],
    ['1 mrz 2027', '2027-03-01'],
    ['Mar 1', '2027-03-01'],
    ['1. Mai', '2027-05-01'],
    ['Friday, December 11', '2026-12-11'],
    ['Fr, 11.12.', '2026-12-11'],
    ['friday', '2026-11-27'],
    ['Fri', '2026-11-27'],
    ['Freitag', '2026-11-27'],
    ['fr', '2026-11-27'],
    ['Samstag', '2026-11-28'],
    ['tues', '2026-12-01'],
    ['wednesday', '2026-11-25'],
    ['Mittwoch', '2026-11-25'],
    ['next friday', '2026-11-27'],
    ['by next Friday', '2026-11-27'],
    ['nächsten Freitag', '2026-11-27'],
    ['bis zum kommenden Freitag', '2026-11-27'],
    ['next Wednesday', '2026-12-02'],
    ['this Wednesday', '2026-11-25'],
    ['diesen Mittwoch', '2026-11-25'],
  ])('%j', (text, date) => {
    expect(read(text, 'en-US')).toBe(date);
    expect(read(text, 'de-DE')).toBe(date);
  });
});

describe('days from today, and weeks, which mean their Friday', () => {
  test.each([
    ['today', '2026-11-25'],
    ['Heute', '2026-11-25'],
    ['tomorrow', '2026-11-26'],
    ['morgen', '2026-11-26'],
    ['übermorgen', '2026-11-27'],
    ['the day after tomorrow', '2026-11-27'],
    ['+14', '2026-12-09'],
    ['+ 14', '2026-12-09'],
    ['+14d', '2026-12-09'],
    ['+2w', '2026-12-09'],
    ['in 14', '2026-12-09'],
    ['in 14 days', '2026-12-09'],
    ['in  14  days', '2026-12-09'],
    ['in 14 Tagen', '2026-12-09'],
    ['in 2 weeks', '2026-12-09'],
    ['in zwei Wochen', '2026-12-09'],
    ['in a week', '2026-12-02'],
    ['in einer Woche', '2026-12-02'],
    ['2 weeks', '2026-12-09'],
    ['3 Tage', '2026-11-28'],
    ['in 3 months', '2027-02-25'],
    ['in 3 Monaten', '2027-02-25'],
    ['in 1 Jahr', '2027-11-25'],
    ['KW 50', '2026-12-11'],
    ['kw50', '2026-12-11'],
    ['50. KW', '2026-12-11'],
    ['week 50', '2026-12-11'],
    ['Woche 50', '2026-12-11'],
    ['w50', '2026-12-11'],
    ['KW 2', '2027-01-15'],
    ['KW 48', '2026-11-27'],
    ['KW 50/2027', '2027-12-17'],
    ['KW 50/27', '2027-12-17'],
    ['2026-W50', '2026-12-11'],
    ['2026-W50-1', '2026-12-07'],
    ['KW 53', '2027-01-01'],
  ])('%j', (text, date) => {
    expect(read(text, 'en-US')).toBe(date);
    expect(read(text, 'de-DE')).toBe(date);
  });

  test('a month later is in that month', () => {
    expect(readTypedDate('in 1 month', { locale: 'en', today: '2027-01-31' })).toEqual({
      ok: true,
      date: '2027-02-28',
    });
  });
});

describe('what is no date', () => {
  test.each([
    ['', 'empty'],
    [' \u200e', 'empty'],
    ['7', 'not-a-date'],
    ['40', 'not-a-date'],
    ['3/4/202', 'not-a-date'],
    ['3-4.2026', 'not-a-date'],
    ['12/12/02026', 'not-a-date'],
    ['012/4', 'not-a-date'],
    ['12/004', 'not-a-date'],
    ['12/004/2026', 'not-a-date'],
    ['2027 dec 012', 'not-a-date'],
    ['13.13.', 'not-a-date'],
    ['4.13.', 'not-a-date'],
    ['0.12.', 'not-a-date'],
    ['dec 0', 'not-a-date'],
    ['asap', 'not-a-date'],
    ['soon', 'not-a-date'],
    ['soon 12.12.', 'not-a-date'],
    ['fron', 'not-a-date'],
    ['dec', 'not-a-date'],
    ['december 2026', 'not-a-date'],
    ['friday december', 'not-a-date'],
    ['by', 'not-a-date'],
    ['20 by dec 30', 'not-a-date'],
    ['20 bis 27. Dezember', 'not-a-date'],
    ['dec 12, 2026, 40', 'not-a-date'],
    ['ma 5', 'not-a-date'],
    ['dec 12 x 40', 'not-a-date'],
    ['Monday, Dec 12', 'not-a-date'],
    ['KW 54', 'not-a-date'],
    ['2026-12-12 x', 'not-a-date'],
    ['250 m', 'not-a-date'],
    ['30/04/2207', 'far'],
    ['2099-12-31', 'far'],
    ['9999-12-31', 'far'],
    ['in 21 years', 'far'],
    ['+99999', 'far'],
  ])('%j: %s', (text, reason) => expect(read(text, 'en-GB')).toBe(reason));

  test.each(['3/4/2027', '12/3/2027'])('an order that the locale does not decide: %s', (text) =>
    expect(read(text, 'ja-JP')).toBe('not-a-date'),
  );

  test.each(['جمعه اردیبهشت', '1406 اردیبهشت 122'])('in the Persian calendar: %s', (text) =>
    expect(read(text, 'fa-IR')).toBe('not-a-date'),
  );

  test('text of more than 60 characters', () => {
    const short = '12 dec'.padStart(60, 'by ');
    expect([read(short), read(`${short}.`)]).toEqual(['2026-12-12', 'not-a-date']);
  });

  test.each([
    ['29/02/2027', 'en-GB', '2027-02-01', 28],
    ['2027-02-30', 'en-US', '2027-02-01', 28],
    ['30. Februar 2028', 'de-DE', '2028-02-01', 29],
    ['feb 30', 'en-US', '2027-02-01', 28],
    ['31.11.', 'de-DE', '2026-11-01', 30],
    ['31/9', 'en-GB', '2027-09-01', 30],
  ] as const)('%j in %s has too many days', (text, locale, month, days) => {
    expect(readTypedDate(text, { locale, today })).toEqual({ ok: false, reason: 'no-such-day', month, days });
  });
});

describe('other regions', () => {
  test.each([
    ['30/04/2570', 'th-TH', '2027-04-30'],
    ['30/04/2027', 'th-TH', '2027-04-30'],
    ['30/4/70', 'th-TH', '2027-04-30'],
    ['๓๐/๐๔/๒๕๗๐', 'th-TH', '2027-04-30'],
    ['30 เมษายน 2570', 'th-TH', '2027-04-30'],
    ['٣٠/٠٤/٢٠٢٧', 'ar-EG', '2027-04-30'],
    ['٣٠ أبريل ٢٠٢٧', 'ar-EG', '2027-04-30'],
    ['۲۰۲۷/۰۴/۳۰', 'fa-IR', '2027-04-30'],
    ['۱۴۰۶/۲/۱۰', 'fa-IR', '2027-04-30'],
    ['۱۰ اردیبهشت ۱۴۰۶', 'fa-IR', '2027-04-30'],
    ['۱۰ اردیبهشت', 'fa-IR', '2027-04-30'],
    ['2027年4月30日', 'ja-JP', '2027-04-30'],
    ['4月30日', 'ja-JP', '2027-04-30'],
    ['30 avril', 'fr-FR', '2027-04-30'],
    ['vendredi', 'fr-FR', '2026-11-27'],
  ])('%s in %s', (text, locale, date) => {
    expect(read(text, locale)).toBe(date);
    // As in a browser of that region.
    expect(read(text, `${locale}-u-ca-gregory`)).toBe(date);
  });

  const locales = `
    en-US en-GB en-CA en-IN de-DE de-AT de-CH fr-FR fr-CH nl-NL nl-BE it-IT es-ES pt-PT pt-BR sv-SE da-DK nb-NO pl-PL
    cs-CZ fi-FI hu-HU bg-BG ru-RU el-GR tr-TR ro-RO lt-LT lv-LV et-EE ja-JP zh-CN zh-TW ko-KR vi-VN id-ID hi-IN ar-EG
    ar-SA fa-IR he-IL th-TH xx th-TH-u-ca-gregory fa-IR-u-ca-gregory ar-SA-u-ca-gregory ja-JP-u-ca-gregory`
    .trim()
    .split(/\s+/);
  const styles = ['short', 'day', 'medium', 'long', 'weekday', 'figures'] as const satisfies DateStyle[];

  test.each(locales)('whatever is written in %s', (locale) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3650 }), fc.constantFrom(...styles), (days, style) => {
        const date = addDays(today, style === 'short' || style === 'day' ? days % 365 : days);
        expect(readTypedDate(formatDate(date, locale, style), { locale, today })).toEqual({ ok: true, date });
      }),
      { numRuns: 60 },
    );
  });
});

test.each([
  ['25 Nov', '2026-11-25'],
  ['nov 26', '2025-11-26'],
  ['24.11.', '2026-11-24'],
  ['12/31', '2025-12-31'],
  ['dec 12 2025', '2025-12-12'],
  ['wednesday', '2026-11-25'],
  ['Donnerstag', '2026-11-19'],
  ['KW 47', '2026-11-20'],
  ['KW 48', '2025-11-28'],
  ['yesterday', '2026-11-24'],
  ['gestern', '2026-11-24'],
  ['today', '2026-11-25'],
  ['tomorrow', '2026-11-26'],
])('of past days, %j is the last such day: %s', (text, date) => {
  const reading = readTypedDate(text, { locale: 'en-US', today, isPast: true });
  expect(reading.ok ? reading.date : reading.reason).toBe(date);
});

test('a date without a year is the next such day, a weekday within a week', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 364 }), (start, days) => {
      const day = addDays('2020-01-01', start);
      const date = addDays(day, days);
      for (const [locale, style] of [
        ['en-US', 'short'],
        ['de-DE', 'day'],
      ] as const)
        expect(readTypedDate(formatDate(date, locale, style), { locale, today: day })).toEqual({ ok: true, date });
      const weekday = readTypedDate(formatDate(date, 'en-US', 'weekday alone'), { locale: 'en-US', today: day });
      expect(weekday).toEqual({ ok: true, date: addDays(day, (isoWeekday(date) - isoWeekday(day) + 7) % 7) });
    }),
  );
});

test('never throws, and never gives a far date', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[\d./ -]{0,12}$/),
    fc
      .array(fc.constantFrom('12', '2026', 'dec', 'in', 'kw', '+', 'friday', '.', '/', ' ', 'weeks', '0'), {
        maxLength: 6,
      })
      .map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('en-US', 'de-DE', 'ja-JP', 'fa-IR', 'th-TH'), (typed, locale) => {
      const reading = readTypedDate(typed, { locale, today });
      if (reading.ok) expect(reading.date <= '2046-11-25').toBe(true);
    }),
  );
});

test.each([
  ['2026-12-04', true],
  ['4.12.2026', true],
  ['20261204', true],
  ['2026120412', false],
  ['4.12.20', false],
  ['dec 12', false],
  ['12/12', false],
  ['', false],
])('%j is complete: %s', (text, isComplete) => expect(isCompleteDate(text)).toBe(isComplete));

import { describe, expect, it } from 'vitest';
import {
  type DateCell,
  dateStyleOf,
  isAmbiguousDate,
  isSpreadsheetDate,
  readComingDate,
  readDateCell,
} from './list-date.ts';

it.each([
  ['26-12-15', '2026-12-15'],
  ['26-12-20', '2026-12-20'],
  ['31-12-26', '2026-12-31'],
  ['26.11.25', '2025-11-26'],
])('reads %s, in a list of November 2026, as %s', (text, expected) => {
  expect(readDateCell(text, true, '2026-11-22')).toEqual({
    dayFirst: expected,
    monthFirst: expect.toBeOneOf([null, expected]),
  });
});

describe('readDateCell', () => {
  it.each([
    ['2026-03-17', '2026-03-17', '2026-03-17'],
    ['03/04/2026', '2026-04-03', '2026-03-04'],
    ['17/03/2026', '2026-03-17', null],
    ['03/17/2026', null, '2026-03-17'],
    ['03.04.2026', '2026-04-03', null],
    ['03.17.2026', null, '2026-03-17'],
    ['3-4-26', '2026-04-03', '2026-03-04'],
    ['26-03-17', '2026-03-17', '2026-03-17'],
    ['26-03-19', '2026-03-19', '2026-03-19'],
    ['26-03-20', '2020-03-26', null],
    ['1. März 2026', '2026-03-01', '2026-03-01'],
    ['martes 17 de marzo de 2026', '2026-03-17', '2026-03-17'],
    ['Mar 17, 2026', '2026-03-17', '2026-03-17'],
    ["17 Aug '26", '2026-08-17', '2026-08-17'],
    ['29 février 2028', '2028-02-29', '2028-02-29'],
    ['2026-W01-1', '2025-12-29', '2025-12-29'],
    ['bis spätestens 17.3.2026', '2026-03-17', null],
    ['by Tue 17 March 2026', '2026-03-17', '2026-03-17'],
    ['le 17 mars 2026', '2026-03-17', '2026-03-17'],
    ['2026-03-17T00:00:00+02:00', '2026-03-17', '2026-03-17'],
    ['3/17/2026 12:00:00 AM', null, '2026-03-17'],
  ])('parses %s day first and month first', (text, dayFirst, monthFirst) => {
    expect(readDateCell(text, false)).toEqual({ dayFirst, monthFirst });
  });

  it.each([
    ['46098', { dayFirst: '2026-03-17', monthFirst: '2026-03-17' }],
    ['20260317', { dayFirst: '2026-03-17', monthFirst: '2026-03-17' }],
    ['12345', 'not-a-date'],
  ])('parses %s only in a date column', (text, expected) => {
    expect(readDateCell(text, true)).toEqual(expected);
    expect(readDateCell(text, false)).toBe('not-a-date');
  });

  it.each([
    ['', null],
    ['-', null],
    ['NA', null],
    ['n/a', null],
    ['30.02.2026', 'not-a-date'],
    ['29 February 2026', 'not-a-date'],
    ['soon', 'not-a-date'],
    ['before 17 March 2026', 'not-a-date'],
    ['bis bald', 'not-a-date'],
    ['17.03.', 'date-without-year'],
    ['17 March', 'date-without-year'],
    ['tbd', 'not-a-date'],
    ['KW 12', 'date-without-year'],
    ['2027-W53', 'not-a-date'],
    ['0000-W12', 'not-a-date'],
    ['week 60', 'date-without-year'],
    ['KW 51-52', 'not-a-date'],
    ['KW 51/52', 'not-a-date'],
    ['KW 26/27', 'not-a-date'],
    ['KW 5/12', 'not-a-date'],
    ['########', 'spreadsheet-error'],
  ])('returns the problem of %j: %s', (text, expected) => {
    expect(readDateCell(text, true)).toBe(expected);
  });
});

describe('readDateCell with a week', () => {
  it.each([
    ['KW 51/2026', '2026-12-18'],
    ['week 12/2026', '2026-03-20'],
    ['2026-W12', '2026-03-20'],
    ['2026 KW 53', '2027-01-01'],
    ['CW01/27', '2027-01-08'],
    ['sem. 2 2027', '2027-01-15'],
  ])('resolves %s to its Friday', (text, friday) => {
    expect(readDateCell(text, true)).toEqual({ dayFirst: friday, monthFirst: friday });
  });

  it.each([
    ['KW 51', '2026-11-22', '2026-12-18'],
    ['week 48', '2026-11-27', '2026-11-27'],
    ['week 48', '2026-11-28', '2027-12-03'],
    ['W3', '2026-11-22', '2027-01-22'],
    ['51. KW', '2026-11-22', '2026-12-18'],
    ['KW 1', '2026-12-31', '2027-01-08'],
    ['KW 53', '2027-01-02', '2032-12-31'],
  ] as const)('resolves %s without a year to the next such week from %s', (text, today, friday) => {
    expect(readDateCell(text, true, today)).toEqual({ dayFirst: friday, monthFirst: friday });
  });

  it('parses "morgen" as tomorrow, but rejects "übermorgen"', () => {
    expect(readDateCell('morgen', true, '2026-11-22')).toMatchObject({ dayFirst: '2026-11-23' });
    expect(readDateCell('übermorgen', true, '2026-11-22')).toBe('not-a-date');
  });

  it('rejects a week that no year has', () => {
    expect(readDateCell('KW 54', true, '2026-11-22')).toBe('not-a-date');
  });
});

describe('isSpreadsheetDate', () => {
  it.each([
    '05-Mar',
    'Mar-05',
    '5. Mrz',
    'mrt-05',
    '17.03.2026',
    '2026-03-17 00:00',
    '1/2/2026',
    '2026-03-17T00:00:00',
    '5-Mar-26',
    '5-Mar-2026',
  ])('%s', (text) => {
    expect(isSpreadsheetDate(text)).toBe(true);
  });

  it.each([
    'MAR-05',
    '05-MAR',
    'March',
    '12-34-56',
    '1.2.3',
    'AB-123',
    '2026-13-01',
    'Mara 05',
    '1.2.03',
    'X5-Mar',
    '5-Mar-26B',
    '5-Mar-123',
  ])('not %s', (text) => {
    expect(isSpreadsheetDate(text)).toBe(false);
  });
});

describe('readComingDate', () => {
  it.each([
    ['17 March', '2026-03-17', '2026-03-17'],
    ['17 March', '2026-03-18', '2027-03-17'],
    ['17.3.', '2026-03-18', '2027-03-17'],
    ['29 February', '2027-03-01', '2028-02-29'],
    ['17 March 2020', '2026-03-18', '2020-03-17'],
    ['week 48', '2026-11-28', '2027-12-03'],
    ['3/17', '2026-03-01', '2026-03-17'],
    ['17/3', '2026-03-18', '2027-03-17'],
    ['Friday 17.3.', '2026-03-18', '2027-03-17'],
  ] as const)('resolves %s on %s to %s', (text, today, date) => {
    const cell = readComingDate(text, today);
    expect(cell?.dayFirst ?? cell?.monthFirst).toBe(date);
  });

  it.each(['soon', '31 February', '17 o’clock', '46098', ''])('finds no date in %j', (text) => {
    expect(readComingDate(text, '2026-03-17')).toBeNull();
  });
});

const cellsOf = (texts: readonly string[]) => texts.map((text) => readDateCell(text, true) as DateCell);

describe('date columns', () => {
  it.each([
    [['03/04/2026', '17/03/2026'], 'day-first'],
    [['03/04/2026', '03/17/2026'], 'month-first'],
    [['03/17/2026', '17/03/2026'], null],
    [['03/04/2026', '2026-03-17'], null],
    [[], null],
  ])('derives the style of %j: %s', (texts, style) => {
    expect(dateStyleOf(cellsOf(texts))).toBe(style);
  });

  it.each([
    ['03/04/2026', true],
    ['04/04/2026', false],
    ['17/03/2026', false],
    ['03/17/2026', false],
    ['2026-03-04', false],
  ])('reports whether %s is ambiguous: %j', (text, open) => {
    expect(cellsOf([text]).map(isAmbiguousDate)).toEqual([open]);
  });

  it.each([
    ['36526', '2000-01-01'],
    ['73050', '2099-12-31'],
    ['46098,75', '2026-03-17'],
  ])('converts the spreadsheet serial number %s to %s', (text, date) => {
    expect(readDateCell(text, true)).toEqual({ dayFirst: date, monthFirst: date });
  });

  it.each(['36525', '73051', '1234567', '1046098', '460981', '4.6e4'])('rejects %s as a date', (text) => {
    expect(readDateCell(text, true)).toBe('not-a-date');
  });
});

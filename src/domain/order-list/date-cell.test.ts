import { describe, expect, it } from 'vitest';
import { isSpreadsheetDate, readDateCell } from './date-cell.ts';

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
    ['1. März 2026', '2026-03-01', '2026-03-01'],
    ['martes 17 de marzo de 2026', '2026-03-17', '2026-03-17'],
    ['Mar 17, 2026', '2026-03-17', '2026-03-17'],
    ["17 Aug '26", '2026-08-17', '2026-08-17'],
    ['29 février 2028', '2028-02-29', '2028-02-29'],
    ['2026-W01-1', '2025-12-29', '2025-12-29'],
    ['2026-03-17T00:00:00+02:00', '2026-03-17', '2026-03-17'],
    ['3/17/2026 12:00:00 AM', null, '2026-03-17'],
  ])('reads %s with the day and with the month first', (text, dayFirst, monthFirst) => {
    expect(readDateCell(text, false)).toEqual({ dayFirst, monthFirst });
  });

  it.each([
    ['46098', { dayFirst: '2026-03-17', monthFirst: '2026-03-17' }],
    ['20260317', { dayFirst: '2026-03-17', monthFirst: '2026-03-17' }],
    ['12345', 'not-a-date'],
  ])('reads %s only in a column of dates', (text, expected) => {
    expect(readDateCell(text, true)).toEqual(expected);
    expect(readDateCell(text, false)).toBe('not-a-date');
  });

  it.each([
    ['', null],
    ['-', null],
    ['tbd', null],
    ['30.02.2026', 'not-a-date'],
    ['29 February 2026', 'not-a-date'],
    ['soon', 'not-a-date'],
    ['17.03.', 'date-without-year'],
    ['17 March', 'date-without-year'],
    ['KW 12', 'week-not-day'],
    ['week 12/2026', 'week-not-day'],
    ['2026-W12', 'week-not-day'],
    ['########', 'spreadsheet-error'],
  ])('says of %j that it is %s', (text, expected) => {
    expect(readDateCell(text, true)).toBe(expected);
  });
});

describe('isSpreadsheetDate', () => {
  it.each(['05-Mar', 'Mar-05', '5. Mrz', 'mrt-05', '17.03.2026', '2026-03-17 00:00', '1/2/2026', '5-Mar-26'])(
    '%s',
    (text) => {
      expect(isSpreadsheetDate(text)).toBe(true);
    },
  );

  it.each(['MAR-05', '05-MAR', 'March', '12-34-56', '1.2.3', 'AB-123', '2026-13-01', 'Mara 05'])('not %s', (text) => {
    expect(isSpreadsheetDate(text)).toBe(false);
  });
});

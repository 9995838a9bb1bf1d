import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addDays } from '#stock/calendar-date.ts';

import { CellFault } from './cell-fault.ts';
import { type DateReading, dateFormOf, readDate } from './date-cell.ts';

const stock: DateReading = { form: null, hasTime: false };

function faultOf(text: string, reading = stock): CellFault {
  const fault = readDate(text, reading);
  if (!(fault instanceof CellFault)) throw new Error(`${text} is read as ${fault}`);
  return fault;
}

describe('a day with one reading is taken', () => {
  test.each([
    ['2026-12-01', '2026-12-01'],
    ['2028-02-29', '2028-02-29'],
    ['2026-12-1', '2026-12-01'],
    ['2026-1-5', '2026-01-05'],
    ['2026/12/02', '2026-12-02'],
    ['2026.12.2', '2026-12-02'],
    ['20261201', '2026-12-01'],
    ['20261201.0', '2026-12-01'],
    ['2026-12-01 00:00:00', '2026-12-01'],
    ['2026-12-01 00:00', '2026-12-01'],
    ['2026-12-01 0:00:00', '2026-12-01'],
    ['2026-12-01T00:00:00', '2026-12-01'],
    ['2026-12-01T00:00:00Z', '2026-12-01'],
    ['2026-12-01T00:00:00.000Z', '2026-12-01'],
    ['2026-12-01T00:00:00+01:00', '2026-12-01'],
    ['2026-12-01 00:00:00+00', '2026-12-01'],
    ['2026-12-01 00:00:00.0000000', '2026-12-01'],
    ['2026-12-01 00:00:00 UTC', '2026-12-01'],
    ['2026/12/1 12:00:00 AM', '2026-12-01'],
    ['9999-12-31T00:00:00', '9999-12-31'],
    ['1 Dec 2026', '2026-12-01'],
    ['01-Dec-26', '2026-12-01'],
    ['01-DEC-2026', '2026-12-01'],
    ['01DEC2026', '2026-12-01'],
    ['1. Dez. 2026', '2026-12-01'],
    ['1. März 2027', '2027-03-01'],
    ['1.Mrz.27 00:00', '2027-03-01'],
    ['Di., 1. Dezember 2026', '2026-12-01'],
    ['December 1st, 2026', '2026-12-01'],
    ['2026-Dec-01', '2026-12-01'],
    ['Tue, 01 Dec 2026 00:00:00 GMT', '2026-12-01'],
  ])('%s', (text, date) => expect(readDate(text, stock)).toBe(date));
});

const formsOf = (text: string) => faultOf(text).forms.map(({ option }) => option);

describe('any other text is rejected, with what would be right', () => {
  test.each([
    ['', 'must be a day that exists, written YYYY-MM-DD'],
    ['2026-02-29', 'must be a day that exists, written YYYY-MM-DD'],
    ['2026-11-31', 'must be a day that exists, written YYYY-MM-DD'],
    ['31.11.2026', 'must be a day that exists, written YYYY-MM-DD'],
    ['2026-13-01', 'must be a day that exists, written YYYY-MM-DD'],
    ['31 Feb 2027', 'must be a day that exists, written YYYY-MM-DD'],
    ['1 Dezent 2026', 'must be a day that exists, written YYYY-MM-DD'],
    ['Dec 2026', 'must be a day that exists, written YYYY-MM-DD'],
    ['Dec 1 26', 'must be a day that exists, written YYYY-MM-DD'],
    ['2026-12-01x', 'must be a day that exists, written YYYY-MM-DD'],
    ['2026-12-01 14:30:00', 'must be a day without a time'],
    ['2026-12-01T23:00:00Z', 'must be a day without a time'],
    ['46357', 'is the number of a day in a spreadsheet: format it as YYYY-MM-DD'],
    ['01.12.2026', 'is dd.mm.yyyy: write it YYYY-MM-DD, or use --dates dd.mm.yyyy'],
    ['1.12.26', 'is dd.mm.yy: write it YYYY-MM-DD, or use --dates dd.mm.yy'],
    ['13/04/2026', 'is dd/mm/yyyy: write it YYYY-MM-DD, or use --dates dd/mm/yyyy'],
    ['4/13/2026 00:00', 'is mm/dd/yyyy: write it YYYY-MM-DD, or use --dates mm/dd/yyyy'],
    ['03/04/2026', 'can be 2026-04-03 or 2026-03-04: write it YYYY-MM-DD, or use --dates'],
    ['03-04-26', 'can be 2026-04-03 or 2026-03-04: write it YYYY-MM-DD, or use --dates'],
    ['13042026', 'is ddmmyyyy: write it YYYY-MM-DD, or use --dates ddmmyyyy'],
  ])('%j', (text, rule) => expect(faultOf(text).rule).toBe(rule));

  test('with the forms that it can have', () => {
    expect(formsOf('01.12.2026')).toEqual(['--dates dd.mm.yyyy']);
    expect(formsOf('03/04/2026')).toEqual(['--dates dd/mm/yyyy', '--dates mm/dd/yyyy']);
    expect(formsOf('2026-02-30')).toEqual([]);
  });
});

test('the time of day of a last update is ignored', () => {
  const update = { form: null, hasTime: true };
  const texts = ['2026-11-24', '2026-11-24 08:15', '2026-11-24T23:59:59.123Z', '2026/11/24 8:15:00 PM'];
  expect(texts.map((text) => readDate(text, update))).toEqual(texts.map(() => '2026-11-24'));
  expect(faultOf('2026-11-24 25', update).rule).toMatch(/must be a day/);
});

describe('--dates', () => {
  test.each([
    ['dd.mm.yyyy', '01.12.2026'],
    ['DD.MM.YYYY', '1.12.2026'],
    ['tt.mm.jjjj', '01.12.2026 00:00:00'],
    ['d.m.yy', '1.12.26'],
    ['dd/mm/yyyy', '01/12/2026'],
    ['mm/dd/yyyy', '12/01/2026'],
    ['m/d/yy', '12/1/26'],
    ['dd-mm-yyyy', '01-12-2026'],
    ['ddmmyyyy', '01122026'],
    ['yyyy-mm-dd', '2026-12-01'],
    ['yy/mm/dd', '26/12/01'],
  ])('%s reads %s', (name, text) => {
    const form = dateFormOf(name);
    expect(form).not.toBeNull();
    expect(readDate(text, { form, hasTime: false })).toBe('2026-12-01');
    expect(readDate('2026-12-01', { form, hasTime: false })).toBe('2026-12-01');
  });

  test.each(['', 'dd.mm', 'dd.mm/yyyy', 'dd.dd.yyyy', 'yyyy-dd-mm', 'dd.mm.yyy', 'iso', 'mm.yyyy.dd'])(
    '%j is no form',
    (name) => expect(dateFormOf(name)).toBeNull(),
  );

  test('does not read another separator or order', () => {
    const reading = { form: dateFormOf('dd.mm.yyyy'), hasTime: false };
    for (const text of ['04/03/2026', '12.13.2026', '1.12.26', '01.12.2026 08:00']) faultOf(text, reading);
  });

  test('reads back every day that it is given', () => {
    const parts = { yyyy: [0, 4], mm: [5, 7], dd: [8, 10] } as const;
    const forms = ['dd.mm.yyyy', 'mm/dd/yyyy', 'dd-mm-yyyy', 'ddmmyyyy', 'yyyy/mm/dd'];
    fc.assert(
      fc.property(fc.constantFrom(...forms), fc.integer({ min: 0, max: 30_000 }), (name, days) => {
        const date = addDays('2000-01-01', days);
        const text = name.replaceAll(/yyyy|mm|dd/g, (part) => date.slice(...parts[part as keyof typeof parts]));
        expect(readDate(text, { form: dateFormOf(name), hasTime: false })).toBe(date);
      }),
    );
  });
});

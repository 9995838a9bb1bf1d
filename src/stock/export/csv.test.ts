import { dsvFormat } from 'd3-dsv';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { csvHeader, csvRecord, csvStyleOf, plainCsv } from './csv.ts';
import type { ExportColumn } from './export-table.ts';
import { escapeFormula } from './formula-escape.ts';

const columns: ExportColumn[] = [
  { header: 'Product', kind: 'id' },
  { header: 'Name', kind: 'text' },
  { header: 'Available', kind: 'quantity' },
  { header: 'First date', kind: 'date' },
];

it.each([
  ['en-GB', ',', '.'],
  ['de-DE', ';', ','],
  ['fr-FR', ';', ','],
  ['de-CH', ',', '.'],
  ['ar-EG', ',', '.'],
] as const)('uses the separators of a spreadsheet in %s', (locale, separator, decimal) => {
  expect(csvStyleOf(locale)).toEqual({ separator, decimal });
});

it('writes a record that conforms to RFC 4180', () => {
  const cells = [12_345, 'Crêpe, "Alizé"\n=blue 🧵', 1_234_500, '2026-11-21'];
  expect(csvHeader(columns, plainCsv)).toBe('Product,Name,Available,First date');
  expect(csvRecord(columns, { cells }, plainCsv)).toBe('12345,"Crêpe, ""Alizé""\n=blue 🧵",1234.5,2026-11-21');
  expect(csvRecord(columns, { cells }, csvStyleOf('de'))).toBe('12345;"Crêpe, ""Alizé""\n=blue 🧵";1234,5;2026-11-21');
  expect(csvRecord(columns, { cells: [1, null, null, null] }, plainCsv)).toBe('1,,,');
  // Programs that take another separator keep the field whole.
  expect(csvRecord(columns, { cells: [1, 'a;=1+1', null, null] }, plainCsv)).toBe('1,"a;=1+1",,');
  expect(csvRecord(columns, { cells: [1, 'a\t=1', null, null] }, plainCsv)).toBe('1,"a\t=1",,');
  expect(csvRecord(columns, { cells: [1, 'blue ', null, null] }, plainCsv)).toBe('1,"blue ",,');
});

it('keeps negative quantities as numbers and escapes formulas', () => {
  const record = csvRecord(columns, { cells: [1, '-5 %', -5000, null] }, plainCsv);
  expect(record).toBe(`1,'-5 %,-5,`);
});

it('preserves all text in either style', () => {
  const text: ExportColumn[] = [
    { header: 'a', kind: 'text' },
    { header: 'b', kind: 'text' },
  ];
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom('en', 'de'), (first, second, locale) => {
      const style = csvStyleOf(locale);
      const record = csvRecord(text, { cells: [first, second] }, style);
      const [row] = dsvFormat(style.separator).parseRows(`${record}\r\n`);
      expect(row).toEqual([escapeFormula(first), escapeFormula(second)]);
    }),
  );
});

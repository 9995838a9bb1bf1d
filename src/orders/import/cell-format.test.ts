// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { cellFormatter } from './cell-format.ts';
import { htmlRows } from './html-rows.ts';
import { openListFile } from './list-file.ts';
import { readList, type ReadList, recordsOfText } from './read-list.ts';
import { cellXml, escaped, rowXml, stylesOf, workbookFile } from './workbook-file.fixture.ts';

it.each([
  ['General', 1.234, '1.2340', '1.234'],
  ['General', 4_006_381_333_931, '4006381333931', '4006381333931'],
  ['General', 0.1 + 0.2, '0.3', '0.3'],
  ['0.000" kg"', 1.234, '1.2340 kg', '1.234 kg'],
  ['0\\.000', 1234, '1.234', '1.234'],
  ['#,##0.00', 1_234_567.891, '1234567.89', '1,234,567.89'],
  ['[$€-407] #,##0.00', 1234.5, '€ 1234.50', '€ 1,234.50'],
  ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', 12.5, '12.50 €', '12.50 €'],
  ['0;-0;"none"', 0, 'none', 'none'],
  ['[<10]"few";0', 5, 'few', 'few'],
  ['"until "dd/mm/yyyy', 46_463, 'until 17/03/2027', 'until 17/03/2027'],
  ['dd/mm/yyyy', 46_463.5, '2027-03-17', '2027-03-17'],
  ['h:mm', 0.5, '12:00', '12:00'],
  ['"CP-"@', 'x', 'CP-x', 'CP-x'],
  ['General', true, 'TRUE', 'TRUE'],
  ['a "format" that is broken"', 5, '5', '5'],
])('the format %s shows %s', (pattern, value, text, shown) => {
  expect(cellFormatter('en', false)(value, pattern)).toEqual({ text, shown });
});

it.each([
  ['0.00', 83.333, '83,33'],
  ['#,##0.0', 1234.5, '1234,5'],
  ['[$-409]#,##0.0', 1234.5, '1234,5'],
  ['d. mmm yy" "', 46_463, '2027-03-17'],
  ['mmm yy', 46_463, 'März 27'],
])('in German, the format %s', (pattern, value, text) => {
  expect(cellFormatter('de-DE', false)(value, pattern).text).toBe(text);
});

const digits = fc.constantFrom(
  '0',
  '0.0',
  '0.00',
  '0.000',
  '#,##0',
  '#,##0.00',
  '#,##0.###',
  '00000',
  '?0.0?',
  '0,',
  'General',
);
const unit = fc.constantFrom('', '" kg"', '\\ "m"', '" St."', '%', '" €"', '_-');
const patterns = fc
  .tuple(digits, unit)
  .map(([number, suffix]) => (number === 'General' ? number : `${number}${suffix}`));
const quantityPatterns = fc.oneof(
  patterns,
  patterns.map((pattern) => `${pattern};[Red]-${pattern};"none"`),
  fc.constantFrom('0.00E+00', '# ?/?', '[$€-407] #,##0.00', 'dd.mm.yyyy', 'd-mmm', '@', ';;;'),
);
const values = fc.oneof(
  fc.integer({ min: -50, max: 3000 }),
  fc.integer({ min: 1, max: 9_999_999 }).map((value) => value / 1000),
);
const products = fc.constantFrom('"CP-"0000"-SK"', '00000', '0', '00-00-00', '"A"#');
const dates = fc.constantFrom(
  'yyyy-mm-dd',
  'd. mmmm yyyy',
  'd-mmm-yy',
  'd-mmm',
  'mmm yyyy',
  'dddd, d mmmm yyyy',
  'yyyy-mm-dd hh:mm',
);
const rows = fc.array(
  fc.record({
    look: fc.constantFrom('plain', 'plain', 'hidden', 'struck'),
    cells: fc.tuple(
      fc.tuple(fc.integer({ min: 1000, max: 99_999 }), products),
      fc.tuple(values, quantityPatterns),
      fc.tuple(fc.integer({ min: 46_000, max: 47_500 }), dates),
    ),
  }),
  { minLength: 1, maxLength: 5 },
);
const head = ['SKU', 'Quantity', 'Ship by'];
/** Days between the first ones of both date systems. */
const daysTo1904 = 1462;

it('a file and the paste of what it shows give the same lines, or the paste asks', async () => {
  const locales = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH');
  await fc.assert(
    fc.asyncProperty(rows, locales, fc.boolean(), async (written, locale, is1904) => {
      const options = { locale, statuses: [], today: '2026-11-25' as const };
      const sample = written.map(({ look, cells: [product, quantity, [day, pattern]] }) => {
        return { look, cells: [product, quantity, [is1904 ? day - daysTo1904 : day, pattern]] as const };
      });
      const used = [...new Set(sample.flatMap(({ cells }) => cells.map(([, pattern]) => pattern)))];
      const xml = sample.map(({ look, cells }) => {
        const styles = look === 'struck' ? used.length + 2 : 1;
        const texts = cells.map(([value, pattern]) => cellXml(value, styles + used.indexOf(pattern)));
        return `<row ${look === 'hidden' ? 'hidden="1"' : ''}>${texts.join('')}</row>`;
      });
      const file = workbookFile([{ xml: `<sheetData>${rowXml(head)}${xml.join('')}</sheetData>` }], {
        styles: stylesOf(used),
        properties: is1904 ? 'date1904="1"' : '',
      });
      const inFile = (await openListFile(file, options))(null);
      // Hidden rows aren't copied.
      const copied = sample.flatMap((row, at) => (row.look === 'hidden' ? [] : { ...row, line: at + 2 }));
      const format = cellFormatter(locale, is1904);
      const shown = copied.map(({ cells }) => cells.map(([value, pattern]) => format(value, pattern).shown));
      const isStruck = (at: number) => copied[at - 1]?.look === 'struck';
      const html = [head, ...shown].map((cells, at) => {
        return `<tr>${cells.map((cell) => `<td>${isStruck(at) ? `<s>${escaped(cell)}</s>` : escaped(cell)}</td>`).join('')}</tr>`;
      });
      const text = [head, ...shown].map((cells) => cells.join('\t')).join('\n');
      const inPaste = recordsOfText(
        text,
        'paste',
        copied.some((_, at) => isStruck(at + 1)) ? htmlRows(`<table>${html.join('')}</table>`) : [],
      );
      for (const included of [[], ['canceled'] as const]) {
        const [read, pasted] = [inFile, inPaste].map((list) => readList(list, { ...options, included }));
        for (const [at, { line, look }] of copied.entries()) {
          const outcome = outcomeOf(read as ReadList, line);
          expect(outcomesOf(pasted as ReadList, at + 2)).toContainEqual(outcome);
          if (look === 'struck' && included.length === 0) expect(outcome).toBeNull();
          else expect(outcome).not.toBeNull();
        }
        for (const [at, { look }] of sample.entries()) {
          if (look === 'hidden') expect(outcomeOf(read as ReadList, at + 2)).toBeNull();
        }
        expect(read?.reading.questions.length).toBeLessThanOrEqual(pasted?.reading.questions.length ?? 0);
      }
    }),
    { numRuns: 300 },
  );
});

/** What becomes of a line: an order line, or the reason why it is refused. */
function outcomeOf({ reading }: Pick<ReadList, 'reading'>, line: number) {
  const order = reading.lines.find((each) => each.line === line);
  const refused = reading.refused.find((each) => each.line === line);
  if (order)
    return {
      product: order.product,
      quantity: order.quantity,
      unit: order.unit,
      date: order.shipBy ?? order.dateProblem?.code,
    };
  return refused ? refused.code : null;
}

/** The same in each of the readings that the paste asks about. */
function outcomesOf(pasted: ReadList, line: number) {
  const readings = pasted.reading.questions.flatMap((question) =>
    question.readings.map(({ lines, refused }) => ({ reading: { ...pasted.reading, lines, refused } })),
  );
  return [pasted, ...readings].map((each) => outcomeOf(each, line));
}

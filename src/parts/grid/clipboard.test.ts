import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readClipboardText, writeClipboardHtml, writeClipboardText } from './clipboard.ts';

describe('writing cells for the clipboard', () => {
  it.each([
    [
      'plain cells',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      'a\tb\r\nc\td',
    ],
    ['a line break within a cell', [['one\ntwo', 'b']], '"one\ntwo"\tb'],
    ['a tab within a cell', [['a\tb']], '"a\tb"'],
    ['an inch sign, verbatim', [['12" tape']], '12" tape'],
    ['a quote at the beginning', [['"quoted"']], '"""quoted"""'],
    ['an empty last row', [['a'], ['']], 'a\r\n\r\n'],
    ['formulas, escaped', [['=1+1', '@x', '+A1', '-B2']], "'=1+1\t'@x\t'+A1\t'-B2"],
    ['a percentage, and text with a leading tab', [['-5%', '\t=1']], `'-5%\t"'\t=1"`],
    ['numbers, signed or not', [['-12.5', '+3', '-1.234,5', "-1'000"]], "-12.5\t+3\t-1.234,5\t-1'000"],
  ])('%s', (_, cells, text) => {
    expect(writeClipboardText(cells)).toBe(text);
  });
});

describe('reading cells from the clipboard', () => {
  it.each([
    [
      'Excel: a line break after the last row',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'LibreOffice: bare line feeds',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['bare carriage returns', 'a\rb', [['a'], ['b']]],
    ['a quoted cell over two lines', '"one\r\ntwo"\tb\r\n', [['one\r\ntwo', 'b']]],
    ['doubled quotes', '"say ""hi"""', [['say "hi"']]],
    ['a quote that is never closed', '"12 inch\tb\nc', [['"12 inch', 'b'], ['c']]],
    ['a quote in the middle', '12" tape\tx', [['12" tape', 'x']]],
    ['a quoted word, then more', '"old" name\tx', [['"old" name', 'x']]],
    ['an empty cell at the end', 'a\t', [['a', '']]],
    ['empty rows between', 'a\n\nb', [['a'], [''], ['b']]],
    ['nothing', '', []],
    ["a spreadsheet's apostrophe", "'=1+1\t'007", [['=1+1', "'007"]]],
  ])('%s', (_, text, cells) => {
    expect(readClipboardText(text)).toEqual(cells);
  });

  it('reads back what was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', '"', "'", '\t', '\n', '\r', '=', '-', ' ') });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(table, (cells) => {
        expect(readClipboardText(writeClipboardText(cells))).toEqual(cells);
      }),
    );
  });
});

it('writes a table that preserves text and escapes formulas', () => {
  const cells = [['007', '<b>"A" & B</b>\nmore', '=1+1', '1031,5', '2026-12-04', '0999-12-04']];
  const html = writeClipboardHtml(cells, (column) => column === 0);
  expect(html.slice(html.indexOf('<table>'))).toBe(
    '<table><tr><td class="sh-code" sdnum="1033;0;@">007</td>' +
      `<td>&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;<br>more</td><td>'=1+1</td>` +
      '<td align="right" sdval="1031.5">1031,5</td>' +
      '<td class="sh-date" sdval="46360" sdnum="1033;0;YYYY-MM-DD">2026-12-04</td><td>0999-12-04</td></tr></table>',
  );
});

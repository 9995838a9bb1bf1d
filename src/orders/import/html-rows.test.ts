// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { htmlRows, isHtml } from './html-rows.ts';
import { openFile, openText } from './open-list.ts';
import type { ReadList } from './read-list.ts';

const options = { locale: 'en', statuses: [] };
const orders = ({ reading }: ReadList) => reading.lines.map(({ product, quantity }) => [product, quantity]);
const aside = ({ asides }: ReadList) =>
  asides.map(({ reason, lines }) => [reason, ...lines.map(({ product }) => product)]);

describe('HTML under the name .xls', () => {
  it('is read as the table it shows', async () => {
    const html =
      '<html><head><meta charset="iso-8859-1"><style>.x{mso-number-format:"0";}</style></head><body><table><tr><th>SKU</th><th>Price</th><th>Qty</th></tr><tr><td>CP-1001-SK</td><td>12</td><td x:num="40.0">40</td></tr><tr><td>WF-1004-GR<br></td><td>9</td><td>25</td></tr></table></body></html>';
    const { list } = await openFile(new File([html], 'order.xls'), options);
    expect(orders(list)).toEqual([
      ['CP-1001-SK', 40],
      ['WF-1004-GR', 25],
    ]);
    expect(list.reading.refused).toEqual([]);
  });

  it('keeps its columns below cells that cover several, and hides what is hidden', () => {
    const html = `<table><colgroup><col><col style="display:none"><col></colgroup>
      <tr><td colspan=2>A</td><td>B</td></tr><tr><td rowspan=2>a</td><td>hidden</td><td>1</td></tr><tr><td>hidden</td><td>2 <span style="display: none">sort</span></td></tr>
      <tr style='display:none'><td>x</td><td>y</td><td>3</td></tr></table>`;
    expect(htmlRows(html).map(({ line, cells, setAside }) => [line, cells, setAside])).toEqual([
      [1, ['A', '', 'B'], undefined],
      [2, ['a', '', '1'], undefined],
      [3, ['', '', '2'], undefined],
      [4, ['x', 'y', '3'], 'hidden'],
    ]);
  });

  it('is refused if its tables are in other files', async () => {
    const file = new File(['<html><frameset><frame src="sheet001.htm"></frameset></html>'], 'order.xls');
    await expect(openFile(file, options)).rejects.toMatchObject({ code: 'not-readable' });
  });

  it.each([
    ['<table><tr><td>1', true],
    ['\n<!-- made by a shop -->\n<TABLE border=1>', true],
    ['<?xml version="1.0"?><html xmlns="x">', true],
    ['<?xml version="1.0"?><Workbook>', false],
    ['SKU;Qty\n<b>;5', false],
    ['<10001>\t5', false],
  ])('is told from other files: %s', (text, expected) => expect(isHtml(text)).toBe(expected));
});

describe('struck out on the clipboard', () => {
  const text = 'SKU\tQty\nCP-1001-SK\t40\nSD-1002-MU\t5';

  it.each([
    ['<tr><td><s>SD-1002-MU</s></td><td><s>5</s></td></tr>'],
    ['<tr><td><del>SD-1002-MU</del></td><td><strike>5</strike></td></tr>'],
    ['<tr><td style="text-decoration:underline line-through">SD-1002-MU</td><td>5</td></tr>'],
    ['<tr style="text-decoration-line: line-through"><td>SD-1002-MU</td><td>5</td></tr>'],
    [
      '<tr><td class=xl65>SD-1002-MU</td><td class="xl65 n">5</td></tr>',
      'td {color:black} .xl65, .xl66 {mso-style-parent:style0; text-decoration:line-through;}',
    ],
    ['<tr><td><span class="old">SD-1002-MU</span></td><td>5</td></tr>', 'span.old {text-decoration: line-through}'],
  ])('sets the row aside: %s', async (row, style = '') => {
    const { list } = await openText(text, options, table(row, style));
    expect(orders(list)).toEqual([['CP-1001-SK', 40]]);
    expect(aside(list)).toEqual([['canceled', 'SD-1002-MU']]);
  });

  it.each([
    ['<del>40</del><ins>60</ins>', '4060'],
    ['<p><span style="text-decoration:line-through">40</span> 60</p>', '40 60'],
  ])('leaves what is not struck out of a cell, for a row that is included: %s', async (cell, copied) => {
    const open = await openText(
      `SKU\tQty\nWF-1004-GR\t25\nCP-1001-SK\t${copied}`,
      options,
      `<table><tr><td>SKU</td><td>Qty</td></tr><tr><td>WF-1004-GR</td><td>25</td></tr><tr><td>CP-1001-SK</td><td>${cell}</td></tr></table>`,
    );
    expect(aside(open.list)).toEqual([['canceled', 'CP-1001-SK']]);
    expect(orders(await open.again({}, ['canceled']))).toEqual([
      ['WF-1004-GR', 25],
      ['CP-1001-SK', 60],
    ]);
  });

  it('sets only one of two equal rows aside', async () => {
    const { list } = await openText(
      `${text}\nSD-1002-MU\t5`,
      options,
      table('<tr><td>SD-1002-MU</td><td>5</td></tr><tr><td><s>SD-1002-MU</s></td><td><s>5</s></td></tr>'),
    );
    expect(orders(list)).toHaveLength(2);
    expect(aside(list)).toEqual([['canceled', 'SD-1002-MU']]);
  });

  it('sets a line of a mail aside', async () => {
    const html =
      '<div>Hello,</div><ul><li>CP-1001-SK x 40</li><li><s>SD-1002-MU x 5</s></li></ul><p>WF-1004-GR x 25<br><s>LS-1006-SA x 6</s></p>';
    const mail = 'Hello,\n\n- CP-1001-SK x 40\n- SD-1002-MU x 5\nWF-1004-GR x 25\nLS-1006-SA x 6';
    const { list } = await openText(mail, options, html);
    expect(list.reading.prose.map(({ line }) => line)).toEqual([1, 3, 5]);
    expect(list.asides).toMatchObject([{ reason: 'canceled', count: 2, prose: [{ line: 4 }, { line: 6 }] }]);
  });

  it('is found in text that differs, whose HTML is then read instead', async () => {
    const { list } = await openText(
      'SKU Qty\nCP-1001-SK 40 SD-1002-MU 5',
      options,
      table('<tr><td><s>SD-1002-MU</s></td><td><s>5</s></td></tr>'),
    );
    expect(orders(list)).toEqual([['CP-1001-SK', 40]]);
    expect(aside(list)).toEqual([['canceled', 'SD-1002-MU']]);
  });

  it('sets hidden rows aside, and reads what is neither as without HTML', async () => {
    const hidden = await openText(text, options, table('<tr style="mso-hide:all"><td>SD-1002-MU</td><td>5</td></tr>'));
    expect(aside(hidden.list)).toEqual([['hidden', 'SD-1002-MU']]);
    const plain = await openText(
      text,
      options,
      table('<tr><td style="text-decoration:none">SD-1002-MU</td><td>5</td></tr>'),
    );
    expect(plain.list).toEqual((await openText(text, options)).list);
  });
});

/** The clipboard's table, with one more row. */
function table(row: string, style = ''): string {
  return `<style><!-- ${style} --></style><table><tr><td>SKU</td><td>Qty</td></tr><tr><td>CP-1001-SK</td><td>40</td></tr>${row}</table>`;
}

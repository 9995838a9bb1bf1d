import { expect, it } from 'vitest';

import { clipboardTable } from './clipboard-table.ts';
import { csvStyleOf } from './csv.ts';
import type { ExportColumn } from './export-table.ts';

const columns: ExportColumn[] = [
  { header: 'Name', kind: 'text' },
  { header: 'SKU', kind: 'code' },
  { header: 'Available', kind: 'quantity' },
  { header: 'First date', kind: 'date' },
];

it('writes tab-separated rows without formulas', () => {
  const rows = [
    { cells: ['=HYPERLINK("http://x")', '00123', 1_234_500, '2026-11-21'] },
    { cells: ['two\r\nlines\tand a tab', null, null, null] },
    { cells: ['\t=1+1', null, null, null] },
  ];
  expect(clipboardTable(columns, rows).text).toBe(
    `Name\tSKU\tAvailable\tFirst date\r\n'=HYPERLINK("http://x")\t00123\t1234.5\t2026-11-21\r\ntwo lines and a tab\t\t\t\r\n' =1+1\t\t\t`,
  );
  expect(clipboardTable(columns, rows, csvStyleOf('de')).text).toContain('\t1234,5\t');
});

it('writes a table that preserves codes and dates, and marks max lead time', () => {
  const { html } = clipboardTable(columns, [
    { cells: ['<b>&"x"\r\nnext', '00123', 5000, '2027-03-01'], maxLeadTimeCells: [3] },
    { cells: [], maxLeadTimeCells: [3] },
  ]);
  expect(html).toMatch(
    /^<style>\.sh-code\{mso-number-format:"\\@"\}\.sh-date\{mso-number-format:"yyyy\\-mm\\-dd"\}br\{.*\}<\/style><table/,
  );
  expect(html.slice(html.indexOf('<thead>'))).toBe(
    [
      '<thead><tr><th scope="col" align="left">Name</th><th scope="col" align="left">SKU</th>',
      '<th scope="col" align="left">Available</th><th scope="col" align="left">First date</th></tr></thead><tbody>',
      '<tr><td class="sh-code" sdnum="1033;0;@">&lt;b&gt;&amp;&quot;x&quot;<br>next</td>',
      '<td class="sh-code" sdnum="1033;0;@">00123</td><td align="right" sdval="5">5</td>',
      '<td class="sh-date" sdval="46447" sdnum="1033;0;YYYY-MM-DD"><em>2027-03-01</em></td></tr>',
      '<tr><td class="sh-code" sdnum="1033;0;@"></td><td class="sh-code" sdnum="1033;0;@"></td>',
      '<td></td><td></td></tr></tbody></table>',
    ].join(''),
  );
});

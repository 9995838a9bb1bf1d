import { readXlsx } from 'hucre/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';

import type { ExportColumn, ExportRow, FileEnding } from '#stock/export/export-table.ts';

import { openXlsxFile } from './xlsx-file.ts';

const columns: ExportColumn[] = [
  { header: 'Product', kind: 'id' },
  { header: 'Name', kind: 'text' },
  { header: 'SKU', kind: 'code' },
  { header: 'Available', kind: 'quantity' },
  { header: 'First date', kind: 'date' },
  { header: 'Max lead time', kind: 'flag' },
];

const rows: ExportRow[] = [
  { cells: [12_345, '=HYPERLINK("http://x")', '00123', 1_234_500, '2026-11-21', null] },
  { cells: [12_346, '-5 %', null, -5000, '2027-06-12', 'Max lead time'], maxLeadTimeCells: [4] },
  { cells: [12_347, 'quotes ", commas, <b>&\nlines 🧵 _x0041_', 'A-1', null, '0999-01-01', null] },
];

const ending: FileEnding = {
  extent: { rows: 3, expected: 3, missing: [] },
  about: [
    ['Retrieved', '2026-11-21 14:00'],
    ['Rows', '3 of 3'],
  ],
  columns: [],
};

interface WriteOptions {
  rowsPerSheet?: number;
  summary?: [string, string][];
}

function day(text: string): Date {
  return new Date(`${text}T00:00:00Z`);
}

async function write(written: readonly ExportRow[], { rowsPerSheet, summary = [] }: WriteOptions = {}) {
  const file = openXlsxFile({
    columns,
    sheetNames: { summary: 'Summary', rows: 'Calendars: all', about: 'About' },
    summary,
    rowsPerSheet,
  });
  for (const row of written) await file.add([row]);
  const bytes = new Uint8Array(await (await file.finish(ending)).arrayBuffer());
  const parts = Object.entries(unzipSync(bytes)).map(([path, part]) => [path, strFromU8(part)] as const);
  return { bytes, parts: new Map(parts) };
}

it('writes real numbers, real dates and unchanged text', async () => {
  const { bytes } = await write(rows);
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map(({ name }) => name)).toEqual(['Calendars  all', 'About']);
  expect(sheets[0]?.rows).toEqual([
    columns.map(({ header }) => header),
    [12_345, '=HYPERLINK("http://x")', '00123', 1234.5, day('2026-11-21'), null],
    [12_346, '-5 %', null, -5, day('2027-06-12'), 'Max lead time'],
    [12_347, 'quotes ", commas, <b>&\nlines 🧵 _x0041_', 'A-1', null, '0999-01-01', null],
  ]);
  expect(sheets[1]?.rows).toEqual(ending.about);
});

it('freezes the header, filters every column, and marks max lead time dates', async () => {
  const { parts } = await write(rows);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).toContain('state="frozen"');
  expect(sheet).toContain('<autoFilter ref="A1:F4"/>');
  const [stock, theory] = ['E2', 'E3'].map((ref) => new RegExp(`<c r="${ref}" s="(\\d+)"`).exec(sheet)?.[1]);
  expect(theory).not.toBe(stock);
  expect(parts.get('xl/workbook.xml')).toContain(`'Calendars  all'!$1:$1`);
  const about = parts.get('xl/worksheets/sheet2.xml') ?? '';
  expect(about).toContain('<pageSetUpPr fitToPage="1"/>');
  expect(about, 'on one page').toContain('fitToHeight="1"');
});

it('continues on another sheet with header and filter when one is full', async () => {
  const { bytes, parts } = await write(rows, { rowsPerSheet: 3 });
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map(({ name, rows: read }) => [name, read.length])).toEqual([
    ['Calendars  all', 3],
    ['Calendars  all 2', 2],
    ['About', 2],
  ]);
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('<autoFilter ref="A1:F2"/>');
});

it('writes only a header if there are no rows', async () => {
  const { sheets } = await readXlsx((await write([])).bytes);
  expect(sheets.map(({ rows: read }) => read.length)).toEqual([1, 2]);
});

it('puts the summary on the first sheet', async () => {
  const summary: [string, string][] = [
    ['Order', 'Spring, "first"'],
    ['First ship date', 'Today'],
  ];
  const { sheets } = await readXlsx((await write(rows, { summary })).bytes);
  expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'Calendars  all', 'About']);
  expect(sheets[0]?.rows).toEqual(summary);
  expect(sheets[1]?.rows).toHaveLength(4);
});

it('prints on A4, with rows of details as high as their text', async () => {
  const summary: [string, string][] = [
    ['Order', 'Spring'],
    ['Stock date', 'Not a delivery date. '.repeat(10)],
  ];
  const { parts } = await write(rows, { summary });
  const [facts = '', table = ''] = [1, 2].map((sheet) => parts.get(`xl/worksheets/sheet${sheet}.xml`));
  for (const sheet of [facts, table]) expect(sheet).toMatch(/<pageSetup[^>]*paperSize="9"/);
  expect([...facts.matchAll(/<row r="\d"(?: ht="(\d+)")?/g)].map(([, height]) => height)).toEqual([undefined, '45']);
});

it('puts further tables on sheets of their own, with real numbers and dates in the summary, and the details below', async () => {
  const file = openXlsxFile({
    columns,
    sheetNames: { summary: 'Summary', rows: 'At risk', about: 'About' },
    summary: {
      columns: [
        { header: 'Figure', kind: 'text' },
        { header: 'Number', kind: 'count' },
        { header: 'Date', kind: 'date' },
      ],
      rows: [{ cells: ['Products', 5000] }, { cells: ['Oldest stock data', null, '2026-11-19'] }],
    },
    further: [
      { name: 'Moved', columns: [{ header: 'Ship date', kind: 'date' }] },
      { name: 'moved', columns: [{ header: 'Quantity', kind: 'quantity' }] },
      { name: 'Later than first promised', columns: [{ header: 'Quantity', kind: 'quantity' }] },
    ],
    rowsPerSheet: 3,
  });
  await file.add(rows);
  await file.add([{ cells: ['2026-11-21'], maxLeadTimeCells: [0] }, { cells: ['2026-12-24'] }], 1);
  await file.add([{ cells: [1500] }], 2);
  const bytes = new Uint8Array(await (await file.finish(ending)).arrayBuffer());
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  const names = ['Summary', 'At risk', 'At risk 2', 'Moved', 'moved 1', 'Later than first promised'];
  expect(sheets.map(({ name }) => name)).toEqual(names);
  expect(sheets[0]?.rows).toEqual([
    ['Figure', 'Number', 'Date'],
    ['Products', 5000, null],
    ['Oldest stock data', null, day('2026-11-19')],
    ...ending.about.map(([label, value]) => [`${label}: ${value}`, null, null]),
  ]);
  expect(sheets.slice(1, 3).map(({ rows: read }) => read.length)).toEqual([3, 2]);
  expect(sheets.slice(3, 6).map(({ rows: read }) => read)).toEqual([
    [['Ship date'], [day('2026-11-21')], [day('2026-12-24')]],
    [['Quantity'], [1.5]],
    [['Quantity']],
  ]);
  const italic = ['1,0', '2,0'].map((cell) => sheets[3]?.cells?.get(cell)?.style?.font?.italic ?? false);
  expect(italic, 'only the max lead time').toEqual([true, false]);
  const headings = (sheet: number, count: number) =>
    Array.from({ length: count }, (_, at) => sheets[sheet]?.cells?.get(`0,${at}`)?.style?.alignment?.horizontal);
  expect(headings(0, 3), 'as the numbers below').toEqual(['left', 'right', 'right']);
  expect(headings(1, 6)).toEqual(['right', 'left', 'left', 'right', 'right', 'left']);
});

it('keeps words clear of a number before them, and wraps long ones', async () => {
  const long = { cells: [1, 'curtain fabric '.repeat(6), 'A-1', 1000, '2026-11-21', null] };
  const { bytes, parts } = await write([...rows.slice(0, 1), long]);
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  const alignment = (at: number) => sheets[0]?.cells?.get(`1,${at}`)?.style?.alignment;
  expect(alignment(1)).toMatchObject({ horizontal: 'left', indent: 1, wrapText: true });
  expect(alignment(2)).not.toMatchObject({ wrapText: true });
  const heights = parts.get('xl/worksheets/sheet1.xml')?.matchAll(/<row r="\d"(?: ht="(\d+)")?/g);
  expect([...(heights ?? [])].map(([, height]) => height).slice(1)).toEqual([undefined, '45']);
});

it.each([
  ['prints columns for programs', 1, 'B'],
  ['prints no columns for programs that need another page', 18, 'R'],
])('%s', async (_, printed, last) => {
  const file = openXlsxFile({
    columns: [
      ...Array.from({ length: printed }, (_, at): ExportColumn => ({ header: `Name ${at}`, kind: 'text' })),
      { header: 'SKU', kind: 'code', isFileOnly: true },
    ],
    sheetNames: { summary: 'Summary', rows: 'Products', about: 'About' },
    summary: [],
  });
  await file.add([{ cells: Array.from({ length: printed + 1 }, () => 'Linen') }]);
  const parts = unzipSync(new Uint8Array(await (await file.finish(ending)).arrayBuffer()));
  expect(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())).toContain(`'Products'!$A:$${last}<`);
});

it('prints many columns on pages beside each other, with the product on each', async () => {
  const weeks = Array.from({ length: 26 }, (_, at): ExportColumn => ({ header: `Week ${at}`, kind: 'quantity' }));
  const file = openXlsxFile({
    columns: [...columns.slice(0, 2), ...weeks],
    sheetNames: { summary: 'Summary', rows: 'Products', about: 'About' },
    summary: [],
  });
  await file.add([{ cells: [12_345, 'Linen', 1000] }]);
  const parts = unzipSync(new Uint8Array(await (await file.finish(ending)).arrayBuffer()));
  const part = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  expect(part('xl/worksheets/sheet1.xml')).toContain('fitToWidth="2"');
  expect(part('xl/workbook.xml')).toContain("'Products'!$A:$B,'Products'!$1:$1<");
});

it('writes sentences above the rows of a workbook with this sheet alone', async () => {
  const sheetNames = { summary: 'Summary', rows: 'Lines', about: 'About' };
  const file = openXlsxFile({ columns, sheetNames, summary: [], above: ['Your order: 4711', 'Checked on Nov 21.'] });
  await file.add(rows.slice(0, 1));
  const { sheets } = await readXlsx(new Uint8Array(await (await file.finish(ending)).arrayBuffer()));
  expect(sheets.map(({ name }) => name)).toEqual(['Lines']);
  expect(sheets[0]?.rows.map((cells) => cells.slice(0, 5).filter((cell) => cell !== null))).toEqual([
    ['Your order: 4711'],
    ['Checked on Nov 21.'],
    [],
    columns.slice(0, 5).map(({ header }) => header),
    [12_345, '=HYPERLINK("http://x")', '00123', 1234.5, day('2026-11-21')],
  ]);
});

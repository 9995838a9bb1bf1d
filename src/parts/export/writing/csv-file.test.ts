import { csvParse } from 'd3-dsv';
import { expect, it } from 'vitest';

import { plainCsv } from '#stock/export/csv.ts';
import type { ExportColumn, ExportExtent } from '#stock/export/export-table.ts';

import { openCsvFile } from './csv-file.ts';

const columns: ExportColumn[] = [
  { header: 'Product', kind: 'id' },
  { header: 'Name', kind: 'text' },
];

const complete: ExportExtent = { rows: 2, expected: 2, missing: [] };

async function write(extent: ExportExtent, withSource: boolean, names = ['Crêpe', 'two\r\nlines']) {
  const file = openCsvFile({ columns, style: plainCsv, withSource });
  for (const [at, name] of names.entries()) await file.add([{ cells: [at + 1, name] }]);
  const ending = { extent, about: [], columns: [['Filter', 'min, 250'] as const, ['Rows', '2 of 4'] as const] };
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await file.finish(ending)).arrayBuffer());
}

it('starts with a byte order mark and the header, and adds nothing else to a complete file', async () => {
  const text = await write(complete, false);
  expect(text).toBe('\ufeffProduct,Name\r\n1,Crêpe\r\n2,"two\r\nlines"\r\n');
});

it('ends every record with the source if requested', async () => {
  const [first] = csvParse((await write(complete, true)).slice(1));
  expect(first).toEqual({ Product: '1', Name: 'Crêpe', Filter: 'min, 250', Rows: '2 of 4' });
});

it.each([
  { rows: 2, expected: 4, missing: ['page 2'] },
  { rows: 2, expected: 3, missing: [] },
])('always ends every record of an incomplete file with the source: %j', async (extent) => {
  const records = csvParse((await write(extent, false)).slice(1));
  expect(records.map(({ Rows }) => Rows)).toEqual(['2 of 4', '2 of 4']);
});

it('separates records regardless of the characters in a name', async () => {
  const names = ['a\u001eb$&', 'a "quoted\r\n" line', '"', '\r', 'last'];
  const records = csvParse((await write(complete, true, names)).slice(1));
  expect(records.map(({ Name, Rows }) => [Name, Rows])).toEqual(
    names.map((name) => [name === '\r' ? "'\r" : name, '2 of 4']),
  );
});

it('keeps multi-byte characters intact across chunks', async () => {
  const names = Array.from({ length: 30_000 }, (_, at) => `ü🧵${at}`);
  const records = csvParse(
    (await write({ rows: names.length, expected: names.length, missing: [] }, true, names)).slice(1),
  );
  expect(records.map(({ Name }) => Name)).toEqual(names);
});

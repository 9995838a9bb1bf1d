import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { CsvSource } from './csv-source.ts';

const columns = { required: ['id', 'day'], optional: ['note'] } as const;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'csv-source-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function read(content: string | Buffer) {
  const path = join(folder, 'file.csv');
  writeFileSync(path, content);
  const source = new CsvSource(path, columns);
  const { id = -1, day = -1, note = -1 } = source.header.places;
  const rows = [...source.rows()].map(({ line, fields, problem }) => [
    line,
    problem ?? [fields[id], fields[day], fields[note]].join('|'),
  ]);
  source.close();
  return rows;
}

function open(content: string) {
  const path = join(folder, 'file.csv');
  writeFileSync(path, content);
  const source = new CsvSource(path, columns);
  const { header } = source;
  const { id = -1, day = -1 } = header.places;
  const rows = [...source.rows()].map(({ line, fields }) => [line, [fields[id], fields[day]]]);
  source.close();
  return { header, rows };
}

describe('a valid file', () => {
  const expected = [
    [2, '1|x|n'],
    [3, '2|y|'],
  ];
  const cases: [what: string, content: string][] = [
    ['commas', 'id,day,note\n1,x,n\n2,y,\n'],
    ['semicolons', 'id;day;note\n1;x;n\n2;y;\n'],
    ['tabs', 'id\tday\tnote\n1\tx\tn\n2\ty\t\n'],
    ['a byte order mark', '\u{FEFF}id,day,note\n1,x,n\n2,y,\n'],
    ['columns in another order and letter case, and unknown ones', 'NOTE,Day,extra,ID\nn,x,,1\n,y,e,2\n'],
    ['quoted names', '"id";"day";"note"\n"1";"x";"n"\n2;y;""\n'],
    ['columns without a name', 'id,day,note,,\n1,x,n,,\n2,y,,,\n'],
  ];

  test.each(cases)('with %s', (_, content) => expect(read(content)).toEqual(expected));

  test('without an optional column', () => expect(read('day,id\nx,1\n')).toEqual([[2, '1|x|']]));

  test('skips blank rows', () => {
    expect(read('id;day\n;\n 1;x\n ; \n')).toEqual([[3, ' 1|x|']]);
  });

  test('is read in blocks, with correct line numbers', () => {
    const rows = Array.from(
      { length: 120_000 },
      (_, index) => `${index},"day\n${index}",é${'x'.repeat(index % 40)}\r\n`,
    );
    const found = read(`id,day,note\r\n${rows.join('')}`);
    expect(found).toHaveLength(rows.length);
    expect(
      found.every(
        ([line, text], index) => line === 2 + index * 2 && String(text).startsWith(`${index}|day\n${index}|é`),
      ),
    ).toBe(true);
  });
});

test('a row with another number of fields than the header is invalid', () => {
  expect(read('id,day,note\n1,x,n,\n1,x\n')).toEqual([
    [2, 'it has 4 fields where the header has 3: quote fields that contain the separator'],
    [3, 'it has 2 fields where the header has 3: quote fields that contain the separator'],
  ]);
});

describe('above the header', () => {
  test.each([
    ['sep=;', 'sep=;\nid;day;note\n1;x;n\n'],
    ['sep with a byte order mark and CRLF', '\u{FEFF}SEP=;\r\nid;day;note\r\n1;x;n\r\n'],
    ['sep of a file with other separators in its names', 'sep=|\nid|day|note;,\n1|x|n\n'],
    ['sep in quotes and filled up', '"sep=;";;\nid;day;note\n1;x;n\n'],
  ])('%s is skipped', (_, content) => {
    const { header, rows } = open(content);
    expect(rows).toEqual([[3, ['1', 'x']]]);
    expect(header.title).toBeNull();
  });

  test('a title is named', () => {
    const { header, rows } = open('Stock of November 25;;\n\n"exported by, me";;\nid;day;note\n1;x;n\n');
    expect(header.title).toEqual({ headerLine: 4, text: 'Stock of November 25;; "exported by, me";;' });
    expect(rows).toEqual([[5, ['1', 'x']]]);
  });

  test('a title is named below sep=', () => {
    const { header, rows } = open('sep=,\nStock\nid,day\n1,x\n');
    expect(header.title).toEqual({ headerLine: 3, text: 'Stock' });
    expect(rows).toEqual([[4, ['1', 'x']]]);
  });

  test('more than 20 lines are no title', () => {
    expect(() => open(`${'Stock\n'.repeat(21)}id,day\n1,x\n`)).toThrow(/has no column id, day/);
  });
});

test('names of columns are matched ignoring case, blanks, _ and -', () => {
  const path = join(folder, 'file.csv');
  for (const header of [
    'product_id;stock_date',
    'Product ID;Stock Date',
    'PRODUCT-ID; stock-date ',
    'productid;STOCKDATE',
  ]) {
    writeFileSync(path, `${header}\n1;x\n`);
    const source = new CsvSource(path, { required: ['productId', 'stockDate'], optional: [] });
    expect(source.header.places).toEqual({ productId: 0, stockDate: 1 });
    source.close();
  }
  writeFileSync(path, 'product_id;productId;stockDate\n');
  expect(() => new CsvSource(path, { required: ['productId', 'stockDate'], optional: [] })).toThrow(
    /has the column productId more than once/,
  );
});

describe('a file that cannot be read', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id,day\n1,x\n', 'utf16le')]);
  const cases: [what: string, content: string | Buffer, sentence: RegExp][] = [
    ['empty', '', /file\.csv is empty/],
    [
      'without a header',
      '1,x\n',
      /has no column id, day\. The first line must contain the column names, for example: id,day,note/,
    ],
    ['without a required column', 'id,note\n', /has no column day\. Line 1 has id, note\. The first line/],
    [
      'with columns of other names',
      'Material|Datum|Menge\n1|2|3\n',
      /id, day\. Line 1 has Material, Datum, Menge\. The/,
    ],
    ['with a column twice', 'id,day,ID\n', /has the column id more than once/],
    ['in UTF-16', utf16, /is in UTF-16\. Save it as CSV in UTF-8/],
    ['in UTF-16 without a byte order mark', utf16.subarray(2), /NUL bytes/],
    ['in Latin-1', Buffer.from('id,day\n1,x\n2,é\n', 'latin1'), /file\.csv, line 3: the text isn't UTF-8/],
    ['a workbook', Buffer.from('PK\u0003\u0004....'), /is an Excel workbook/],
    ['with an unclosed quote', 'id,day\n1,"x\n', /file\.csv, line 2: a quoted field/],
    ['with an endless line', `id,day\n1,${'x'.repeat(1_100_000)}`, /a line of more than 1 MiB/],
  ];

  test.each(cases)('%s', (_, content, sentence) => expect(() => read(content)).toThrow(sentence));

  test('missing', () => expect(() => new CsvSource(join(folder, 'no.csv'), columns)).toThrow(/no\.csv was not found/));
  test('a folder', () => expect(() => new CsvSource(folder, columns)).toThrow(/is a folder/));
});

function makePipe(): string {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

describe('a pipe', () => {
  test('is read completely, even if written slowly', async () => {
    const path = makePipe();
    const writing = spawn('sh', ['-c', `(printf 'id,day\n1,x\n'; sleep 0.3; printf '2,y\n') > '${path}'`]);
    const ended = once(writing, 'exit');
    const source = new CsvSource(path, columns, 10_000);
    expect([...source.rows()].map(({ fields }) => fields)).toEqual([
      ['1', 'x'],
      ['2', 'y'],
    ]);
    source.close();
    await ended;
  });

  test('without a writer is given up after a timeout', () => {
    expect(() => new CsvSource(makePipe(), columns, 100)).toThrow(
      /Nothing was written to the pipe .* Start what writes/,
    );
  });

  test('with a silent writer is given up after a timeout', async () => {
    const path = makePipe();
    const writing = spawn('sh', ['-c', `(printf 'id,day\n1,x\n'; sleep 60) > '${path}'`], { detached: true });
    const source = new CsvSource(path, columns, 400);
    expect(() => [...source.rows()]).toThrow('Nothing was written');
    source.close();
    process.kill(-(writing.pid ?? 0));
    await once(writing, 'exit');
  });
});

import { strToU8, zipSync, zlibSync } from 'fflate';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';

import { openListFile } from './list-file.ts';
import { FileFailure, type ListRecords, readList, recordsOfText } from './read-list.ts';

async function recordsOfFile(file: Blob, sheet: string | null, locale = 'en'): Promise<ListRecords> {
  return (await openListFile(file, { locale, statuses: [] }))(sheet);
}

async function xlsx(...sheets: { name: string; rows: CellValue[][]; hidden?: boolean }[]): Promise<Blob> {
  return new Blob([new Uint8Array(await writeXlsx({ sheets }))]);
}

const order = {
  name: 'Order',
  rows: [['Product', 'Qty', 'Needed by'], [10_001, 1.234, new Date(Date.UTC(2027, 2, 17))], [], ['AB-2', 12.5]],
};

describe('a workbook', () => {
  it('is read from its first sheet, with row numbers and without blank rows', async () => {
    const list = await recordsOfFile(await xlsx(order, { name: 'Prices', rows: [['x']] }), null);
    expect(list.sheets).toEqual([
      { name: 'Order', lines: 2 },
      { name: 'Prices', lines: 0 },
    ]);
    expect(list.sheet).toBe('Order');
    expect(list.records.map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(list.records[1]?.text).toBe('10001\t1.234\t2027-03-17');
  });

  it.each(['en', 'de'])('has unambiguous numbers in %s', async (locale) => {
    const { reading } = readList(await recordsOfFile(await xlsx(order), null, locale), { locale, statuses: [] });
    expect(reading.questions).toEqual([]);
    expect(reading.lines).toMatchObject([
      { line: 2, product: '10001', quantity: 1.234, shipBy: '2027-03-17' },
      { line: 4, product: 'AB-2', quantity: 12.5 },
    ]);
  });

  it('is read from the selected sheet, without offering hidden ones', async () => {
    const file = await xlsx(
      order,
      { name: 'More', rows: [['AB-9', 3]] },
      { name: 'Secret', rows: [['x']], hidden: true },
    );
    const { sheets, records } = await recordsOfFile(file, 'More');
    expect(sheets.map(({ name }) => name)).toEqual(['Order', 'More']);
    expect(records.map(({ cells }) => cells)).toEqual([['AB-9', '3']]);
  });
});

it('stray control characters of old programs are accepted', async () => {
  const text = '10001;5\r\n10002;7\r\n'.repeat(20);
  const { records } = await recordsOfFile(new Blob([`${text}\u001a`]), null);
  expect(records).toHaveLength(41);
});

describe('a file', () => {
  it.each([
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'old-or-locked'],
    ['half an archive', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 'not-readable'],
    ['an archive of something else', emptyArchive(), 'not-readable'],
    ['a binary workbook', zipSync({ '_rels/.rels': strToU8('x'), 'xl/workbook.bin': strToU8('x') }), 'other-workbook'],
    ['an OpenDocument sheet', zipSync({ mimetype: strToU8('x'), 'content.xml': strToU8('<a/>') }), 'other-workbook'],
    [
      'a workbook of Excel 2003 in XML',
      strToU8('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
      'other-workbook',
    ],
    ['another XML file', strToU8('<?xml version="1.0"?><order><line>10001</line></order>'), 'not-readable'],
    ['a sheet of Numbers', zipSync({ 'Index/Document.iwa': strToU8('x') }), 'other-workbook'],
    ['a PDF', new TextEncoder().encode('%PDF-1.7\n10001;5\n10002;7\n'), 'not-readable'],
    ['a picture', zlibSync(strToU8(Array.from({ length: 500 }, (_, n) => n * 7919).join())), 'not-readable'],
  ])('is rejected: %s', async (_, bytes, code) => {
    await expect(recordsOfFile(new Blob([bytes]), null)).rejects.toMatchObject({ code });
  });

  it('is rejected if its declared size exceeds the limit', async () => {
    const bytes = new Uint8Array(await (await xlsx(order)).arrayBuffer());
    const claimed = claim(bytes, 60 * 1024 * 1024);
    await expect(recordsOfFile(new Blob([claimed]), null)).rejects.toMatchObject({ code: 'unpacks-too-large' });
  });

  it('is rejected if it declares no size', async () => {
    const bytes = new Uint8Array(await (await xlsx(order)).arrayBuffer());
    await expect(recordsOfFile(new Blob([claim(bytes, 0)]), null)).rejects.toMatchObject({ code: 'not-readable' });
  });

  it.each([
    ['in a ZIP64 directory', (view: DataView, end: number) => view.setUint32(end + 12, 0xff_ff_ff_ff, true)],
    [
      'in a directory with a ZIP64 offset',
      (view: DataView, end: number) => view.setUint32(end + 16, 0xff_ff_ff_ff, true),
    ],
    ['with a ZIP64 count', (view: DataView, end: number) => view.setUint16(end + 10, 0xff_ff, true)],
    ['after each part', tellSizesLater],
  ])('is rejected if it declares its size %s', async (_, change) => {
    const bytes = new Uint8Array(await (await xlsx(order)).arrayBuffer());
    change(new DataView(bytes.buffer), bytes.length - 22);
    const failure = await recordsOfFile(new Blob([bytes]), null).catch((error: unknown) => error);
    expect(failure).toEqual(new FileFailure('not-readable'));
    // Rejected before unpacking.
    expect((failure as FileFailure).cause).toBeUndefined();
  });

  it.each([
    ['a text longer than any', textRow('x'.repeat(65_536))],
    ['the same long text in each cell', textRow('x'.repeat(60_000)).repeat(900)],
    ['rows as wide as they can be', '<row><c r="XFD1"><v>5</v></c></row>'.repeat(420)],
  ])('is rejected if its cells exceed the limit: %s', async (_, rows) => {
    await expect(recordsOfFile(workbookOf(rows), null)).rejects.toMatchObject({ code: 'unpacks-too-large' });
  });

  it.each([
    ['more than 100,000 rows', '1\t2\n'.repeat(100_001), 'too-many-rows'],
    ['a cell of two million lines', `10001,5,"${'\n'.repeat(2_000_000)}"`, 'too-many-rows'],
    ['a line of quotes', `Product,Quantity\n${'"x,'.repeat(1_000_000)}`, 'not-readable'],
  ])('is rejected with %s', (_, text, code) => {
    expect(() => recordsOfText(text, 'paste')).toThrow(code);
  });
});

describe('a text file', () => {
  it.each([
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Café;2')]],
    ['Windows-1252', [0x43, 0x61, 0x66, 0xe9, 0x3b, 0x32]],
    ['UTF-16', [0xff, 0xfe, ...Array.from('Café;2').flatMap((letter) => [letter.charCodeAt(0), 0])]],
    ['UTF-16 without its mark', Array.from('Café;2').flatMap((letter) => [letter.charCodeAt(0), 0])],
    ['big-endian UTF-16 without its mark', Array.from('Café;2').flatMap((letter) => [0, letter.charCodeAt(0)])],
  ])('is read in %s', async (_, bytes) => {
    const { records } = await recordsOfFile(new Blob([new Uint8Array(bytes)]), null);
    expect(records.map(({ text }) => text)).toEqual(['Café;2']);
  });
});

describe('a short text file from an old system', () => {
  it.each([
    ['an end of file mark', 'SKU;Menge\r\nCP-1001-SK;40\r\n\u001a'],
    ['unit separators', 'SKU\u001fQty\r\nCP-1001-SK\u001f40\r\n'],
    ['unit and record separators', 'SKU\u001fQty\u001eCP-1001-SK\u001f40\u001e'],
  ])('is read with %s', async (_, text) => {
    const list = readList(await recordsOfFile(new Blob([text]), null), { locale: 'en', statuses: [] });
    expect(list.reading.refused).toEqual([]);
    expect(list.reading.lines).toEqual([{ line: 2, product: 'CP-1001-SK', quantity: 40 }]);
  });
});

function textRow(text: string): string {
  return `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
}

/** A minimal workbook with one sheet. */
function workbookOf(rows: string): Blob {
  const schemas = 'http://schemas.openxmlformats.org';
  const relations = (type: string, target: string) =>
    `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"/>`,
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets><sheet name="Order" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  };
  return new Blob([zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))]);
}

function emptyArchive(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(22);
  bytes.set([0x50, 0x4b, 5, 6]);
  return bytes;
}

/** Removes the sizes from all directory entries, so that they only follow the parts. */
function tellSizesLater(view: DataView): void {
  for (let at = 0; at + 46 < view.byteLength; at += 1) {
    if (view.getUint32(at, true) !== 0x02_01_4b_50) continue;
    view.setUint16(at + 8, 8, true);
    view.setUint32(at + 20, 0, true);
    view.setUint32(at + 24, 0, true);
  }
}

/** Sets another unpacked size in each directory entry. */
function claim(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 4 < bytes.length; at += 1) {
    if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, size, true);
  }
  return bytes;
}

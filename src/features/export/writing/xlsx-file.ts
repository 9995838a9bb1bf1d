import { strToU8, Zip, ZipDeflate } from 'fflate';

import type { ExportRow } from '#domain/export/export-table.ts';

import {
  columnWidths,
  aboutSheet,
  columnNames,
  filterRange,
  rowXml,
  sheetEnd,
  sheetStart,
  sheetName,
  sheetPath,
  workbookParts,
  type NamedSheet,
} from './workbook-parts.ts';

import { openSink } from './file-sink.ts';
import type { FileEnding, TableFile, TableFileOptions } from './table-file.ts';

export interface XlsxFileOptions extends TableFileOptions {
  /** What the sheets are called, in the person's language. */
  sheetNames: { rows: string; about: string };
  /** The most rows of a sheet, its header included; a spreadsheet takes 1,048,576. */
  rowsPerSheet?: number;
}

const spreadsheetRows = 1_048_576;
const chunkLength = 262_144;
/** Widths are fitted to the rows that come first: the sheet begins with them. */
const measuredRows = 500;

/** An Excel workbook of the rows and of what they are, written as it grows. */
export async function openXlsxFile(options: XlsxFileOptions): Promise<TableFile> {
  const { columns, rowsPerSheet = spreadsheetRows } = options;
  const aboutName = sheetName(options.sheetNames.about, 'About');
  const wanted = sheetName(options.sheetNames.rows, 'Rows');
  // Two sheets of one name make a file that no spreadsheet opens.
  const rowsName = wanted.toLowerCase() === aboutName.toLowerCase() ? `${wanted} 1` : wanted;
  const sink = await openSink();
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    sink.write(bytes);
  });
  const names = columnNames(columns.length);
  const sheets: NamedSheet[] = [];
  let waiting: ExportRow[] = [];
  let widths: number[] | null = null;
  let sheet: Part | null = null;
  let rowsOnSheet = 0;

  function startSheet(): Part {
    widths ??= columnWidths(columns, waiting);
    const number = sheets.length + 1;
    sheets.push({ name: number === 1 ? rowsName : `${rowsName} ${number}`, filter: null });
    rowsOnSheet = 0;
    const part = new Part(archive, sheetPath(number));
    part.write(sheetStart(columns, widths));
    return part;
  }

  function endSheet(part: Part): void {
    const last = sheets.at(-1);
    if (last) last.filter = filterRange(columns, rowsOnSheet);
    part.write(sheetEnd(columns, rowsOnSheet));
    part.end();
  }

  function writeWaiting(): void {
    sheet ??= startSheet();
    for (const row of waiting) {
      if (rowsOnSheet + 1 >= rowsPerSheet) {
        endSheet(sheet);
        sheet = startSheet();
      }
      rowsOnSheet += 1;
      sheet.write(rowXml(columns, names, row, rowsOnSheet + 1));
    }
    waiting = [];
  }

  return {
    add: (rows) => {
      waiting = waiting.length === 0 ? [...rows] : [...waiting, ...rows];
      if (sheet !== null || waiting.length >= measuredRows) writeWaiting();
    },
    finish: ({ about }: FileEnding) => {
      writeWaiting();
      if (sheet) endSheet(sheet);
      sheets.push({ name: aboutName, filter: null });
      const whole: [string, string][] = [[sheetPath(sheets.length), aboutSheet(about)], ...workbookParts(sheets)];
      for (const [path, xml] of whole) {
        const part = new Part(archive, path);
        part.write(xml);
        part.end();
      }
      archive.end();
      return sink.close();
    },
    discard: () => {
      archive.terminate();
      return sink.discard();
    },
  };
}

/** One file of the archive, compressed in large pieces. */
class Part {
  readonly #file: ZipDeflate;
  #text = '';

  constructor(archive: Zip, path: string) {
    this.#file = new ZipDeflate(path, { level: 1 });
    archive.add(this.#file);
  }

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= chunkLength) this.#push(false);
  }

  end(): void {
    this.#push(true);
  }

  #push(last: boolean): void {
    this.#file.push(strToU8(this.#text), last);
    this.#text = '';
  }
}

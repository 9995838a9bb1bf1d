import { strFromU8, unzipSync, Zip, ZipPassThrough } from 'fflate';
import {
  calculateColumnWidth,
  calculateRowHeight,
  type Cell,
  type CellStyle,
  colToLetter,
  rangeRef,
  writeXlsx,
  type WriteSheet,
} from 'hucre/xlsx';

import {
  type ExportCell,
  type ExportColumn,
  type ExportKind,
  type ExportRow,
  type FileEnding,
  isDate,
  isNumeric,
  type LabeledValue,
  type TableFile,
  type TableFileOptions,
} from '#stock/export/export-table.ts';
import { type CalendarDate, daysBetween, isCalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';

export interface XlsxFileOptions extends TableFileOptions {
  /** Localized sheet names. */
  sheetNames: { summary: string; rows: string; about: string };
  /** Printed above the rows of each page. */
  title?: string | undefined;
  /** Summary of the table, on a sheet before it; empty for no such sheet. */
  summary: readonly LabeledValue[] | SummaryTable;
  /** Further tables on sheets of their own, whose rows are added after those of the first. */
  further?: readonly NamedTable[];
  /** Sentences above the rows, for a workbook of this sheet alone, which is held in memory. */
  above?: readonly string[] | undefined;
  /** Maximum rows of a sheet including its header; defaults to Excel's limit. */
  rowsPerSheet?: number;
}

/** A table with the name of its sheet. */
export interface NamedTable extends TableFileOptions {
  name: string;
}

/** A summary with numbers and dates. */
export interface SummaryTable extends TableFileOptions {
  rows: readonly ExportRow[];
}

const spreadsheetRows = 1_048_576;
/** Rows that determine the column widths, which are written before the rows. */
const measuredRows = 500;

/**
 * Streams an Excel workbook of the rows and their details. hucre writes a frame, a workbook without the rows. The rows
 * are then inserted into its sheets one by one, since hucre would hold all of them in memory.
 */
export function openXlsxFile(options: XlsxFileOptions): TableFile {
  const { above } = options;
  if (above) return openSingleSheet(options, above);
  const chunks: Blob[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Blob([chunk]));
  });
  const tables = tablesOf(options);
  /** Number of sheets of each table so far. */
  const counts = tables.map(() => 0);
  const written = new Set<string>();
  const newSheet = (table: number): Part => {
    const path = sheetPath(firstSheetOf(options) + written.size);
    written.add(path);
    counts[table] = (counts[table] ?? 0) + 1;
    return new Part(archive, path);
  };
  let current = 0;
  let writer = tableWriter(options, current, newSheet);
  async function openTable(next: number): Promise<void> {
    while (current < next) {
      await writer.end();
      current += 1;
      writer = tableWriter(options, current, newSheet);
    }
  }
  return {
    add: async (rows, table = 0) => {
      await openTable(table);
      await writer.add(rows);
    },
    finish: async ({ about }: FileEnding) => {
      await openTable(tables.length - 1);
      await writer.end();
      const parts = await frame(options, { counts, about });
      for (const [path, content] of Object.entries(parts)) {
        if (written.has(path)) continue;
        const whole = new Part(archive, path);
        whole.write(strFromU8(content));
        await whole.end();
      }
      archive.end();
      return new Blob(chunks, { type: mediaType });
    },
  };
}

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook that says nothing of where its rows come from. */
function openSingleSheet({ columns, sheetNames }: XlsxFileOptions, above: readonly string[]): TableFile {
  const rows: ExportRow[] = [];
  return {
    add: async (more) => void rows.push(...more),
    finish: async () => {
      const sheet = figuresSheet(sheetName(sheetNames.rows, []), { columns, rows }, above);
      const workbook = await writeXlsx({ sheets: [{ ...sheet, pageSetup: { ...page, fitToHeight: 0 } }] });
      return new Blob([new Uint8Array(workbook)], { type: mediaType });
    },
  };
}

/** The tables in the order of their sheets, the first with a name that no other sheet has. */
function tablesOf({ columns, sheetNames, further = [] }: XlsxFileOptions): NamedTable[] {
  const taken = [sheetNames.summary, sheetNames.about, 'History'];
  return [{ name: sheetNames.rows, columns }, ...further].map((table) => {
    const name = sheetName(table.name, taken);
    taken.push(name);
    return { name, columns: table.columns };
  });
}

/** Number of the first sheet of rows. */
function firstSheetOf({ summary }: XlsxFileOptions): number {
  return ('columns' in summary ? summary.rows : summary).length > 0 ? 2 : 1;
}

/** Writes the rows of one table, on as many sheets as they fill. */
function tableWriter(options: XlsxFileOptions, table: number, newSheet: (table: number) => Part) {
  const { rowsPerSheet = spreadsheetRows } = options;
  const { columns = [] } = tablesOf(options)[table] ?? {};
  const letters = columns.map((_, at) => colToLetter(at));
  let last: Part | null = null;
  /** Rows of the last sheet, including its header. */
  let count = 0;
  let waiting: ExportRow[] = [];
  let widths: readonly number[] = [];
  let start: SheetStart | null = null;

  function startSheet({ xml }: SheetStart): Part {
    last = newSheet(table);
    last.write(xml);
    count = 1;
    return last;
  }

  async function endSheet(sheet: Part, { end }: SheetStart): Promise<void> {
    const filtered = rangeRef(0, 0, count - 1, columns.length - 1);
    sheet.write(end.replace(/(<autoFilter ref=")[^"]*/, `$1${filtered}`));
    await sheet.end();
  }

  async function writeWaiting(): Promise<{ sheet: Part; start: SheetStart }> {
    if (start === null) {
      widths = columnWidths({ columns }, waiting);
      start = await sheetStart(options, table, widths);
    }
    let sheet = last ?? startSheet(start);
    for (const row of waiting) {
      if (count >= rowsPerSheet) {
        await endSheet(sheet, start);
        sheet = startSheet(start);
      }
      count += 1;
      sheet.write(rowXml(row, count));
    }
    await sheet.flush();
    waiting = [];
    return { sheet, start };
  }

  function rowXml({ cells, maxLeadTimeCells }: ExportRow, number: number): string {
    const height = rowHeight(columns, cells, widths);
    let xml = `<row r="${number}"${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>`;
    for (const [at, { kind }] of columns.entries()) {
      const cell = cells[at] ?? null;
      const variant = (maxLeadTimeCells?.includes(at) ? 2 : 0) + variantOf(kind, cell);
      const style = start?.styles[at]?.[variant] ?? '';
      xml += cellXml(`${letters[at]}${number}`, style, cell === '' ? null : valueOf(kind, cell));
    }
    return `${xml}</row>`;
  }

  return {
    add: async (rows: readonly ExportRow[]) => {
      waiting = waiting.length === 0 ? [...rows] : [...waiting, ...rows];
      if (start !== null || waiting.length >= measuredRows) await writeWaiting();
    },
    end: async () => {
      const written = await writeWaiting();
      await endSheet(written.sheet, written.start);
    },
  };
}

function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

interface FrameContent {
  /** Number of sheets of each table. */
  counts: readonly number[];
  /** Of the columns, in characters. */
  widths?: readonly number[];
  about?: readonly LabeledValue[];
}

/** Files of a workbook whose row sheets have a header and one sample cell in each format of the rows. */
async function frame(options: XlsxFileOptions, { counts, widths = [], about = [] }: FrameContent) {
  const { sheetNames, title = '' } = options;
  const rowSheets = tablesOf(options).flatMap(({ name, columns }, table) => {
    const samples = new Map<string, Pick<Cell, 'value' | 'style'>>(
      columns.flatMap(({ header, kind }, at) => [
        [`0,${at}`, { value: header, style: headerStyleOf(kind, filterIndent) }] as const,
        ...stylesOf(kind).map((style, variant) => [`${variant + 1},${at}`, { value: 0, style }] as const),
      ]),
    );
    // Columns for programs are printed too, unless they would need another page.
    const last =
      columns.length <= maxColumnsAcross
        ? columns.length - 1
        : columns.findLastIndex(({ isFileOnly, kind }) => !isFileOnly && kind !== 'flag');
    const pagesAcross = Math.ceil((last + 1) / maxColumnsAcross);
    return Array.from(
      { length: counts[table] ?? 0 },
      (_, at): WriteSheet & { lastPrinted: string; repeated: string } => ({
        name: at === 0 ? name : `${name} ${at + 1}`,
        lastPrinted: colToLetter(last),
        repeated: pagesAcross > 1 ? '$A:$B' : '',
        columns: widths.map((width) => ({ width })),
        rows: [],
        cells: samples,
        rowDefs: new Map([[0, { height: headerHeight }]]),
        freezePane: { rows: 1 },
        autoFilter: { range: rangeRef(0, 0, 0, columns.length - 1) },
        pageSetup: { ...page, fitToWidth: pagesAcross, fitToHeight: 0 },
        headerFooter: { oddHeader: `&L${title.replaceAll('&', '&&')}`, oddFooter: '&L&A&R&P / &N' },
      }),
    );
  });
  const workbook = await writeXlsx({
    sheets: [
      ...summarySheets(options, about),
      ...rowSheets,
      // At least one row, so that the style indexes don't depend on the details.
      ...(isReport(options) ? [] : [factsSheet(sheetNames.about, about.length > 0 ? about : [['', '']])]),
    ],
    namedRanges: rowSheets.flatMap(({ name, lastPrinted, repeated }) => {
      const sheet = `'${name.replaceAll("'", "''")}'!`;
      return [
        // Prints the header on every page and, if they are beside each other, what the rows are of.
        { name: '_xlnm.Print_Titles', range: `${repeated && `${sheet}${repeated},`}${sheet}$1:$1`, scope: name },
        { name: '_xlnm.Print_Area', range: `${sheet}$A:$${lastPrinted}`, scope: name },
      ];
    }),
    stringMode: 'inline',
  });
  return unzipSync(workbook);
}

/** Whether a workbook is a report of several tables, whose details are below the figures instead of on a last sheet. */
function isReport({ further = [] }: XlsxFileOptions): boolean {
  return further.length > 0;
}

function summarySheets(options: XlsxFileOptions, about: readonly LabeledValue[]): WriteSheet[] {
  const { summary, sheetNames } = options;
  if (firstSheetOf(options) === 1) return [];
  if (!('columns' in summary)) return [factsSheet(sheetNames.summary, summary)];
  const details = isReport(options) ? about.map(([label, value]) => ({ cells: [`${label}: ${value}`] })) : [];
  return [figuresSheet(sheetNames.summary, { ...summary, rows: [...summary.rows, ...details] })];
}

/** Sheet of a summary with numbers and dates that prints on one page, below sentences if there are any. */
function figuresSheet(name: string, { columns, rows }: SummaryTable, above: readonly string[] = []): WriteSheet {
  const widths = columnWidths({ columns }, rows);
  const top = above.length === 0 ? 0 : above.length + 1;
  return {
    name,
    columns: widths.map((width) => ({ width })),
    rows: [],
    cells: new Map([
      ...above.map((sentence, at) => [`${at},0`, { value: sentence, style: { alignment: textAlignment } }] as const),
      ...columns.flatMap(({ header, kind }, at) => [
        [`${top},${at}`, { value: header, style: headerStyleOf(kind) }] as const,
        ...rows.map(({ cells, maxLeadTimeCells }, row) => {
          const cell = cells[at] ?? null;
          const variant = (maxLeadTimeCells?.includes(at) ? 2 : 0) + variantOf(kind, cell);
          const style = at === 0 && isText(kind) ? { ...labelStyle, border: line } : stylesOf(kind)[variant];
          return [`${top + row + 1},${at}`, { value: valueOf(kind, cell), style }] as const;
        }),
      ]),
    ]),
    rowDefs: new Map([
      [top, { height: headerHeight }],
      ...rows.map(({ cells }, at) => [top + at + 1, { height: rowHeight(columns, cells, widths) }] as const),
    ]),
    freezePane: { rows: top + 1 },
    pageSetup: { ...page, fitToHeight: 1 },
  };
}

/** Printed columns of a page; more would be too small to read. */
const maxColumnsAcross = 18;

/** Paper as wide as the columns; margins in inches. */
const page = {
  paperSize: 'a4',
  orientation: 'landscape',
  fitToPage: true,
  margins: { left: 0.4, right: 0.4, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 },
} as const;

/** Of the values of facts, in characters. */
const factWidth = 90;

/** Sheet of labels and values that prints on one page. */
function factsSheet(name: string, facts: readonly LabeledValue[]): WriteSheet {
  return {
    name,
    columns: [{ width: Math.ceil(calculateColumnWidth(facts.map(([label]) => label)) * 1.15) }, { width: factWidth }],
    rows: [],
    cells: new Map(
      facts.flatMap(([label, value], at) => [
        [`${at},0`, { value: label, style: labelStyle }],
        [
          `${at},1`,
          isCalendarDate(value)
            ? { value: valueOf('date', value), style: { ...stylesOf('date')[0], alignment: textAlignment } }
            : { value: value.slice(0, maxCellLength), style: valueStyle },
        ],
      ]),
    ),
    rowDefs: new Map(facts.map(([, value], at) => [at, { height: heightOf([value], [factWidth]) }] as const)),
    pageSetup: { ...page, fitToHeight: 1 },
  };
}

interface SheetStart {
  /** XML of a sheet up to its first row; `end` is that after its last row. */
  xml: string;
  end: string;
  /** Style attributes of cells, by column and by index in {@link stylesOf}. */
  styles: readonly string[][];
}

async function sheetStart(options: XlsxFileOptions, table: number, widths: readonly number[]): Promise<SheetStart> {
  const tables = tablesOf(options);
  // Each table has a sheet, so that the style indexes are those of the whole workbook.
  const parts = await frame(options, { counts: tables.map(() => 1), widths });
  const xml = strFromU8(parts[sheetPath(firstSheetOf(options) + table)] ?? new Uint8Array());
  const { columns = [] } = tables[table] ?? {};
  const styles = columns.map((_, at) =>
    [2, 3, 4, 5].map((row) => new RegExp(`<c r="${colToLetter(at)}${row}"( s="\\d+")?`).exec(xml)?.[1] ?? ''),
  );
  const header = xml.slice(0, xml.indexOf('</row>') + '</row>'.length);
  return { xml: header.replace(/<dimension[^>]*>/, ''), end: xml.slice(xml.indexOf('</sheetData>')), styles };
}

/** Font for every style that sets one: without a name, office programs use their own default. */
const letters = { name: 'Calibri', size: 11 };
const headerStyle: CellStyle = {
  font: { ...letters, bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'EEEEEA' } },
  border: { bottom: { style: 'thin', color: { rgb: '8D919C' } } },
  alignment: { vertical: 'center', wrapText: true },
};
/** Below each row. */
const line = { bottom: { style: 'thin', color: { rgb: 'D5D5CF' } } } as const;
/** Of two lines, in points. */
const headerHeight = 34;
/** Indent that keeps a heading at the right clear of its filter button. */
const filterIndent = 2;

/** Style of a heading, aligned as the numbers and dates below it. */
function headerStyleOf(kind: ExportKind, indent = 0): CellStyle {
  const side = isText(kind) ? textAlignment : { horizontal: 'right' as const, indent };
  return { ...headerStyle, alignment: { ...headerStyle.alignment, ...side } };
}

function isText(kind: ExportKind): boolean {
  return !isNumeric(kind) && !isDate(kind);
}

/** At the start whatever the script, and clear of a number in the column before. */
const textAlignment = { horizontal: 'left', indent: 1 } as const;

const labelStyle: CellStyle = { font: { ...letters, bold: true }, alignment: { ...textAlignment, vertical: 'top' } };
const valueStyle: CellStyle = { alignment: { ...textAlignment, vertical: 'top', wrapText: true } };
const theoryStyle: CellStyle = {
  font: { ...letters, italic: true, color: { rgb: '8F5200' } },
  fill: { type: 'pattern', pattern: 'lightUp', fgColor: { rgb: 'E3C79A' }, bgColor: { rgb: 'FCF1DF' } },
};

/** Formats of a column: two plain, then two for max lead time dates. {@link variantOf} selects one of two. */
function stylesOf(kind: ExportKind): CellStyle[] {
  const formats: Partial<Record<ExportKind, [string, string]>> = {
    date: ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd'],
    id: ['0', '0'],
    count: ['#,##0', '#,##0'],
    quantity: ['#,##0', '#,##0.0##'],
  };
  const alignment = { vertical: 'top', wrapText: kind === 'text', ...(isText(kind) && textAlignment) } as const;
  const plain = (formats[kind] ?? ['General', 'General']).map((numFmt): CellStyle => ({
    numFmt,
    alignment,
    border: line,
  }));
  return [...plain, ...plain.map((style) => Object.assign({}, style, theoryStyle))];
}

function variantOf(kind: ExportKind, cell: ExportCell): 0 | 1 {
  return kind === 'quantity' && typeof cell === 'number' && cell % 1000 !== 0 ? 1 : 0;
}

/** Spreadsheets disagree about date numbers before March 1900. */
const firstSafeDay: CalendarDate = '1900-03-01';

/** Cell value for a spreadsheet: dates as day numbers, quantities as decimals instead of thousandths. */
function valueOf(kind: ExportKind, cell: ExportCell): ExportCell {
  if (cell === null) return null;
  if (typeof cell === 'number') return kind === 'quantity' ? fromThousandths(cell) : cell;
  return isDate(kind) && cell >= firstSafeDay ? daysBetween('1899-12-30', cell as CalendarDate) : cell;
}

/** An empty cell has only the line below its row. */
function cellXml(ref: string, style: string, value: ExportCell): string {
  if (value === null) return `<c r="${ref}"${style}/>`;
  return typeof value === 'number'
    ? `<c r="${ref}"${style}><v>${value}</v></c>`
    : `<c r="${ref}"${style} t="inlineStr"><is><t xml:space="preserve">${textXml(value)}</t></is></c>`;
}

/** Maximum characters of a cell. */
const maxCellLength = 32_767;

/** Cell text as XML: escapes text that looks like an OOXML escape, and removes characters that XML doesn't allow. */
function textXml(text: string): string {
  if (text.length <= maxCellLength && !/[&<>_\u0000-\u001f\ufffe\uffff]/.test(text)) return text;
  return text
    .slice(0, maxCellLength)
    .replaceAll(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '_x000D_');
}

/** Spreadsheets allow 31 characters; the rest is reserved for a sheet number. */
const maxNameLength = 27;

/** Valid name of a sheet, different from those taken. Excel reserves the name *History*. */
function sheetName(wanted: string, taken: readonly string[]): string {
  const allowed = wanted.replaceAll(/[:\\/?*[\]\u0000-\u001f]+/g, ' ').trim();
  const name = Array.from(allowed)
    .slice(0, maxNameLength)
    .join('')
    .replaceAll(/^'+|'+$/g, '')
    .trim();
  const isTaken = taken.some((other) => other.toLowerCase() === name.toLowerCase());
  return name === '' || isTaken ? `${name} 1`.trim() : name;
}

/** Column widths in characters that fit the header on two lines, its filter button and the given rows. Words wrap. */
function columnWidths({ columns }: TableFileOptions, rows: readonly ExportRow[]): number[] {
  return columns.map(({ header, kind }, at) => {
    const values = rows.slice(0, measuredRows).map(({ cells }) => cells[at] ?? '');
    const texts = values.map((value) => String(kind === 'quantity' ? valueOf(kind, value) : value));
    return calculateColumnWidth([`${longerLine(header)}   `, ...texts], {
      minWidth: 7,
      maxWidth: kind === 'text' ? 36 : 60,
      padding: 1.5,
    });
  });
}

/** The longer line of a text in two lines. */
function longerLine(text: string): string {
  const words = text.split(' ');
  const splits = words.map((_, at) => {
    const [first, second] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    return first.length > second.length ? first : second;
  });
  return splits.reduce((best, line) => (line.length < best.length ? line : best));
}

/** Height of a row in points if one of its texts continues on further lines. */
function rowHeight(
  columns: readonly ExportColumn[],
  cells: readonly ExportCell[],
  widths: readonly number[],
): number | undefined {
  return heightOf(
    cells.map((cell, at) => (columns[at]?.kind === 'text' ? cell : null)),
    widths,
  );
}

function heightOf(texts: readonly ExportCell[], widths: readonly number[]): number | undefined {
  // Less the indent.
  const height = calculateRowHeight([...texts], { wrapText: true, columnWidths: widths.map((width) => width - 2) });
  return height > calculateRowHeight([]) ? height : undefined;
}

/** One file of the archive, compressed by the browser: JavaScript would be several times slower and use more memory. */
class Part extends ZipPassThrough {
  override readonly compression = 8;
  readonly #deflate = new CompressionStream('deflate-raw');
  readonly #input = this.#deflate.writable.getWriter();
  readonly #passed: Promise<void>;
  #text = '';

  constructor(archive: Zip, path: string) {
    super(path);
    archive.add(this);
    this.#passed = this.#deflate.readable.pipeTo(
      new WritableStream({
        write: (chunk) => this.ondata(null, chunk, false),
        close: () => this.ondata(null, new Uint8Array(), true),
      }),
    );
  }

  write(text: string): void {
    this.#text += text;
  }

  /** Compresses the buffered text. */
  async flush(isLast = false): Promise<void> {
    const bytes = new TextEncoder().encode(this.#text);
    this.#text = '';
    this.push(bytes, isLast);
    await this.#input.write(bytes);
  }

  async end(): Promise<void> {
    await this.flush(true);
    await this.#input.close();
    await this.#passed;
  }

  /** Does nothing: `push` has counted the size and checksum, and the stream emits the compressed data. */
  protected override process(): void {}
}

import { readHeaderRow } from '#stock/order-list/header-row.ts';
import { mayChangeOrder } from '#stock/order-list/layout.ts';

import { Archive } from './archive.ts';
import {
  allSheets,
  FileFailure,
  type ListRecords,
  type ListRow,
  maxBytes,
  readList,
  type ReadingOptions,
  recordsOfText,
} from './read-list.ts';
import { RowCollector } from './sheet-rows.ts';
import { decodeText } from './text-encoding.ts';
import { type Sheet, xlsxSheets } from './xlsx-sheets.ts';

/** Returns the list in a sheet, or in {@link allSheets}; of the likely sheet if it is null. */
export type ListFile = (sheet: string | null) => ListRecords;

/**
 * Opens an XLSX, CSV or text file.
 * @throws FileFailure if the file can't be read or exceeds a limit
 */
export async function openListFile(file: Blob, options: ReadingOptions): Promise<ListFile> {
  if (file.size > maxBytes) throw new FileFailure('too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isOldOrLocked(bytes)) throw new FileFailure('old-or-locked');
  try {
    if (isArchive(bytes)) {
      const archive = new Archive(bytes);
      if (mainPartsOfOthers.some((path) => archive.has(path))) throw new FileFailure('other-workbook');
      return openWorkbook(xlsxSheets(archive, options.locale), options);
    }
    const text = decodeText(bytes);
    if (/^\s*<\?xml\b/.test(text)) throw new FileFailure(isWorkbookXml(text) ? 'other-workbook' : 'not-readable');
    if (isDocument(text)) throw new FileFailure('not-readable');
    const list = recordsOfText(text, 'file');
    return () => list;
  } catch (cause) {
    throw cause instanceof FileFailure ? cause : new FileFailure('not-readable', { cause });
  }
}

/** Whether the file is a ZIP archive, such as XLSX. */
function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** Parts that only workbooks of other formats have: XLSB, ODS and Numbers. */
const mainPartsOfOthers = ['xl/workbook.bin', 'content.xml', 'Index/Document.iwa', 'index.zip'];

/** Whether the file is a workbook from before 2007, or protected by a password. */
function isOldOrLocked(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte);
}

/** Whether the text is a workbook in the XML format of Excel 2003. */
function isWorkbookXml(text: string): boolean {
  return text.slice(0, 2000).includes('urn:schemas-microsoft-com:office:spreadsheet');
}

/** Whether the text is a PDF, a web archive, a picture or the like: at least one control character in a hundred. The
 * ones that end a text or separate its cells don't count. */
function isDocument(text: string): boolean {
  const start = text.slice(0, 100_000);
  // oxlint-disable-next-line no-control-regex -- counts control characters
  const controls = start.match(/[\u0001-\u0008\u000e-\u0019\u001b]/g) ?? [];
  return /^(?:%PDF-|MIME-Version:)/.test(start) || controls.length * 100 > start.length;
}

interface ReadSheet {
  name: string;
  rows: ListRow[];
}

/** Reads all sheets, so that the review can say how many lines each has. Blank sheets don't count. */
function openWorkbook(sheets: readonly Sheet[], options: ReadingOptions): ListFile {
  const { filled, failures } = readSheets(sheets.filter(({ isHidden }) => !isHidden));
  const [failure] = failures.values();
  if (filled.length === 0 && failure !== undefined) throw failure;
  const countLines = ({ rows }: ReadSheet) =>
    readList({ records: rows, sheets: [], sheet: null }, options).reading.lines.length;
  const choices = filled.map((each) => ({ name: each.name, lines: filled.length > 1 ? countLines(each) : 0 }));
  const hidden = sheets.filter(({ isHidden }) => isHidden);
  if (hidden.length > 0 && failures.size === 0 && !filled.some((each) => countLines(each) > 0)) {
    const withLines = readSheets(hidden).filled.find((each) => countLines(each) > 0);
    if (withLines !== undefined) throw new FileFailure('hidden-sheet', { part: withLines.name });
  }
  const likely = filled.find(({ rows }) => hasHeader(rows)) ?? filled[choices.findIndex(({ lines }) => lines > 0)];
  return (sheet) => {
    const name = sheet ?? (likely ?? filled[0])?.name ?? null;
    return {
      records: name === allSheets ? joined(filled) : (filled.find((each) => each.name === name)?.rows ?? []),
      sheets: choices,
      sheet: name,
      unreadable: [...failures.keys()],
    };
  };
}

function readSheets(sheets: readonly Sheet[]): { filled: ReadSheet[]; failures: Map<string, FileFailure> } {
  const collector = new RowCollector();
  const filled: ReadSheet[] = [];
  const failures = new Map<string, FileFailure>();
  for (const { name, read } of sheets) {
    try {
      const rows = read(collector);
      if (rows.length > 0) filled.push({ name, rows: [...titleOf(name), ...rows] });
    } catch (cause) {
      const isKnown = cause instanceof FileFailure;
      if (isKnown && cause.code === 'unpacks-too-large') throw cause;
      collector.finish();
      failures.set(name, isKnown ? cause : new FileFailure('part-not-readable', { part: name, cause }));
    }
  }
  return { filled, failures };
}

/** A name such as *Returns* is read as a title, in line 0; others say nothing about the order. */
function titleOf(name: string): ListRow[] {
  return mayChangeOrder([name]) ? [{ line: 0, text: name, cells: [name] }] : [];
}

/** Maximum number of rows above a header. */
const rowsAboveHeader = 50;

/** Whether the rows have a header with a product and a quantity, since a title page may precede the order. */
function hasHeader(rows: readonly ListRow[]): boolean {
  return rows.slice(0, rowsAboveHeader).some(({ cells }) => {
    const roles = new Set(readHeaderRow(cells)?.map((cell) => cell?.role));
    return roles.has('quantity') && (roles.has('product') || roles.has('name'));
  });
}

/** Joins sheets into one list whose rows are numbered through. */
function joined(sheets: readonly ReadSheet[]): ListRow[] {
  let last = 0;
  return sheets.flatMap(({ rows }) => {
    const start = rows[0]?.line === 0 ? last + 1 : last;
    last = start + (rows.at(-1)?.line ?? 0);
    return rows.map((row) => ({ ...row, line: start + row.line }));
  });
}

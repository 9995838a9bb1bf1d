import { readXlsx, streamXlsxRows, type CellValue } from 'hucre/xlsx';

import { readHeaderRow } from '#domain/order-list/header-row.ts';
import type { ListRecord } from '#domain/order-list/records.ts';

import { FileFailure, type ListRecords, maxRows, recordsOfText } from './read-list.ts';

/** Maximum size of a file, and of an unpacked archive, in bytes. */
const maxBytes = 50 * 1024 * 1024;

/**
 * Returns the records of an XLSX, CSV or text file. If `sheet` is null, a workbook's first sheet with an order's header
 * is read.
 * @throws FileFailure if the file can't be read or exceeds a limit
 */
export async function recordsOfFile(file: Blob, sheet: string | null): Promise<ListRecords> {
  if (file.size > maxBytes) throw new FileFailure('too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isOldOrLocked(bytes)) throw new FileFailure('old-or-locked');
  if (!isArchive(bytes)) {
    const text = decodeText(bytes);
    if (isDocument(text)) throw new FileFailure('not-readable');
    return recordsOfText(text, 'file');
  }
  try {
    limitArchive(bytes);
    const sheets = await sheetNames(bytes);
    const chosen = sheet ?? (await sheetWithHeader(bytes, sheets)) ?? sheets[0] ?? '';
    return { records: await rowsOf(bytes, chosen), sheets, sheet: chosen };
  } catch (cause) {
    throw cause instanceof FileFailure ? cause : new FileFailure('not-readable', { cause });
  }
}

/** Whether the file is a ZIP archive, such as XLSX. */
function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** Whether the file is a workbook from before 2007, or protected by a password. */
function isOldOrLocked(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte);
}

/** Whether the text is a PDF, a picture or the like: at least one control character in a hundred. */
function isDocument(text: string): boolean {
  const start = text.slice(0, 100_000);
  // oxlint-disable-next-line no-control-regex -- counts control characters
  const controls = start.match(/[\u0001-\u0008\u000e-\u001f]/g) ?? [];
  return start.startsWith('%PDF-') || controls.length * 100 > start.length;
}

async function sheetNames(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name);
      return false;
    },
  });
  if (names.length === 0) throw new FileFailure('not-readable');
  return names;
}

/** Limits of the search for a header: rows per sheet, and sheets. */
const rowsAboveHeader = 50;
const sheetsWithHeader = 20;

/** Memory per cell besides its text, in bytes. A row may have 16,384 cells just for its last one. */
const bytesPerCell = 8;
/** Maximum characters per cell, above the limit of spreadsheets. */
const maxCellLength = 65_535;

/** Returns a function that reads cells up to a total size, since many cells can share one large text. */
function boundedText(): (value: CellValue) => string {
  let left = maxBytes;
  return (value) => {
    const { length } = typeof value === 'string' ? value : '';
    left -= bytesPerCell + length;
    if (left < 0 || length > maxCellLength) throw new FileFailure('unpacks-too-large');
    return cellText(value);
  };
}

/** Returns the first sheet whose header has a product and a quantity, since a title page may precede it. */
async function sheetWithHeader(bytes: Uint8Array, sheets: readonly string[]): Promise<string | null> {
  if (sheets.length < 2) return null;
  const textOf = boundedText();
  for (const sheet of sheets.slice(0, sheetsWithHeader)) {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      if (index > rowsAboveHeader) break;
      const roles = new Set(readHeaderRow(values.map(textOf))?.map((cell) => cell?.role));
      if (roles.has('quantity') && (roles.has('product') || roles.has('name'))) return sheet;
    }
  }
  return null;
}

/** Returns the non-blank rows of a sheet; `line` is the row's number in the sheet. */
async function rowsOf(bytes: Uint8Array, sheet: string): Promise<ListRecord[]> {
  const records: ListRecord[] = [];
  const textOf = boundedText();
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    const cells = values.map(textOf);
    if (cells.every((cell) => cell === '')) continue;
    if (records.length === maxRows) throw new FileFailure('too-many-rows');
    records.push({ line: index + 1, text: cells.map(withoutAddedDecimal).join('\t'), cells });
  }
  return records;
}

/** Returns a cell as text that reads the same in every locale. */
function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value).replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

/** Adds a fourth decimal to `1.234`, so that no locale reads it as thousands. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return /^\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** Removes what {@link numberText} added, for display. */
function withoutAddedDecimal(cell: string): string {
  return /^\d{1,3}\.\d{3}0$/.test(cell) ? cell.slice(0, -1) : cell;
}

/** Decodes a file by its byte order mark, else as UTF-8, else as Windows-1252. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const endOfDirectory = 0x06_05_4b_50;
const directoryEntry = 0x02_01_4b_50;
const localHeader = 0x04_03_4b_50;
const maxCommentLength = 65_535;
const endLength = 22;
/** ZIP64 markers: the actual size or count is stored elsewhere. No list is that large. */
const zip64Size = 0xff_ff_ff_ff;
const zip64Count = 0xff_ff;
/** Flag of an entry whose sizes follow its data. */
const sizesFollow = 8;

/**
 * Limits the unpacked size of a ZIP archive by the sizes its parts declare. Unpackers that stop at the declared size
 * are thereby limited too.
 * @throws FileFailure if the sum exceeds `mostBytes`, or if sizes are missing
 */
function limitArchive(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  // An unpacker would read a ZIP64 directory instead of this one.
  const isZip64 = [view.getUint32(end + 12, true), at].includes(zip64Size) || count === zip64Count;
  if (isZip64) throw new FileFailure('not-readable');
  let sum = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== directoryEntry) throw new FileFailure('not-readable');
    const packed = view.getUint32(at + 20, true);
    const declared = view.getUint32(at + 24, true);
    const hasTrailingSizes = packed === 0 && (view.getUint16(at + 8, true) & sizesFollow) !== 0;
    if (declared === 0 && (packed > 2 || hasTrailingSizes)) throw new FileFailure('not-readable');
    sum += Math.max(declared, declaredAt(view, view.getUint32(at + 42, true)));
    if (declared === zip64Size || sum > maxBytes) throw new FileFailure('unpacks-too-large');
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Returns the size in the local header, which can differ from the directory's; 0 if it follows the data. */
function declaredAt(view: DataView, at: number): number {
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== localHeader) throw new FileFailure('not-readable');
  return view.getUint32(at + 22, true);
}

function findEnd(view: DataView): number {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at -= 1) {
    if (view.getUint32(at, true) === endOfDirectory) return at;
  }
  throw new FileFailure('not-readable');
}

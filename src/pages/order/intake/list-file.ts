import { readXlsx, streamXlsxRows, type CellValue } from 'hucre/xlsx';

import { readHeaderRow } from '#domain/order-list/header-row.ts';
import type { ListRecord } from '#domain/order-list/records.ts';

import { FileFailure, type ListRecords, mostRows, recordsOfText } from './read-list.ts';

/** The largest file that is read, and the most that an archive may unpack to, in bytes. */
const mostBytes = 50 * 1024 * 1024;

/**
 * The records of an XLSX, CSV or text file; of the workbook's first sheet with an order's header unless one is named.
 * @throws FileFailure where it can't be read or goes beyond the limits.
 */
export async function recordsOfFile(file: Blob, sheet: string | null): Promise<ListRecords> {
  if (file.size > mostBytes) throw new FileFailure('too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isOldOrLocked(bytes)) throw new FileFailure('old-or-locked');
  if (!isArchive(bytes)) {
    const text = decodeText(bytes);
    if (isDocument(text)) throw new FileFailure('not-readable');
    return recordsOfText(text, 'file');
  }
  try {
    holdArchive(bytes);
    const sheets = await sheetNames(bytes);
    const chosen = sheet ?? (await sheetWithHeader(bytes, sheets)) ?? sheets[0] ?? '';
    return { records: await rowsOf(bytes, chosen), sheets, sheet: chosen };
  } catch (cause) {
    throw cause instanceof FileFailure ? cause : new FileFailure('not-readable', { cause });
  }
}

/** Whether bytes start like a ZIP archive, which an XLSX file is. */
function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** Whether bytes start like a workbook from before 2007, or one that is locked by a password. */
function isOldOrLocked(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte);
}

/** Whether a text is a PDF, a picture or the like: one control character in a hundred, which no list has. */
function isDocument(text: string): boolean {
  const start = text.slice(0, 100_000);
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
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

/** Where a header stands in the sheet, if there is one, and among how many sheets it is looked for. */
const rowsAboveHeader = 50;
const sheetsWithHeader = 20;

/** What a cell takes beside its text, in bytes: a row of a workbook may be 16,384 cells wide for its last one. */
const bytesPerCell = 8;
/** Characters: more than a spreadsheet lets anyone write into a cell. */
const longestCell = 65_535;

/** Reads cells until they hold more than is read: each of a workbook may have the same megabyte for its text. */
function boundedText(): (value: CellValue) => string {
  let left = mostBytes;
  return (value) => {
    const { length } = typeof value === 'string' ? value : '';
    left -= bytesPerCell + length;
    if (left < 0 || length > longestCell) throw new FileFailure('unpacks-too-large');
    return cellText(value);
  };
}

/** The first sheet that has a header with a product and a quantity: in front of it may stand a title page. */
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

/** The rows of a sheet, blank ones left out; `line` is the row's number on the sheet. */
async function rowsOf(bytes: Uint8Array, sheet: string): Promise<ListRecord[]> {
  const records: ListRecord[] = [];
  const textOf = boundedText();
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    const cells = values.map(textOf);
    if (cells.every((cell) => cell === '')) continue;
    if (records.length === mostRows) throw new FileFailure('too-many-rows');
    records.push({ line: index + 1, text: cells.map(withoutMark).join('\t'), cells });
  }
  return records;
}

/** A cell in words that read the same in every locale. */
function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value).replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

/** A spreadsheet's number is no matter of a locale: a fourth decimal keeps `1.234` from being taken for thousands. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return /^\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** As the person sees it: without what {@link numberText} added. */
function withoutMark(cell: string): string {
  return /^\d{1,3}\.\d{3}0$/.test(cell) ? cell.slice(0, -1) : cell;
}

/** The text of a file: as its byte order mark says, else UTF-8, else what Windows programs of the west write. */
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
const longestComment = 65_535;
const endLength = 22;
/** Stands where a size or a count is written elsewhere, since it doesn't fit here: no list is that large. */
const sizeElsewhere = 0xff_ff_ff_ff;
const countElsewhere = 0xff_ff;
/** The bit of an entry whose sizes follow its part. */
const sizesFollow = 8;

/**
 * Throws where the parts of a ZIP archive would unpack to more than `mostBytes`, or don't say to how much. An
 * unpacker that stops at the size each part declares is so held to the sum.
 * @throws FileFailure
 */
function holdArchive(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  // The directory that stands here is none that an unpacker would read.
  const isElsewhere = [view.getUint32(end + 12, true), at].includes(sizeElsewhere) || count === countElsewhere;
  if (isElsewhere) throw new FileFailure('not-readable');
  let sum = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== directoryEntry) throw new FileFailure('not-readable');
    const packed = view.getUint32(at + 20, true);
    const declared = view.getUint32(at + 24, true);
    const isToldLater = packed === 0 && (view.getUint16(at + 8, true) & sizesFollow) !== 0;
    if (declared === 0 && (packed > 2 || isToldLater)) throw new FileFailure('not-readable');
    sum += Math.max(declared, declaredAt(view, view.getUint32(at + 42, true)));
    if (declared === sizeElsewhere || sum > mostBytes) throw new FileFailure('unpacks-too-large');
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** The size that stands before the part itself, which need not be the directory's; 0 where it follows the part. */
function declaredAt(view: DataView, at: number): number {
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== localHeader) throw new FileFailure('not-readable');
  return view.getUint32(at + 22, true);
}

function findEnd(view: DataView): number {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1) {
    if (view.getUint32(at, true) === endOfDirectory) return at;
  }
  throw new FileFailure('not-readable');
}

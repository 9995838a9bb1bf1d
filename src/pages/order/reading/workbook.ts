import { readXlsx, streamXlsxRows, type CellValue } from 'hucre/xlsx';

import type { ListRecord } from '#domain/order-list/records.ts';

import { holdArchive } from './archive-bounds.ts';
import { FileFailure } from './file-failure.ts';
import { mostBytes, mostRows } from './reading-limits.ts';

/** An XLSX file, as far as a list in it can be read. */
export interface Workbook {
  /** The names of the sheets that are not hidden, in order. */
  sheets: readonly string[];
  /** The rows of a sheet, blank ones left out; `line` is the row's number on the sheet. */
  records(sheet: string): Promise<ListRecord[]>;
}

/** Whether bytes start like a ZIP archive, which an XLSX file is. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** Whether bytes start like a workbook from before 2007, or one that is locked by a password. */
export function isOldOrLocked(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte);
}

/** @throws FileFailure where the file is no workbook or goes beyond the limits. */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  holdArchive(bytes, mostBytes);
  const sheets = await orFailure(sheetNames(bytes));
  return { sheets, records: (sheet) => orFailure(rowsOf(bytes, sheet)) };
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

async function rowsOf(bytes: Uint8Array, sheet: string): Promise<ListRecord[]> {
  const records: ListRecord[] = [];
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    const cells = values.map(cellText);
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

async function orFailure<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (cause) {
    throw cause instanceof FileFailure ? cause : new FileFailure('not-readable', { cause });
  }
}

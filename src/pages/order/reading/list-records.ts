import { physicalText } from '#domain/order-list/plain-text.ts';
import { type ListRecord, readRecords, findSeparator } from '#domain/order-list/records.ts';

import { decodeText } from './decode-text.ts';
import { FileFailure } from './file-failure.ts';
import { mostBytes, mostRows } from './reading-limits.ts';
import { isArchive, isOldOrLocked, openWorkbook } from './workbook.ts';

/** A list parted into records; a workbook has the sheets to choose from, and the one that was read. */
export interface ListRecords {
  records: ListRecord[];
  sheets: readonly string[];
  sheet: string | null;
}

/**
 * The records of a text.
 * @throws FileFailure where it has more rows than are read.
 */
export function recordsOfText(text: string, source: 'paste' | 'file'): ListRecords {
  const physical = physicalText(text);
  const records = readRecords(physical, findSeparator(physical, source));
  if (records.length > mostRows) throw new FileFailure('too-many-rows');
  return { records, sheets: [], sheet: null };
}

/**
 * The records of an XLSX, CSV or text file; of the workbook's first sheet unless one is named.
 * @throws FileFailure where it can't be read or goes beyond the limits.
 */
export async function recordsOfFile(file: Blob, sheet: string | null): Promise<ListRecords> {
  if (file.size > mostBytes) throw new FileFailure('too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isOldOrLocked(bytes)) throw new FileFailure('old-or-locked');
  if (!isArchive(bytes)) return recordsOfText(decodeText(bytes), 'file');
  const workbook = await openWorkbook(bytes);
  const chosen = sheet ?? workbook.sheets[0] ?? '';
  return { records: await workbook.records(chosen), sheets: workbook.sheets, sheet: chosen };
}

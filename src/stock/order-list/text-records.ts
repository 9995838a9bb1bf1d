import { findSeparator, type ListRecord, readRecords, type Separator } from './records.ts';
import { joinStackedCells } from './stacked-cells.ts';

/** Splits a text with `\n` line breaks into records and their cells. */
export function readTextRecords(
  text: string,
  source: 'paste' | 'file',
): { records: ListRecord[]; separator: Separator } {
  const separator = findSeparator(text, source);
  const records = readRecords(text, separator);
  return { records: (separator === null ? joinStackedCells(records) : null) ?? records, separator };
}

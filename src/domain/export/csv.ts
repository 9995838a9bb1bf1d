import { numberConventions } from '#lib/number-convention.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import type { ExportColumn, ExportRow } from './export-table.ts';
import { harmlessText } from './harmless-text.ts';

/** How a CSV file separates its fields and its decimals. */
export interface CsvStyle {
  separator: ',' | ';';
  decimal: '.' | ',';
}

/** The style that every program reads without being told: `1234.5,"a, b"`. */
export const plainCsv: CsvStyle = { separator: ',', decimal: '.' };

/** The style that a spreadsheet of the locale opens by itself: where decimals take the comma, fields take the semicolon. */
export function csvStyleOf(locale: string): CsvStyle {
  const conventions = numberConventions(locale);
  const { decimal } = conventions.at(-1) ?? { decimal: '.' };
  return decimal === ',' ? { separator: ';', decimal: ',' } : plainCsv;
}

/** What a CSV file in UTF-8 starts with, so that Excel reads it as such. */
export const byteOrderMark = '\ufeff';

/** The header as one record (RFC 4180), without the line's end. */
export function csvHeader(columns: readonly ExportColumn[], { separator }: CsvStyle): string {
  return columns.map(({ header }) => csvText(header, separator)).join(separator);
}

/** One record (RFC 4180), without the line's end: dates `YYYY-MM-DD`, quantities without grouping, blanks empty. */
export function csvRecord(columns: readonly ExportColumn[], { cells }: ExportRow, style: CsvStyle): string {
  return columns.map(({ kind }, position) => csvCell(kind, cells[position] ?? null, style)).join(style.separator);
}

/** Text as a field, quoted where it must be, harmless to a spreadsheet. */
export function csvText(text: string, separator: string): string {
  const harmless = harmlessText(text);
  const needsQuotes = /["\r\n]/.test(harmless) || harmless.includes(separator) || harmless !== harmless.trim();
  return needsQuotes ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function csvCell(kind: ExportColumn['kind'], cell: ExportRow['cells'][number], style: CsvStyle): string {
  if (cell === null) return '';
  if (typeof cell === 'number') {
    const text = String(kind === 'quantity' ? fromThousandths(cell) : cell);
    return style.decimal === ',' ? text.replace('.', ',') : text;
  }
  return kind === 'date' ? cell : csvText(cell, style.separator);
}

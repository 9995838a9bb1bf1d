import { numberConventions } from '#lib/number-convention.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import type { ExportCell, ExportColumn, ExportKind, ExportRow } from './export-table.ts';
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
  const field = ({ kind }: ExportColumn, at: number) => {
    const cell = cells[at] ?? null;
    return typeof cell === 'number' ? fieldText(kind, cell, style) : csvText(cell ?? '', style.separator);
  };
  return columns.map(field).join(style.separator);
}

/** Text as a field, quoted where it must be, harmless to a spreadsheet. */
export function csvText(text: string, separator: string): string {
  const harmless = harmlessText(text);
  const needsQuotes = /["\r\n]/.test(harmless) || harmless.includes(separator) || harmless !== harmless.trim();
  return needsQuotes ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A cell as a field, not quoted yet: numbers plain, with the decimal sign of the style, harmless to a spreadsheet. */
export function fieldText(kind: ExportKind, cell: ExportCell, { decimal }: CsvStyle): string {
  if (typeof cell !== 'number') return harmlessText(cell ?? '');
  return String(kind === 'quantity' ? fromThousandths(cell) : cell).replace('.', decimal);
}

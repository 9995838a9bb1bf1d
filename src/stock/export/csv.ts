import { numberConventions } from '#stock/number-convention.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import type { ExportCell, ExportColumn, ExportKind, ExportRow } from './export-table.ts';
import { escapeFormula } from './formula-escape.ts';

/** Field and decimal separators of a CSV file. */
export interface CsvStyle {
  separator: ',' | ';';
  decimal: '.' | ',';
}

/** The default style of most software: `1234.5,"a, b"`. */
export const plainCsv: CsvStyle = { separator: ',', decimal: '.' };

/**
 * Returns the style a spreadsheet of the locale opens without an import dialog: fields are separated by semicolons if
 * the decimal separator is a comma.
 */
export function csvStyleOf(locale: string): CsvStyle {
  const conventions = numberConventions(locale);
  const { decimal } = conventions.at(-1) ?? { decimal: '.' };
  return decimal === ',' ? { separator: ';', decimal: ',' } : plainCsv;
}

/** Start of a UTF-8 CSV file, so that Excel detects the encoding. */
export const byteOrderMark = '\ufeff';

/** Formats the header row as one record (RFC 4180), without a line break. */
export function csvHeader(columns: readonly ExportColumn[], { separator }: CsvStyle): string {
  return columns.map(({ header }) => csvText(header)).join(separator);
}

/** Formats one record (RFC 4180), without a line break: dates `YYYY-MM-DD`, numbers without grouping, null empty. */
export function csvRecord(columns: readonly ExportColumn[], { cells }: ExportRow, style: CsvStyle): string {
  const field = ({ kind }: ExportColumn, at: number) => {
    const cell = cells[at] ?? null;
    return typeof cell === 'number' ? fieldText(kind, cell, style) : csvText(cell ?? '');
  };
  return columns.map(field).join(style.separator);
}

/** Escapes text as a field: quoted if necessary, safe from formula injection. */
export function csvText(text: string): string {
  const escaped = escapeFormula(text);
  // Also with what other programs take for a separator: a formula could follow it.
  const needsQuotes = /[",;\t\r\n]/.test(escaped) || escaped !== escaped.trim();
  return needsQuotes ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/** Formats an unquoted field: numbers with the style's decimal separator, text safe from formula injection. */
export function fieldText(kind: ExportKind, cell: ExportCell, { decimal }: CsvStyle): string {
  if (typeof cell !== 'number') return escapeFormula(cell ?? '');
  return String(kind === 'quantity' ? fromThousandths(cell) : cell).replace('.', decimal);
}

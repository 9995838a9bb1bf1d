import type { ExportColumn, ExportKind, ExportRow } from '#domain/export/export-table.ts';
import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import { headerStyle, labelStyle, styleOf, wrappedStyle } from './cell-styles.ts';
import { cellXml, xmlText } from './xml-text.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** The columns' letters: `A` to `Z`, `AA` and on. */
export function columnNames(count: number): string[] {
  return Array.from({ length: count }, (_, position) => columnName(position));
}

function columnName(position: number): string {
  const last = String.fromCodePoint(65 + (position % 26));
  return position < 26 ? last : `${columnName(Math.floor(position / 26) - 1)}${last}`;
}

/** A sheet up to its rows: header frozen, widths in characters, one page wide on paper. */
export function sheetStart(columns: readonly ExportColumn[], widths: readonly number[]): string {
  const cols = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const names = columnNames(columns.length);
  const cells = columns.map(({ header }, at) => textCell(`${names[at]}1`, header, headerStyle));
  return [
    `${head}<worksheet ${main}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>',
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols>`,
    `<sheetData><row r="1" ht="20" customHeight="1">${cells.join('')}</row>`,
  ].join('');
}

/** A row of the table; `number` is the sheet's own, from 2. */
export function rowXml(
  columns: readonly ExportColumn[],
  names: readonly string[],
  { cells, theoretical }: ExportRow,
  number: number,
): string {
  let xml = `<row r="${number}">`;
  for (let at = 0; at < columns.length; at += 1) {
    const kind = (columns[at] as ExportColumn).kind;
    xml += cell(`${names[at]}${number}`, kind, cells[at] ?? null, theoretical?.includes(at) ?? false);
  }
  return `${xml}</row>`;
}

/** A sheet from its rows on: the filter spans the header and `rows` of them. */
export function sheetEnd(columns: readonly ExportColumn[], rows: number): string {
  return [
    `</sheetData><autoFilter ref="${filterRange(columns, rows)}"/>`,
    '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup orientation="landscape" fitToHeight="0"/>',
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>',
  ].join('');
}

export function filterRange(columns: readonly ExportColumn[], rows: number): string {
  return `A1:${columnName(columns.length - 1)}${rows + 1}`;
}

/** A sheet of labels and what they stand for. */
export function aboutSheet(about: readonly (readonly [label: string, value: string])[]): string {
  const rows = about.map(
    ([label, value], at) =>
      `<row r="${at + 1}">${textCell(`A${at + 1}`, label, labelStyle)}${textCell(`B${at + 1}`, value, wrappedStyle)}</row>`,
  );
  return [
    `${head}<worksheet ${main}><sheetFormatPr defaultRowHeight="15"/>`,
    '<cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols>',
    `<sheetData>${rows.join('')}</sheetData></worksheet>`,
  ].join('');
}

function cell(ref: string, kind: ExportKind, value: string | number | null, theoretical: boolean): string {
  const style = styleOf(kind, value, theoretical);
  if (value === null) return style === 0 ? '' : `<c r="${ref}" s="${style}"/>`;
  if (typeof value === 'number') {
    return `<c r="${ref}" s="${style}"><v>${kind === 'quantity' ? fromThousandths(value) : value}</v></c>`;
  }
  if (kind !== 'date') return textCell(ref, value, style);
  const serial = serialOf(value as CalendarDate);
  return serial === null ? textCell(ref, value, 0) : `<c r="${ref}" s="${style}"><v>${serial}</v></c>`;
}

function textCell(ref: string, text: string, style: number): string {
  const styled = style === 0 ? '' : ` s="${style}"`;
  return `<c r="${ref}"${styled} t="inlineStr"><is><t xml:space="preserve">${cellXml(text)}</t></is></c>`;
}

/** Before March 1900 spreadsheets disagree about what day a number is. */
const firstSafeDay: CalendarDate = '1900-03-01';

/** The day as spreadsheets count it; null where they don't agree how. */
function serialOf(date: CalendarDate): number | null {
  return date < firstSafeDay ? null : daysBetween('1899-12-30', date);
}

/** `'Order lines'!$A$1:$C$12`, as a workbook's defined names are written. */
export function rangeOnSheet(sheet: string, range: string): string {
  const absolute = range.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2');
  return xmlText(`'${sheet.replaceAll("'", "''")}'!${absolute}`);
}

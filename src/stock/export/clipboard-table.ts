import { type CalendarDate, daysBetween } from '#stock/calendar-date.ts';

import { fieldText, plainCsv, type CsvStyle } from './csv.ts';
import { isDate, isNumeric, type ExportColumn, type ExportRow } from './export-table.ts';

/** The same table in both clipboard formats. */
export interface ClipboardTable {
  /** Tab-separated fields, CRLF-separated rows. */
  text: string;
  /** HTML table with a header row. Codes, dates and line breaks are marked so that Excel preserves them. */
  html: string;
}

/**
 * Properties specific to Excel. Without them `00123` becomes 123, a name such as `1-2` becomes a date, dates take the
 * machine's format, and a text of two lines takes two rows. They are in one style element, because browsers check each
 * inline style against the page's content security policy.
 */
export const excelStyle = [
  '<style>',
  '.sh-code{mso-number-format:"\\@"}',
  '.sh-date{mso-number-format:"yyyy\\-mm\\-dd"}',
  'br{mso-data-placement:same-cell}',
  '</style>',
].join('');

/**
 * Formats a table for Excel, LibreOffice, Outlook and Gmail. Numbers use the decimal separator of `style`, which
 * matches the user's spreadsheet. Cells based on max lead time are in italics.
 */
export function clipboardTable(
  columns: readonly ExportColumn[],
  rows: readonly ExportRow[],
  style: CsvStyle = plainCsv,
): ClipboardTable {
  const header = columns.map((column) => column.header);
  const fields = rows.map((row) => clipboardFields(columns, row, style));
  const body = rows.map((row, at) => htmlRow(columns, fields[at] ?? [], row));
  const head = `<thead><tr>${header.map((text) => `<th scope="col" align="left">${htmlText(text)}</th>`).join('')}</tr></thead>`;
  return {
    text: [header, ...fields].map((texts) => texts.map(tabbed).join('\t')).join('\r\n'),
    html: `${excelStyle}<table border="1" cellspacing="0" cellpadding="4">${head}<tbody>${body.join('')}</tbody></table>`,
  };
}

/** Returns a row's fields for pasting, safe from formula injection. */
function clipboardFields(columns: readonly ExportColumn[], { cells }: ExportRow, style: CsvStyle): string[] {
  return columns.map(({ kind }, at) => fieldText(kind, cells[at] ?? null, style));
}

/** Replaces tabs and line breaks, which would otherwise start a new field or row. */
function tabbed(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}

function htmlRow(
  columns: readonly ExportColumn[],
  fields: readonly string[],
  { maxLeadTimeCells = [] }: ExportRow,
): string {
  const cells = columns.map(({ kind }, at) => {
    const field = fields[at] ?? '';
    const text = htmlText(field);
    const content = maxLeadTimeCells.includes(at) && text !== '' ? `<em>${text}</em>` : text;
    return `<td${cellAttributes(field, !isDate(kind) && !isNumeric(kind))}>${content}</td>`;
  });
  return `<tr>${cells.join('')}</tr>`;
}

const isoDate = /^(?:19|2\d)\d\d-\d\d-\d\d$/;
/** Numbers as written here: no grouping, decimal separator of the user's region. */
const plainNumber = /^-?\d+(?:[.,]\d+)?$/;

/**
 * Returns the attributes of a cell. LibreOffice reads `sdnum` and `sdval`: `@` is its text format. `sdval` sets the
 * value regardless of the document's language. Without it, LibreOffice imports dates as text unless number recognition
 * is turned on.
 */
export function cellAttributes(text: string, isText: boolean): string {
  if (isText) return ' class="sh-code" sdnum="1033;0;@"';
  if (isoDate.test(text))
    return ` class="sh-date" sdval="${daysBetween('1899-12-30', text as CalendarDate)}" sdnum="1033;0;YYYY-MM-DD"`;
  return plainNumber.test(text) ? ` align="right" sdval="${text.replace(',', '.')}"` : '';
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '<br>',
};

/** Escapes text for HTML, including line breaks. */
export function htmlText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[&<>"\n]/g, (character) => entities[character] ?? character);
}

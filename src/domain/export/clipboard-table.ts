import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';

import { fieldText, plainCsv, type CsvStyle } from './csv.ts';
import { isDate, isNumeric, type ExportColumn, type ExportRow } from './export-table.ts';

/** The same table in the two forms that programs take from a clipboard. */
export interface ClipboardTable {
  /** Fields between tabs, rows between line ends. */
  text: string;
  /** A table with its header; codes, dates and line ends are marked so that Excel keeps them as they are. */
  html: string;
}

/**
 * Excel's own properties: without them `00123` arrives as 123, a name such as `1-2` as a date, a date in whatever form the
 * machine prefers, and a text of two lines in two rows. In one place: browsers hold each style of a cell against the
 * page's policy.
 */
export const excelStyle = [
  '<style>',
  '.sh-code{mso-number-format:"\\@"}',
  '.sh-date{mso-number-format:"yyyy\\-mm\\-dd"}',
  'br{mso-data-placement:same-cell}',
  '</style>',
].join('');

/**
 * A table for Excel, LibreOffice, Outlook and Gmail. Numbers are written with the decimal sign of `style`, which is
 * that of the person's spreadsheet; cells that rest on the max lead time are in italics.
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

/** A row's fields as they are pasted, harmless to a spreadsheet. */
export function clipboardFields(columns: readonly ExportColumn[], { cells }: ExportRow, style: CsvStyle): string[] {
  return columns.map(({ kind }, at) => fieldText(kind, cells[at] ?? null, style));
}

/** A tab or a line's end within a field would start the next one. */
function tabbed(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}

function htmlRow(columns: readonly ExportColumn[], fields: readonly string[], { theoretical = [] }: ExportRow): string {
  const cells = columns.map(({ kind }, at) => {
    const field = fields[at] ?? '';
    const text = htmlText(field);
    const content = theoretical.includes(at) && text !== '' ? `<em>${text}</em>` : text;
    return `<td${cellAttributes(field, !isDate(kind) && !isNumeric(kind))}>${content}</td>`;
  });
  return `<tr>${cells.join('')}</tr>`;
}

const isoDate = /^(?:19|2\d)\d\d-\d\d-\d\d$/;
/** As numbers are written here: no grouping, and the decimal sign of the person's region. */
const plainNumber = /^-?\d+(?:[.,]\d+)?$/;

/**
 * Attributes of a cell. LibreOffice goes by `sdnum` and `sdval`: `@` is its format for text, and what else has a value is
 * that value in a document of any language, where it would take a date for words unless asked to look for some.
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

/** Text as HTML takes it, its line ends included. */
export function htmlText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[&<>"\n]/g, (character) => entities[character] ?? character);
}

import { cellAttributes, excelStyle, htmlText } from '#stock/export/clipboard-table.ts';
import { unescapeFormula, escapeFormula } from '#stock/export/formula-escape.ts';

/** Clipboard type with the IDs of the copied columns, beside the cells' text. */
export const columnsType = 'application/x-stock-horizon-columns';

/** Returns the column IDs of the copied cells, empty if they were copied elsewhere. */
export function readCopiedColumns(data: DataTransfer): string[] {
  return data.getData(columnsType).split(' ').filter(Boolean);
}

/** Cells by row; rows may differ in length. */
export type CellTexts = readonly (readonly string[])[];

/** Formats cells as tab-separated text, like Excel and LibreOffice. */
export function writeClipboardText(cells: CellTexts): string {
  const text = cells.map((row) => row.map((cell) => quoted(escapeFormula(cell))).join('\t')).join('\r\n');
  // A trailing line break marks an empty last row.
  return text === '' || text.endsWith('\n') ? `${text}\r\n` : text;
}

/**
 * Parses tab-separated text as copied by Excel and LibreOffice. An unclosed quote is literal, so `12" tape` doesn't
 * merge with the following cells.
 */
export function readClipboardText(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  // A trailing line break doesn't start another row.
  while (at < text.length) {
    const { value, end } = fieldAt(text, at);
    row.push(unescapeFormula(value));
    at = end + 1;
    if (text[end] === '\t') {
      if (at === text.length) row.push('');
      continue;
    }
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

const separator = /[\t\r\n]/g;

function fieldAt(text: string, start: number): { value: string; end: number } {
  if (text[start] === '"') {
    const end = closingQuote(text, start + 1);
    if (end >= 0) return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
  }
  separator.lastIndex = start;
  const end = separator.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end), end };
}

/** Returns the end of a quoted field: a quote that isn't doubled and is followed by a separator; otherwise -1. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return /[\t\r\n]/.test(text[at + 1] ?? '\n') ? at : -1;
  }
  return -1;
}

function quoted(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats cells as an HTML table for spreadsheets and mail programs. `isText` columns are marked as text. */
export function writeClipboardHtml(cells: CellTexts, isText: (column: number) => boolean): string {
  const cell = (text: string, column: number) =>
    `<td${cellAttributes(text, isText(column))}>${htmlText(escapeFormula(text))}</td>`;
  return `${excelStyle}<table>${cells.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`;
}

/** Returns the text cells of the first table in HTML, empty if there is none. */
export function readClipboardHtml(html: string): string[][] {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  return [...(table?.rows ?? [])].map((row) =>
    [...row.cells].map((cell) => unescapeFormula((cell.textContent ?? '').trim())),
  );
}

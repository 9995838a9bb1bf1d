import { cellAttributes, excelStyle, htmlText } from '#domain/export/clipboard-table.ts';
import { fromHarmlessText, harmlessText } from '#domain/export/harmless-text.ts';

/** Under which the clipboard has the ids of the columns that cells were copied from, beside their texts. */
export const columnsType = 'application/x-stock-horizon-columns';

/** The ids of the columns that the cells on the clipboard were copied from; none where they come from elsewhere. */
export function readCopiedColumns(data: DataTransfer): string[] {
  return data.getData(columnsType).split(' ').filter(Boolean);
}

/** Cells by row; rows may differ in length. */
export type CellTexts = readonly (readonly string[])[];

/** Tab-separated text as Excel and LibreOffice copy it. */
export function writeClipboardText(cells: CellTexts): string {
  const text = cells.map((row) => row.map((cell) => quoted(harmlessText(cell))).join('\t')).join('\r\n');
  // An empty last row is told by a line break after it.
  return text === '' || text.endsWith('\n') ? `${text}\r\n` : text;
}

/**
 * Reads tab-separated text as Excel and LibreOffice copy it. A quote that is never closed is part of the text, so that
 * `12" tape` swallows nothing.
 */
export function readClipboardText(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  // The line break that ends the last row starts no row of its own.
  while (at < text.length) {
    const { value, end } = fieldAt(text, at);
    row.push(fromHarmlessText(value));
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
    const end = closedAt(text, start + 1);
    if (end >= 0) return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
  }
  separator.lastIndex = start;
  const end = separator.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end), end };
}

/** Where a quoted field ends: at a quote that isn't one of a pair and has a separator after it; else -1. */
function closedAt(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return /[\t\r\n]/.test(text[at + 1] ?? '\n') ? at : -1;
  }
  return -1;
}

function quoted(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as spreadsheets and mail programs take it from the clipboard; `isText` columns stay text there. */
export function writeClipboardHtml(cells: CellTexts, isText: (column: number) => boolean): string {
  const cell = (text: string, column: number) =>
    `<td${cellAttributes(text, isText(column))}>${htmlText(harmlessText(text))}</td>`;
  return `${excelStyle}<table>${cells.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`;
}

/** The cells of the first table in a piece of HTML, as text; none where there is no table. */
export function readClipboardHtml(html: string): string[][] {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  return [...(table?.rows ?? [])].map((row) =>
    [...row.cells].map((cell) => fromHarmlessText((cell.textContent ?? '').trim())),
  );
}

import type { CellTexts } from './clipboard-text.ts';
import { toHarmlessCell } from './harmless-cell.ts';

/** A table as spreadsheets and mail programs take it from the clipboard; `isCode` columns stay text there. */
export function writeClipboardHtml(cells: CellTexts, isCode: (column: number) => boolean): string {
  const row = (texts: readonly string[]) =>
    `<tr>${texts.map((text, column) => cell(text, isCode(column))).join('')}</tr>`;
  return `<table>${cells.map(row).join('')}</table>`;
}

function cell(text: string, isCode: boolean): string {
  // Excel's own property: without it `00123` arrives as 123.
  const format = isCode ? ` style="mso-number-format:'\\@'"` : '';
  return `<td${format}>${escapeHtml(toHarmlessCell(text))}</td>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '<br>',
  '\r': '',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"\r\n]/g, (character) => entities[character] ?? character);
}

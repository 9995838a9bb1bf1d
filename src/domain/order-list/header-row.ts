import { type HeaderCell, readHeaderCell } from './header-cell.ts';

/** What each column of a table is for, as its header says; null for a column that it leaves open. */
export type HeaderRow = readonly (HeaderCell | null)[];

const startsLikeData = /^[-+€$£(]?\s*\d/;

/** The header that the cells of a record make up, or null where they are data or prose. */
export function readHeaderRow(cells: readonly string[]): HeaderRow | null {
  let filled = 0;
  for (const cell of cells) {
    if (startsLikeData.test(cell)) return null;
    if (cell !== '') filled += 1;
  }
  if (filled < 2) return null;
  const header = readHeaderWords(cells);
  const known = header.filter((cell) => cell !== null);
  const isHeader = known.length >= 2 && known.length * 3 >= filled && known.some(isEssential);
  return isHeader && !isLabelledOrder(header, cells) ? header : null;
}

/** What each cell says where they are known to be a header, or are asked whether they are one. */
export function readHeaderWords(cells: readonly string[]): HeaderRow {
  // Beside other sizes, M is one too and no metres.
  const hasSizes = cells.some((cell) => /^(?:\d?x{0,3}[sl])$/i.test(cell));
  return cells.map((cell) => (cell === '' || (hasSizes && /^m$/i.test(cell)) ? null : readHeaderCell(cell)));
}

/** `SKU AB-4, quantity 8` holds values behind its labels. */
function isLabelledOrder(header: HeaderRow, cells: readonly string[]): boolean {
  const isValued = (role: HeaderCell['role']) =>
    header.some((cell, column) => cell?.role === role && /\d/.test(cells[column] ?? ''));
  return isValued('product') && isValued('quantity');
}

/**
 * The header in a line without separators, `Art.-Nr. Menge`: every word of it labels a column. A single label is a
 * header too, but one that tells nothing about an order of columns.
 */
export function readHeaderLine(text: string): HeaderRow | null {
  const words = text.split(/\s+/);
  if (words.length > 8 || /\d/.test(text)) return null;
  const label = readHeaderCell(text);
  if (words.length <= 3 && label !== null && isEssential(label) && !startsLikeData.test(text)) {
    const halves = words.map((word) => readHeaderCell(word));
    return halves.every((half) => half !== null) && hasBoth(halves) ? halves : [label];
  }
  const header = words.map((word) => readHeaderCell(word));
  return header.every((cell) => cell !== null) && hasBoth(header) ? header : null;
}

function hasBoth(header: HeaderRow): boolean {
  return header.some((cell) => cell?.role === 'product') && header.some((cell) => cell?.role === 'quantity');
}

function isEssential({ role }: HeaderCell): boolean {
  return role === 'product' || role === 'quantity' || role === 'name';
}

import { readDateCell } from './date-cell.ts';
import type { HeaderRow } from './header-row.ts';
import type { ColumnRole } from './header-words.ts';
import { splitTrailingDate } from './mail-line.ts';
import { readNumberCell } from './number-cell.ts';
import { unitName } from './unit-word.ts';

/**
 * Returns the columns of a header line whose rows are separated only by single spaces: `Pos Article Description Qty
 * Delivery date`, where `Delivery date` is one column. Null if the words don't determine the columns.
 */
export function wordTableColumns(header: HeaderRow): HeaderRow | null {
  const columns = header.filter((cell, at) => cell?.role !== 'neededBy' || header[at - 1]?.role !== 'neededBy');
  const count = (...roles: string[]) => columns.filter((cell) => cell !== null && roles.includes(cell.role)).length;
  const isClear =
    columns.length > 2 &&
    count('product') === 1 &&
    count('quantity') === 1 &&
    count('name') < 2 &&
    count('neededBy') < 2 &&
    count('wanted') === 0 &&
    // `Article no.` may be one column or two.
    (count('number') === 0 || columns[0]?.role === 'number');
  return isClear ? columns : null;
}

/**
 * Splits a row into cells by the order of its words. The name column, or else the product, takes the remaining words.
 * Null if a word doesn't fit its column, or the split is ambiguous.
 */
export function wordTableCells(columns: HeaderRow, text: string): string[] | null {
  const hasDate = columns.at(-1)?.role === 'neededBy';
  const { text: rest, date } = hasDate ? withoutDate(text) : { text, date: null };
  const filled = date === null ? columns : columns.slice(0, -1);
  const words = joinMeasures(rest, filled);
  const named = filled.findIndex((cell) => cell?.role === 'name');
  const open = named >= 0 ? named : filled.findIndex((cell) => cell?.role === 'product');
  const behind = filled.length - open - 1;
  const inName = words.slice(open, words.length - behind);
  const isTooShort = words.length < filled.length - 1;
  // `Satin 140 250` may be 250 of Satin 140, or 140,250 of Satin.
  const isCutOpen = (named >= 0 || inName.length > 1) && isAmount(inName.at(-1));
  if (isTooShort || isCutOpen) return null;
  const cells = [...words.slice(0, open), inName.join(' '), ...words.slice(words.length - behind)];
  if (!cells.every((cell, at) => fitsColumn(filled[at], cell))) return null;
  return date === null ? cells : [...cells, date];
}

/** Splits off the date at the end. A number there belongs to the previous column, and the date is blank. */
function withoutDate(text: string): { text: string; date: string } {
  const dated = splitTrailingDate(text);
  if (dated !== null) return dated;
  const at = text.lastIndexOf(' ');
  const last = text.slice(at + 1);
  const day = readDateCell(last, false);
  const isDate =
    typeof day === 'object' || day === 'date-without-year' || (!/\d/.test(last) && unitName(last) === null);
  return isDate ? { text: text.slice(0, at), date: last } : { text, date: '' };
}

/** Splits into words, with `300 m` as one, unless there is a unit column. */
function joinMeasures(text: string, columns: HeaderRow): string[] {
  const words = text.trim().split(/\s+/);
  if (columns.some((cell) => cell?.role === 'unit')) return words;
  return words.flatMap((word, at) => {
    if (isAmount(words[at - 1]) && unitName(word) !== null) return [];
    const next = words[at + 1];
    return isAmount(word) && next !== undefined && unitName(next) !== null ? [`${word} ${next}`] : [word];
  });
}

function isAmount(word: string | undefined): boolean {
  return word !== undefined && /^[\d.,']+$/.test(word);
}

function fitsColumn(column: HeaderRow[number] | undefined, cell: string): boolean {
  const mayBe = values[column?.role ?? 'other'];
  // In any other column, a bare number may be the quantity of an incomplete row.
  return mayBe?.(cell) ?? (!/^[\d.']+$/.test(cell) || /\d[.,]\d\d$/.test(cell));
}

function isCount(cell: string): boolean {
  return /^\d{1,5}[.)]?$/.test(cell);
}

/** Checks whether a cell fits the role of its column. */
const values: Partial<Record<ColumnRole, (cell: string) => boolean>> = {
  position: isCount,
  number: isCount,
  product: (cell) => /\d/.test(cell),
  quantity: (cell) => typeof readNumberCell(cell) === 'object',
  unit: (cell) => unitName(cell) !== null,
  neededBy: (cell) => typeof readDateCell(cell, false) === 'object' || !/\d/.test(cell),
  name: () => true,
};

import { amountKinds, cellKind } from './cell-kind.ts';
import { type HeaderRow, readHeaderCell, readHeaderRow } from './header-row.ts';
import { cellText } from './plain-text.ts';
import type { ListRecord } from './records.ts';

const maxColumns = 12;
const maxCellLength = 80;
const minCells = 4;

/** A line with text, as one cell. */
interface Cell {
  record: ListRecord;
  text: string;
}

/** The cell in a row and column of a table, both from 0. */
type CellAt = (row: number, column: number) => Cell;

/**
 * Joins the lines of a table that was copied with one cell a line, row by row or column by column, as from a PDF. Null
 * unless all its rows are complete. Without headings only the kinds of the cells tell the columns, and the rows
 * are `isLoose`.
 */
export function joinStackedCells(records: readonly ListRecord[]): ListRecord[] | null {
  const cells: Cell[] = [];
  const blanks: ListRecord[] = [];
  for (const record of records) {
    if (record.text.length > maxCellLength) return null;
    const text = cellText(record.text.replace(/[;|]\s*$/, ''));
    if (text === '') blanks.push(record);
    else cells.push({ record, text });
  }
  if (cells.length < minCells) return null;
  const tables = Array.from({ length: maxColumns - 1 }, (_, at) => at + 2)
    .filter((width) => cells.length % width === 0)
    .flatMap((width) => {
      const height = cells.length / width;
      const byRow: CellAt = (row, column) => cells[row * width + column] as Cell;
      const byColumn: CellAt = (row, column) => cells[column * height + row] as Cell;
      return [byRow, byColumn].map((at) => ({ width, height, at }));
    });
  const headed = tables.find(isHeaded);
  const table = headed ?? tables.find(areColumnsTold);
  if (table === undefined) return null;
  const rows = Array.from({ length: table.height }, (_, row) => joined(cellsOf(table, row), headed === undefined));
  return [...rows, ...blanks].toSorted((a, b) => a.line - b.line);
}

interface StackedTable {
  width: number;
  height: number;
  at: CellAt;
}

function cellsOf({ width, at }: StackedTable, row: number): Cell[] {
  return Array.from({ length: width }, (_, column) => at(row, column));
}

function columnOf({ height, at }: StackedTable, column: number, from: number, to = height): string[] {
  return Array.from({ length: to - from }, (_, row) => at(row + from, column).text);
}

/** Whether the first row has the headings of a product and a quantity, and only amounts are below the latter. */
function isHeaded(table: StackedTable): boolean {
  const headings = cellsOf(table, 0).map(({ text }) => text);
  const header: HeaderRow | null = table.height < 2 ? null : readHeaderRow(headings);
  if (header === null) return false;
  const below = (roles: readonly string[]) =>
    header.flatMap((cell, column) => (cell && roles.includes(cell.role) ? [columnOf(table, column, 1)] : []));
  const [quantities, products] = [below(['quantity']), below(['product', 'name', 'number'])];
  const areAmounts = quantities.flat().every((cell) => amountKinds.has(cellKind(cell)));
  const areProducts = products.flat().every((cell) => readHeaderCell(cell) === null);
  return quantities.length > 0 && products.length > 0 && areAmounts && areProducts;
}

/** Whether one column has only products, another only quantities, and all others only words. */
function areColumnsTold(table: StackedTable): boolean {
  // The first rows rule out most texts.
  return table.height > 1 && [2, table.height].every((height) => areRowsTold(table, height));
}

function areRowsTold(table: StackedTable, height: number): boolean {
  const columns = Array.from({ length: table.width }, (_, column) => contentOf(columnOf(table, column, 0, height)));
  const count = (content: string) => columns.filter((each) => each === content).length;
  const products = count('codes') + (table.width === 2 && count('measures') === 1 ? count('words') : 0);
  return products === 1 && count('measures') + count('numbers') === 1 && count('mixed') === 0;
}

function contentOf(cells: readonly string[]): 'codes' | 'measures' | 'numbers' | 'words' | 'mixed' {
  const kinds = new Set(cells.map(cellKind));
  const are = (...of: readonly string[]) => [...kinds].every((kind) => of.includes(kind));
  const areIds = cells.every((cell) => /^\d{5,10}$/.test(cell) && cell.length === cells[0]?.length);
  if (are('code', 'identifier') || areIds) return 'codes';
  if (are('measure')) return 'measures';
  if (are(...amountKinds)) return 'numbers';
  return are('text', 'unit') ? 'words' : 'mixed';
}

function joined(cells: readonly Cell[], isLoose: boolean): ListRecord {
  const text = cells.map(({ record }) => record.text).join('\n');
  const line = Math.min(...cells.map(({ record }) => record.line));
  return { line, text, cells: cells.map((cell) => cell.text), ...(isLoose && { isLoose }) };
}

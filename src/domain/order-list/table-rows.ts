import { cellKind } from './cell-kind.ts';
import { type ColumnRoles, findColumnRoles, type RoleReadings } from './column-roles.ts';
import type { Draft } from './draft-order.ts';
import { type HeaderRow, readHeaderWords } from './header-row.ts';
import type { ListItem, ListTable } from './list-item.ts';
import type { ListRecord } from './records.ts';
import { hasCutNumber, hasShiftedQuantity, usualWidth } from './row-width.ts';

/** How the rows of a table are to be read. */
export interface TableReading {
  roles: RoleReadings;
  header: HeaderRow | null;
  /** A first row without any figure above rows that have some: a header with words that hardly anybody uses. */
  oddHeader: readonly string[] | null;
  /** How many cells its rows have. */
  width: number;
}

export function readTable({ header, rows }: ListTable): TableReading {
  const [first, ...rest] = rows;
  if (header !== null || first === undefined || rest.length === 0 || !isOddHeader(first)) {
    const width = header === null ? 0 : usualWidth(header, rows);
    return { roles: findColumnRoles(header, rows), header, oddHeader: null, width };
  }
  const words = readHeaderWords(first);
  const known = words.some((cell) => cell?.role === 'product' || cell?.role === 'quantity') ? words : null;
  return { roles: findColumnRoles(words, rest), header: known, oddHeader: first, width: usualWidth(first, rest) };
}

function isOddHeader(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell !== '').length > 1 && !cells.some((cell) => /\p{N}/u.test(cell));
}

/** The order in a row, its columns understood in one of the ways that the table allows. */
export function draftRow({ record, cells }: ListItem & { kind: 'row' }, table: TableReading, reading: number): Draft {
  if (table.oddHeader === cells) return { kind: 'skipped', record, code: 'header' };
  const { header } = table;
  const roles = table.roles[reading] ?? table.roles[0];
  const text = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  if (header === null && !/\p{N}/u.test(record.text) && /\p{L}/u.test(text(roles.quantity))) {
    return { kind: 'refused', record, code: 'prose' };
  }
  if (hasTooManyCells(record, cells, table, roles.quantity)) {
    return { kind: 'refused', record, code: 'too-many-cells' };
  }
  if (roles.quantity === null && text(roles.product) !== '') return withoutQuantity(record, cells, header);
  return {
    kind: 'order',
    record,
    product: text(roles.product),
    quantity: text(roles.quantity),
    unit: text(roles.unit) || (roles.columnUnit ?? ''),
    neededBy: text(roles.neededBy),
    isInDateColumn: true,
    dateStyle: roles.dateStyle ?? null,
    isHeadedQuantity: isHeadedQuantity(header, roles),
  };
}

function hasTooManyCells(
  record: ListRecord,
  cells: readonly string[],
  { header, width }: TableReading,
  quantity: number | null,
): boolean {
  if (header === null || cells.length <= header.length) return false;
  return (
    hasCutNumber(record, cells, header.length) ||
    (quantity !== null && hasShiftedQuantity(record, cells, width, quantity))
  );
}

function withoutQuantity(record: ListRecord, cells: readonly string[], header: HeaderRow | null): Draft {
  const price = cells.find((cell) => cellKind(cell) === 'price');
  if (price !== undefined) return { kind: 'refused', record, code: 'price', value: price };
  const isAlone = cells.filter((cell) => cell !== '').length === 1;
  return { kind: 'refused', record, code: isAlone || header !== null ? 'no-quantity' : 'not-understood' };
}

function isHeadedQuantity(header: HeaderRow | null, { quantity }: ColumnRoles): boolean {
  return quantity !== null && header?.[quantity]?.role === 'quantity';
}

import { cellKind, isCanceledText } from './cell-kind.ts';
import { type ColumnMark, crossSign, findColumnMarks, isDoubtfulSection, type SideColumn } from './column-marks.ts';
import { type ColumnRoles, findColumnRoles, type RoleReadings } from './column-roles.ts';
import type { Draft, ListItem, ListTable, DraftOrder, RowMark } from './order-list.ts';
import { type HeaderRow, partColumn, readHeaderWords } from './header-row.ts';
import { type ListRecord, hasSplitNumber, filledWidth, hasShiftedQuantity, usualWidth } from './records.ts';
import { groupsOf } from './plain-text.ts';
import { productText } from './product-text.ts';
import { memoize } from '#stock/memoize.ts';
import type { ListLayout } from './layout.ts';

/** How to read the rows of a table. */
interface TableReading {
  roles: RoleReadings;
  header: HeaderRow | null;
  /** First row if it has no digits, in a table without a known header: a header with unusual words. */
  unknownHeader: readonly string[] | null;
  /** Number of cells per row. */
  width: number;
  /** Whether the header may lack its first or last cell. */
  isShifted?: boolean;
  /** Whether most products have digits: a word among them may be a sum, a charge or a heading. */
  areCodes: boolean;
  /** Columns that mark rows as not meant. */
  marks: readonly ColumnMark[];
  /** Headings above rows that may not be meant, by row. The heading's own row is included. */
  sections: ReadonlyMap<readonly string[], string>;
  /** Headings of columns with content that no line uses. */
  unused: readonly string[];
  /** Column from which the header repeats, if tables are side by side. */
  repeatedFrom?: number | undefined;
}

function readTable(table: ListTable): TableReading {
  const { header, rows, headings = [] } = table;
  const [first = [], ...rest] = rows;
  if (header !== null && hasUnnamedRowNumbers(header, rows)) {
    // 0 is never a product number, so a count from 0 numbers the rows.
    if (first[0] === '0') return readTable({ header: [null, ...header], rows, headings: ['', ...headings] });
    const roles = findColumnRoles(header, rows);
    return {
      roles,
      header,
      unknownHeader: null,
      width: header.length,
      isShifted: true,
      areCodes: false,
      marks: [],
      sections: new Map(),
      unused: [],
    };
  }
  if (header !== null || rest.length === 0 || !isUnknownHeader(first)) {
    const width = header === null ? 0 : usualWidth(header, rows);
    const repeatedFrom = header === null ? undefined : repetitionIn(header);
    const roles = findColumnRoles(header, rows, headings);
    return { roles, header, unknownHeader: null, width, repeatedFrom, ...sideColumns(roles, header, headings, rows) };
  }
  const words = readHeaderWords(first);
  const known = words.some((cell) => cell?.role === 'product' || cell?.role === 'quantity') ? words : null;
  const roles = findColumnRoles(words, rest, first);
  const width = usualWidth(first, rest);
  return { roles, header: known, unknownHeader: first, width, ...sideColumns(roles, words, first, rest) };
}

/** Finds rows below a heading such as `Returns`, up to the next heading. One without rows may be a footnote. */
function doubtfulSections(rows: readonly (readonly string[])[]): Map<readonly string[], string> {
  const sections = new Map<readonly string[], string>();
  let heading: readonly string[] | null = null;
  for (const cells of rows) {
    const at = cells.findIndex((cell) => cell !== '');
    const first = filledWidth(cells) === at + 1 ? (cells[at] ?? '') : '';
    const isHeading = /\p{L}/u.test(first);
    if (isHeading) heading = isDoubtfulSection(first) ? cells : null;
    else if (heading !== null) for (const row of [heading, cells]) sections.set(row, heading.join(''));
  }
  return sections;
}

/** Roles of columns whose content is known not to concern the order, or is compared with the product. */
const understoodRoles = new Set<string | undefined>(['name', 'position', 'number']);

/** Columns beside those that the lines use: the ones that mark rows as not meant, and the headings of all others. */
function sideColumns(
  { likely: [roles] }: RoleReadings,
  header: HeaderRow | null,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<TableReading, 'areCodes' | 'marks' | 'sections' | 'unused'> {
  // In German, `Art` is an article or the type of a row, and `Code` may be any.
  const areShort = (column: number) => {
    const cells = rows.map((row) => row[column] ?? '');
    const isCount = cells.some((cell) => /\d/.test(cell)) && new Set(cells).size === cells.length;
    return !isCount && cells.every((cell) => /^(?:\p{L}{0,3}|\d\d?)$/u.test(cell));
  };
  const others = roles.otherProducts.filter((column) => !areShort(column) && !/^art$/i.test(headings[column] ?? ''));
  const { product, quantity, unit, shipBy, factor, factorsOfTotal } = roles;
  const used = new Set([product, quantity, unit, shipBy, factor, ...factorsOfTotal, ...others]);
  const width = Math.min(
    maxSideColumns,
    Math.max(header?.length ?? 0, ...rows.slice(0, 50).map(({ length }) => length)),
  );
  const contentOf = (column: number, cells: readonly string[]): SideColumn['content'] => {
    const role = header?.[column]?.role;
    const isUnderstood = role === 'name' || (understoodRoles.has(role) && cells.some((cell) => /\p{Nd}/u.test(cell)));
    if (used.has(column) || isUnderstood) return 'used';
    if (roles.notes.includes(column)) return 'note';
    if (areFigures(cells, headings[column] || null)) return 'figures';
    return role === undefined || orderRoles.has(role) ? 'mark' : 'described';
  };
  // Rows without a quantity are headings, sums and charges.
  const ordered = quantity === null ? rows : rows.filter((row) => (row[quantity] ?? '') !== '');
  const side = Array.from({ length: width }, (_, column): SideColumn => {
    // Without a header, a row may end before its notes.
    const reached =
      header === null && roles.notes.includes(column) ? ordered.filter(({ length }) => length > column) : ordered;
    const cells = reached.map((row) => row[column] ?? '');
    const isBehind = column > (product ?? column) && column > (quantity ?? column);
    const isPartial = ordered.length > reached.length || cells.includes('');
    return { column, heading: headings[column] || null, cells, content: contentOf(column, cells), isBehind, isPartial };
  }).filter(({ cells }) => cells.some((cell) => cell !== ''));
  // Which of several amounts is ordered is another question.
  const marks = findColumnMarks(
    side.filter(({ column, content }) => content !== 'figures' || header?.[column]?.role !== 'part'),
  );
  const rest = side.filter(
    ({ column, content }) => !['used', 'note'].includes(content) && marks.every((mark) => mark.column !== column),
  );
  const sections = header === null ? new Map<string[], string>() : doubtfulSections(rows);
  const products = rows.map((row) => row[product ?? -1] ?? '').filter((cell) => cell !== '');
  const areCodes = products.filter((cell) => /\d/.test(cell)).length * 2 > products.length;
  return { areCodes, marks, sections, unused: rest.flatMap(({ heading }) => heading ?? []) };
}

/** Roles of columns that a line would use if it weren't for words in them. */
const orderRoles = new Set<string>(['product', 'quantity', 'position', 'number']);

const maxSideColumns = 200;

/** Whether most cells are amounts, prices or dates. Below a heading, 0 and 1 may be no and yes. */
function areFigures(cells: readonly string[], heading: string | null): boolean {
  const filled = cells.filter((cell) => cell !== '');
  if (heading !== null && filled.every((cell) => /^[01]$/.test(cell))) return false;
  const isFigure = memoize((cell: string) => figures.has(cellKind(cell)));
  return filled.filter(isFigure).length * 2 > filled.length;
}

const figures = new Set(['whole', 'identifier', 'grouped', 'decimal', 'measure', 'price', 'percent', 'date', 'odd']);

function repetitionIn(header: HeaderRow): number | undefined {
  const known = header.flatMap((cell, column) => (cell === null ? [] : [column]));
  const labels = known.map((column) => JSON.stringify(header[column])).join('\t');
  // A column of row numbers may precede the repetition.
  const [count = '', once = ''] = groupsOf(labels, /^([^\t]+\t)??(.+?)(?:\t\2)+$/);
  return once.includes('\t') ? known[(count + once).split('\t').length] : undefined;
}

/** Whether every row has one cell more than the header, and the first cells number the rows. */
function hasUnnamedRowNumbers(header: HeaderRow, rows: ListTable['rows']): boolean {
  const role = header[0]?.role;
  const start = Number(rows[0]?.[0] || Number.NaN);
  if (role === undefined || role === 'position' || rows.length < 2 || (start !== 0 && start !== 1)) return false;
  // `No.` is the heading of the row numbers, unless no other column can name the product.
  if (role === 'number' && header.some((cell) => cell?.role === 'product' || cell?.role === 'name')) return false;
  return rows.every((cells, at) => cells.length === header.length + 1 && cells[0] === String(start + at));
}

function isUnknownHeader(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell !== '').length > 1 && !cells.some((cell) => /\p{N}/u.test(cell));
}

/** Builds the draft of a row with one of the table's possible column roles. */
function draftRow(
  item: ListItem & { kind: 'row' },
  table: TableReading,
  roles: ColumnRoles,
  hasOwnRows: boolean,
): Draft {
  const { record, cells } = item;
  if (table.unknownHeader === cells) return { kind: 'skipped', record, code: 'header' };
  const { header } = table;
  const section = table.sections.get(cells);
  if (section !== undefined && cells.filter((cell) => cell !== '').length === 1) {
    return { kind: 'skipped', record, code: 'heading' };
  }
  const text = (column: number | null) => cells[column ?? -1] ?? '';
  const product = text(roles.product);
  const crossed = crossSign.test(product) ? product : undefined;
  const canceled = cells.find(isCanceledText) ?? commentedOut(item) ?? crossed;
  const note = joinNotes(roles.notes.map(text));
  if (canceled !== undefined) {
    return {
      kind: 'refused',
      record,
      code: 'canceled',
      value: canceled,
      product: productText(product.replace(crossSign, '')),
      note,
    };
  }
  if (header === null && !/\p{N}/u.test(record.text) && /\p{L}/u.test(text(roles.quantity))) {
    return { kind: 'refused', record, code: 'prose' };
  }
  if (table.isShifted || hasTooManyCells(record, cells, table, roles.quantity)) {
    return { kind: 'refused', record, code: 'too-many-cells' };
  }
  if (table.repeatedFrom !== undefined && cells.slice(table.repeatedFrom).some((cell) => cell !== '')) {
    return { kind: 'refused', record, code: 'several-orders' };
  }
  if (roles.quantity === null) {
    if (header?.includes(partColumn)) return { kind: 'refused', record, code: 'several-orders' };
    const named = header === null ? '' : productText(product);
    return { ...withoutQuantity(record, cells, header), product: named, note };
  }
  const order: DraftOrder = {
    kind: 'order',
    record,
    product: product || (roles.otherProducts.map(text).find((other) => other !== '') ?? ''),
    quantity: text(roles.quantity),
    unit: text(roles.unit) || (roles.columnUnit ?? ''),
    shipBy: text(roles.shipBy),
    note,
    otherText: header === null ? record.text : cells.filter((_, column) => mayNameProduct(header[column])).join(' '),
    dateStyle: roles.dateStyle ?? null,
    // Counted from the end, because the header may lack its first cell.
    heading: (table.unknownHeader ?? item.table.headings)?.at(roles.quantity - (header?.length ?? cells.length)),
  };
  if (record.isLoose || (table.areCodes && !/\d/.test(order.product))) order.isLoose = true;
  const factor = factorOf(roles, text(roles.factor));
  if (factor !== null) order.factor = factor;
  const before = hasOwnRows && isQuoted(item) ? '>' : minusBefore(item);
  const marks = marksOf(table.marks, roles, cells, section ?? before);
  if (marks.length > 0) order.marks = marks;
  return order;
}

/** Returns the cell by which a row is commented out or struck out in plain text; a number sign may be part of all products. */
function commentedOut({ cells, table }: ListItem & { kind: 'row' }): string | undefined {
  const struck = cells.find((cell) => /[\u0335\u0336]|\[s\].*\[\/s\]|<(s|del|strike)>.*<\/\1>/i.test(cell));
  const first = firstFilled(cells);
  if (struck !== undefined) return struck;
  if (/^(?:\/\/|~~|--+\s?(?=[\p{L}\d]))/u.test(first)) return first;
  return /^#\s*\p{L}[^!?]*\d[^!?]*$/u.test(first) && !table.rows.every((row) => firstFilled(row).startsWith('#'))
    ? first
    : undefined;
}

function firstFilled(cells: readonly string[]): string {
  return cells.find((cell) => cell !== '') ?? '';
}

/** Returns the minus before a row if others have none, as in a list of differences; bullets are before all. */
function minusBefore({ cells, table }: ListItem & { kind: 'row' }): string | undefined {
  const [minus] = groupsOf(firstFilled(cells), leadingMinus);
  return minus !== undefined && table.rows.some((row) => !leadingMinus.test(firstFilled(row))) ? minus : undefined;
}

const leadingMinus = /^([-–—−])\s+(?=[\p{L}\d])/u;

/** Whether the row quotes an earlier message. */
function isQuoted({ record }: ListItem): boolean {
  return /^\s*>+\s/.test(record.text);
}

function factorOf({ factor, scale }: ColumnRoles, text: string): DraftOrder['factor'] | null {
  if (scale > 1) return { text: String(scale), isStated: true };
  return factor === null ? null : { text, isStated: false };
}

function marksOf(
  columns: readonly ColumnMark[],
  roles: ColumnRoles,
  cells: readonly string[],
  section: string | undefined,
): RowMark[] {
  const marks = columns.flatMap(({ column, heading, isNegative, leftOutBy }): RowMark[] => {
    const value = cells[column] ?? '';
    const answer = column === roles.product || column === roles.quantity ? null : leftOutBy(value);
    return answer === null ? [] : [{ about: `mark ${heading ?? column}`, heading, value, isNegative, answer }];
  });
  if (section !== undefined) {
    marks.push({ about: `mark ${section}`, heading: null, value: section, isNegative: true, answer: 'leave-out' });
  }
  return marks;
}

/** Whether a column may name another product: notes may, reference numbers such as an order number don't. */
function mayNameProduct(cell: HeaderRow[number] | undefined): boolean {
  return cell == null || (naming.has(cell.role) && !cell.isReference);
}

const naming = new Set<string>(['product', 'name', 'number', 'note']);

function hasTooManyCells(
  record: ListRecord,
  cells: readonly string[],
  { header, width }: TableReading,
  quantity: number | null,
): boolean {
  if (header === null || cells.length <= header.length) return false;
  if (hasSplitNumber(record, cells, header.length)) return true;
  return quantity !== null && hasShiftedQuantity(record, cells, width, quantity);
}

function withoutQuantity(record: ListRecord, cells: readonly string[], header: HeaderRow | null) {
  const price = cells.find((cell) => cellKind(cell) === 'price');
  if (price !== undefined) return { kind: 'refused', record, code: 'price', value: price } as const;
  const isAlone = cells.filter((cell) => cell !== '').length === 1;
  return { kind: 'refused', record, code: isAlone || header !== null ? 'no-quantity' : 'not-understood' } as const;
}

/** Joins the distinct, non-empty notes of one line with ` · `, line breaks replaced by spaces. */
export function joinNotes(notes: readonly string[]): string {
  const filled = notes.filter((note) => note !== '');
  return filled.length === 0 ? '' : [...new Set(filled.map((note) => note.replace(/\s*\n\s*/g, ' ')))].join(' · ');
}

/** Drafts of a list, once per possible reading of its columns. */
interface DraftedReadings {
  /** Most likely first. */
  likely: [Draft[], ...Draft[][]];
  /** Readings that only a catalog lookup can confirm. */
  elsewhere: Draft[][];
  /** Headings of columns with content that no line uses. */
  unused: string[];
}

export function draftOrders({ items, tables }: ListLayout): DraftedReadings {
  const readings = new Map(tables.map((table) => [table, readTable(table)]));
  const most = (of: keyof RoleReadings) =>
    Math.max(0, ...Array.from(readings.values(), ({ roles }) => roles[of].length));
  // If all rows quote a message, it is the order.
  const hasOwnRows = items.some((item) => item.kind === 'row' && !isQuoted(item));
  const draft = (of: keyof RoleReadings, at: number) =>
    items.flatMap((item): Draft | [] => {
      if (item.kind !== 'row') return item;
      const table = readings.get(item.table);
      return table === undefined ? [] : draftRow(item, table, table.roles[of][at] ?? table.roles.likely[0], hasOwnRows);
    });
  return {
    likely: [
      draft('likely', 0),
      ...Array.from({ length: Math.max(0, most('likely') - 1) }, (_, at) => draft('likely', at + 1)),
    ],
    elsewhere: Array.from({ length: most('elsewhere') }, (_, at) => draft('elsewhere', at)),
    unused: [...new Set(Array.from(readings.values(), ({ unused }) => unused).flat())],
  };
}

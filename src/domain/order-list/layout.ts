import { readField, readFieldLine, readNumberedField } from './form-orders.ts';
import {
  type HeaderRow,
  partColumn,
  readHeaderCell,
  readHeaderLine,
  readHeaderRow,
  meaningAboveHeader,
} from './header-row.ts';
import type { ListItem, ListTable } from './order-list.ts';
import { readMailPhrase, refusalOfText } from './mail-line.ts';
import { cellText, plainText } from './plain-text.ts';
import { alignedCells, isSeparatedBySpaces, type ListRecord } from './records.ts';
import { areSideBySideOrders, hasSeveralOrders } from './several-orders.ts';
import { wordTableCells, wordTableColumns } from './word-table.ts';
import { isPageMark, isRuler, isTotal, isTotalLabel } from './table-rows.ts';

/** A classified list: its records in order, without blank ones, and its tables. */
export interface ListLayout {
  items: ListItem[];
  tables: ListTable[];
  /** Order of bare number pairs as a header line (`Quantity Article`) states it; null without one. */
  areQuantitiesFirst: boolean | null;
  /** Current table whose columns are separated by single spaces; null outside of one. */
  wordTable: (ListTable & { header: HeaderRow }) | null;
}

/** Classifies records as headers, rows, phrases, labeled fields, skipped or refused. */
export function layOut(records: readonly ListRecord[]): ListLayout {
  const layout: ListLayout = { items: [], tables: [], areQuantitiesFirst: null, wordTable: null };
  const rows = records.map((record) => {
    const cells = record.cells.map(cellText);
    // Replies quote table rows with `> `; `>50` is a quantity.
    if (cells.length > 1) cells[0] = cells[0]?.replace(/^(?:>+\s)+/, '') ?? '';
    const filled = cells.filter((cell) => cell !== '');
    return { record, cells, filled, numbered: readNumberedField(filled.join(': ')) };
  });
  const roles = new Set(rows.map(({ numbered }) => numbered?.role));
  const isNumbered = roles.has('quantity') && (roles.has('product') || roles.has('name'));
  for (const { record, cells, filled, numbered } of rows) {
    if (!/[^\s;,|"]/.test(plainText(record.text))) continue;
    const item: ListItem =
      isNumbered && numbered !== null
        ? { kind: 'field', record, field: numbered }
        : (skippedItem(record, filled) ?? headerItem(layout, record, cells) ?? listItem(layout, record, cells, filled));
    layout.items.push(item);
  }
  layout.items = rowsAsPhrases(fieldsOfForms(layout.items));
  return layout;
}

function skippedItem(record: ListRecord, filled: readonly string[]): ListItem | null {
  if (isRuler(record.text)) return { kind: 'skipped', record, code: 'ruler' };
  // Rows without letters have no label.
  if (!/\p{L}/u.test(record.text)) return null;
  if (/^sep=.[\s;,|]*$/i.test(record.text)) return { kind: 'skipped', record, code: 'header' };
  if (isPageMark(filled.join(' '))) return { kind: 'skipped', record, code: 'page' };
  const [first = ''] = filled;
  const isTotalLine =
    (isTotal(first) && (filled.length === 1 || !/^\D.*\d/.test(first))) ||
    (/\d/.test(record.text) && filled.slice(0, 4).some(isTotalLabel));
  return isTotalLine ? { kind: 'skipped', record, code: 'total' } : null;
}

function headerItem(layout: ListLayout, record: ListRecord, cells: string[]): ListItem | null {
  const header = readHeaderRow(cells) ?? (layout.tables.length === 0 ? readProductColumns(cells) : null);
  if (header === null) return null;
  if (!layout.tables.some((table) => table.header !== null)) skipTitle(layout);
  // A header repeated on a new page continues its table.
  const isRepeated = JSON.stringify(layout.tables.at(-1)?.header) === JSON.stringify(header);
  if (!isRepeated) {
    layout.tables.push({
      header,
      headings: cells,
      rows: [],
      ...(isSeparatedBySpaces(record) && { headerLine: record.text }),
    });
  }
  layout.wordTable = null;
  return { kind: 'skipped', record, code: 'header' };
}

/** Reads `Store | 10001 | 10002 | 10003`: a header with one product per column and one row per store. */
function readProductColumns([label = '', ...ids]: readonly string[]): HeaderRow | null {
  const isTransposed =
    !/\d/.test(label) &&
    readHeaderCell(label)?.role !== 'product' &&
    ids.length > 2 &&
    new Set(ids).size === ids.length &&
    ids.every((id) => /^\d{5,10}$/.test(id) && id.length === ids[0]?.length);
  return isTransposed ? [null, ...ids.map(() => partColumn)] : null;
}

/** Reclassifies items above the first header as its title, unless they are orders themselves. */
function skipTitle(layout: ListLayout): void {
  layout.items = layout.items.map((item) => {
    if (item.kind === 'phrase' || item.kind === 'skipped') return item;
    const meaning = item.kind === 'row' ? meaningAboveHeader(item.cells) : 'heading';
    if (meaning === 'row') return item;
    const { record } = item;
    return meaning === 'heading'
      ? { kind: 'skipped', record, code: 'heading' }
      : { kind: 'refused', record, code: 'not-understood' };
  });
  for (const table of layout.tables) {
    table.rows = layout.items.flatMap((item) => (item.kind === 'row' ? [item.cells] : []));
  }
}

function listItem(layout: ListLayout, record: ListRecord, cells: string[], filled: readonly string[]): ListItem {
  let table = layout.tables.at(-1);
  const isInTable = table?.header != null && cells.length > 1;
  const [first = '', second = ''] = filled;
  const isSeveral = () =>
    isTransposed(filled) ||
    areSideBySideOrders(filled) ||
    (!record.text.includes('\t') && hasSeveralOrders(record.text));
  if (!isInTable && isSeveral()) {
    return { kind: 'refused', record, code: 'several-orders' };
  }
  if (filled.length === 1 && !isInTable) {
    const words = wordsItem(layout, record, first);
    // A single filled cell among empty ones may be a row without its quantity.
    if (words.kind !== 'refused' || cells.length === 1) return words;
  }
  if (filled.length === 2 && !isInTable) {
    const phrase = isBullet(first) ? readMailPhrase(second) : null;
    if (phrase !== null) return { kind: 'phrase', record, phrase };
    const field = readField(first, second);
    if (field !== null) return { kind: 'field', record, field };
  }
  if (table === undefined) layout.tables.push((table = { header: null, rows: [] }));
  const { header, headerLine } = table;
  const asWritten = headerLine === undefined || cells.length === header?.length ? cells : null;
  const row = alignedCells(headerLine, record.text) ?? asWritten;
  if (row === null) return { kind: 'refused', record, code: 'not-understood' };
  return rowItem(table, record, row);
}

/** Whether a row belongs to a transposed table: `Article | 10001 | 10002` above `Quantity | 5 | 7`. */
function isTransposed([label = '', ...values]: readonly string[]): boolean {
  if (values.length < 2 || !values.every((value) => /^\d/.test(value))) return false;
  const role = readHeaderCell(label)?.role;
  return role === 'product' || role === 'quantity';
}

function rowItem(table: ListTable, record: ListRecord, cells: string[]): ListItem {
  table.rows.push(cells);
  return { kind: 'row', record, cells, table };
}

function isBullet(text: string): boolean {
  return /^(?:[^\p{L}\d]{1,2}|\(?\d{1,3}[.)])$/u.test(text);
}

function wordsItem(layout: ListLayout, record: ListRecord, text: string): ListItem {
  const { wordTable } = layout;
  if (wordTable !== null) {
    const cells = wordTableCells(wordTable.header, text);
    if (cells !== null) return rowItem(wordTable, record, cells);
  }
  const field = readFieldLine(text);
  if (field !== null && !field.value.includes(' ')) return { kind: 'field', record, field };
  const phrase = readMailPhrase(text);
  // Within a word table, an apparent phrase may be an incomplete row.
  if (phrase !== null && (wordTable === null || phrase.sign === 'times')) return { kind: 'phrase', record, phrase };
  if (field !== null) return { kind: 'field', record, field };
  const header = readHeaderLine(text);
  if (header !== null) {
    const roles = header.map((cell) => cell?.role);
    if (roles.length > 1) layout.areQuantitiesFirst = roles.indexOf('quantity') < roles.indexOf('product');
    const columns = wordTableColumns(header);
    layout.wordTable = columns === null ? null : { header: columns, rows: [] };
    if (layout.wordTable !== null) layout.tables.push(layout.wordTable);
    return { kind: 'skipped', record, code: 'header' };
  }
  return { kind: 'refused', record, ...refusalOfText(text) };
}

/** Keeps labeled fields if they include both products and quantities. Otherwise they are refused. */
function fieldsOfForms(items: ListItem[]): ListItem[] {
  const roles = new Set(items.map((item) => item.kind === 'field' && item.field.role));
  if (roles.has('quantity') && (roles.has('product') || roles.has('name'))) return items;
  return items.map((item) => {
    if (item.kind !== 'field') return item;
    const code = item.field.role === 'product' ? 'no-quantity' : 'not-understood';
    return { kind: 'refused', record: item.record, code };
  });
}

/** In a table without a header, rereads rows of unusual width as phrases that happen to contain the separator. */
function rowsAsPhrases(items: ListItem[]): ListItem[] {
  const widths = new Map<ListTable, number>();
  return items.map((item) => {
    if (item.kind !== 'row' || item.table.header !== null || item.record.text.includes('\t')) return item;
    const usual = widths.get(item.table) ?? usualWidth(item.table);
    widths.set(item.table, usual);
    const isUsual = item.cells.length === usual && (usual > 2 || hasKnownHeading(item.table));
    // With spaces as separators, the missing cell is unknown. Only an explicit sign makes the row a phrase.
    const isShifted = item.cells.length !== usual && isSeparatedBySpaces(item.record);
    const read = isUsual ? null : readMailPhrase(item.record.text);
    const phrase = isShifted && read?.sign !== 'times' && read?.sign !== 'colon' ? null : read;
    if (phrase === null && !isShifted) return item;
    const { record, table } = item;
    // Its cells stay in the table: they still show the content of most columns.
    if (phrase === null) return { kind: 'refused', record, code: 'not-understood' };
    table.rows = table.rows.filter((cells) => cells !== item.cells);
    return { kind: 'phrase', record, phrase };
  });
}

/** Whether the first row has a known header word, as in `Indeks;Qty`. */
function hasKnownHeading({ rows }: ListTable): boolean {
  return rows[0]?.some((cell) => readHeaderCell(cell) !== null) === true;
}

function usualWidth({ rows }: ListTable): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

import { withoutScale } from './column-factors.ts';
import { isRefusingRemark } from './column-marks.ts';
import { type HeaderRow, partColumn, readHeaderCell, readHeaderRow, meaningAboveHeader } from './header-row.ts';
import type { ListItem, ListTable } from './order-list.ts';
import { cellText, foldWords, groupsOf, plainText } from './plain-text.ts';
import { alignedCells, isSeparatedBySpaces, type ListRecord } from './records.ts';
import { mayOrder, readProse } from './prose-line.ts';
import { areSideBySideOrders } from './side-by-side.ts';
import { isPageMark, isRuler, isTotal, isTotalLabel } from './skipped-text.ts';

/** A classified list: its records in order, without blank ones, and its tables. */
export interface ListLayout {
  items: ListItem[];
  tables: ListTable[];
}

/** Classifies records as headers, rows of a table, prose, skipped or refused. */
export function layOut(records: readonly ListRecord[]): ListLayout {
  const layout: ListLayout = { items: [], tables: [] };
  for (const record of records) {
    const cells = record.cells.map(cellText);
    if (cells.length > 2 && /^sep=$/i.test(cells[0] ?? '')) cells.shift();
    // Replies quote table rows with `> `; `>50` is a quantity.
    if (cells.length > 1 && cells[0]?.startsWith('>')) cells[0] = cells[0].replace(/^(?:>+\s)+/, '');
    if (!/[^\s;,|"]/.test(plainText(record.text))) continue;
    const filled = cells.filter((cell) => cell !== '');
    const item =
      skippedItem(record, filled) ?? headerItem(layout, record, cells) ?? listItem(layout, record, cells, filled);
    layout.items.push(item);
  }
  layout.items = rowsAsProse(layout.items);
  return layout;
}

function skippedItem(record: ListRecord, filled: readonly string[]): ListItem | null {
  if (isRuler(record.text)) return { kind: 'skipped', record, code: 'ruler' };
  // Rows without letters have no label.
  if (!/\p{L}/u.test(record.text)) return null;
  if (/^sep=.[\s;,|]*$/i.test(record.text) || isLoneHeading(filled)) return { kind: 'skipped', record, code: 'header' };
  if (isPageMark(filled.join(' '))) return { kind: 'skipped', record, code: 'page' };
  const [first = ''] = filled;
  const isTotalLine =
    (isTotal(first) && (filled.length === 1 || !/^\D.*\d/.test(first))) ||
    (/\d/.test(record.text) && filled.slice(0, 4).some(isTotalLabel));
  return isTotalLine ? { kind: 'skipped', record, code: 'total' } : null;
}

function isLoneHeading([first = '', ...others]: readonly string[]): boolean {
  if (others.length > 0 || /\d/.test(first) || first.split(' ').length > 3) return false;
  return ['product', 'quantity', 'name'].includes(readHeaderCell(first)?.role ?? '');
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
    if (item.kind === 'skipped') return item;
    const meaning = item.kind === 'row' ? meaningAboveHeader(item.cells) : isOrder(item.record) ? 'row' : 'heading';
    if (meaning === 'row') return item;
    const { record } = item;
    if (meaning === null) return { kind: 'refused', record, code: 'not-understood' };
    return mayChangeOrder(record.cells.map(cellText))
      ? { kind: 'prose', record }
      : { kind: 'skipped', record, code: 'heading' };
  });
  for (const table of layout.tables) {
    table.rows = layout.items.flatMap((item) => (item.kind === 'row' ? [item.cells] : []));
  }
}

function listItem(layout: ListLayout, record: ListRecord, cells: string[], filled: readonly string[]): ListItem {
  let table = layout.tables.at(-1);
  const isInTable = table?.header != null && cells.length > 1;
  if (!isInTable && (isTransposed(filled) || areSideBySideOrders(filled))) {
    return { kind: 'refused', record, code: 'several-orders' };
  }
  if (!isInTable && (cells.length === 1 || isLabeled(filled))) return { kind: 'prose', record };
  if (table === undefined) layout.tables.push((table = { header: null, rows: [] }));
  const { header, headerLine } = table;
  const asWritten = headerLine === undefined || cells.length === header?.length ? cells : null;
  const row = alignedCells(headerLine, record.text) ?? asWritten;
  if (row === null) return { kind: 'refused', record, code: 'not-understood' };
  table.rows.push(row);
  return { kind: 'row', record, cells: row, table };
}

/** Whether a cell is the bullet or label of the only other one, as in a form. */
function isLabeled([label = '', value = '', ...others]: readonly string[]): boolean {
  if (value === '' || others.length > 0) return false;
  if (isBullet(label)) return true;
  return /\d/.test(value) && readHeaderCell(label.replace(/[:=]$/, '').replace(/[\s.#]\d{1,2}$/, '')) !== null;
}

/** Whether a row belongs to a transposed table: `Article | 10001 | 10002` above `Quantity | 5 | 7`. */
function isTransposed([label = '', ...values]: readonly string[]): boolean {
  if (values.length < 2 || !values.every((value) => /^\d/.test(value))) return false;
  const role = readHeaderCell(label)?.role;
  return role === 'product' || role === 'quantity';
}

/** Whether a line above a table is an order rather than a part of its title. */
function isOrder(record: ListRecord): boolean {
  return readProse([record], titleDay, null).some(mayOrder);
}

/**
 * Whether a title above a table may change all of its rows, so that it must be seen: `Return authorization`, `Inventory
 * count`, `Delivery note`, `Not an order`, `All quantities in hundreds`, `Delivery date: 15 December`.
 */
export function mayChangeOrder(cells: readonly string[]): boolean {
  const title = cells.filter((cell) => cell !== '').join(' ');
  const [label = ''] = groupsOf(title, /^([^:\d]+?)\s*(?::.*\d|\d)/);
  // A bare `Date` is that of the document.
  const isShipBy = !/^(?:date|datum|fecha|data)$/i.test(label) && readHeaderCell(label)?.role === 'shipBy';
  // In `Order no. 4711` and `Pedido nº 4711`, nothing is denied.
  const words = title.replace(/(?<!\p{L})n[oº°]s?[.:]*(?=\s*\S*\d)/giu, '');
  return (
    isShipBy ||
    isRefusingRemark(words) ||
    isTitleSentence(title) ||
    ofOtherGoods.test(foldWords(title)) ||
    isScaledAmount(title)
  );
}

/** Titles of lists of what is there, offered, sent or paid, rather than of what is wanted. */
const ofOtherGoods =
  /\b(?:inventory|inventur\w*|inventaire|inventario|stock ?(?:take|taking|count|list|report|level)s?|(?:lager)?bestands?(?:liste|meldung|bericht)|lagerliste|voorraadlijst)\b|^(?:(?:delivery|despatch|dispatch|consignment) (?:note|docket|slip)|pack(?:ing|age)? ?(?:slip|list|note)|(?:pro ?forma |tax |commercial )?invoice(?! (?:to|address))|receipt|quotation|quote|price ?list|lieferschein|packzettel|pack(?:ungs)?liste|(?:pro ?forma ?)?rechnung(?! an)|quittung|angebot|preisliste|bon de livraison|bordereau|facture|devis|albaran|factura|presupuesto|pakbon|factuur|offerte|bolla|fattura|preventivo|faktura|foljesedel)\b/;

/** Whether a title is a sentence, which may say anything about the rows: `Please send only the first.` */
function isTitleSentence(title: string): boolean {
  const words = title.split(/\s+/);
  return (
    words.length > 2 &&
    (/(?:\p{Ll}{4}|\d)[.!?]$/u.test(title) || words.filter((word) => /^\p{Ll}{3,}/u.test(word)).length > 1)
  );
}

function isScaledAmount(title: string): boolean {
  const { text, scale } = withoutScale(title);
  return scale > 1 && text.split(/[^\p{L}]+/u).some((word) => readHeaderCell(word)?.role === 'quantity');
}

/** Any day: dates in a title are no figures. */
const titleDay = '2000-01-01';

function isBullet(text: string): boolean {
  return /^(?:[^\p{L}\d]{1,2}|\(?\d{1,3}[.)])$/u.test(text);
}

/** In a table without a header, rows of unusual width are prose that happens to contain the separator. */
function rowsAsProse(items: ListItem[]): ListItem[] {
  const widths = new Map<ListTable, number>();
  return items.map((item) => {
    if (item.kind !== 'row' || item.table.header !== null || item.record.text.includes('\t')) return item;
    const { record, cells, table } = item;
    const usual = widths.get(table) ?? usualWidth(table);
    widths.set(table, usual);
    if (cells.length === 2 && cells.some(isSentence)) return { kind: 'prose', record };
    if (cells.length === usual) return item;
    // With spaces as separators, the missing cell is unknown.
    if (isSeparatedBySpaces(record)) return { kind: 'refused', record, code: 'not-understood' };
    return item;
  });
}

/** Whether a cell has a product and another number: `10002: 5 m each`. */
function isSentence(cell: string): boolean {
  const words = cell.split(/[\s:=,]+/).filter((word) => /\d/.test(word));
  return (
    words.length > 1 && words.some((word) => /^(?:[1-9]\d{4,9}|(?=.*\d)\p{Lu}[\p{L}\d]*-[\p{L}\d-]+)$/u.test(word))
  );
}

function usualWidth({ rows }: ListTable): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

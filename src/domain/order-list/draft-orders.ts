import { cellKind } from './cell-kind.ts';
import type { ColumnRoles, RoleReadings } from './column-roles.ts';
import { findColumnRoles } from './column-roles.ts';
import type { Draft, DraftOrder } from './draft-order.ts';
import { formOrders } from './form-orders.ts';
import type { ListLayout } from './layout.ts';
import type { ListItem, ListTable } from './list-item.ts';
import type { MailPhrase } from './mail-phrase.ts';
import type { ListRecord } from './records.ts';
import type { RefusalCode } from './refusal.ts';

/** The orders of a list, once for each way in which its columns can be understood; the likeliest first. */
export function draftOrders(layout: ListLayout): [Draft[], ...Draft[][]] {
  const roles = new Map(layout.tables.map((table) => [table, rolesOf(table)]));
  const phrases = layout.items.flatMap((item) => (item.kind === 'phrase' ? [item.phrase] : []));
  const order = pairOrder(phrases, layout.pairOrder);
  const count = Math.max(order === null ? 2 : 1, ...Array.from(roles.values(), ({ readings }) => readings.length));
  const [first, ...others] = Array.from({ length: count }, (_, reading) =>
    draftReading(layout.items, reading, roles, order),
  );
  return [first ?? [], ...others];
}

interface TableRoles {
  readings: RoleReadings;
  /** A first row without any figure above rows that have some. */
  unknownHeader: readonly string[] | null;
}

function rolesOf({ header, rows }: ListTable): TableRoles {
  const [first, ...rest] = rows;
  const isHeader = header === null && first !== undefined && rest.length > 0 && isUnknownHeader(first);
  return { readings: findColumnRoles(header, isHeader ? rest : rows), unknownHeader: isHeader ? first : null };
}

function isUnknownHeader(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell !== '').length > 1 && !cells.some((cell) => /\p{N}/u.test(cell));
}

type PairOrder = 'product-first' | 'quantity-first';

/**
 * Which of two bare numbers is the product, as the other phrases with the same sign tell, or a header in words; null
 * where nothing does.
 */
function pairOrder(phrases: readonly MailPhrase[], headed: PairOrder | null): PairOrder | null {
  const open = phrases.filter(({ order }) => order === 'open');
  if (open.length === 0) return 'product-first';
  const signs = new Set(open.map(({ sign }) => sign));
  const orders = new Set(phrases.filter(({ sign }) => signs.has(sign)).map(({ order }) => order));
  if (headed !== null || orders.has('quantity-first') === orders.has('product-first')) return headed;
  return orders.has('quantity-first') ? 'quantity-first' : 'product-first';
}

function draftReading(
  items: readonly ListItem[],
  reading: number,
  tables: ReadonlyMap<ListTable, TableRoles>,
  order: PairOrder | null,
): Draft[] {
  const pairsAre = order ?? (reading === 0 ? 'product-first' : 'quantity-first');
  const drafts = items.map((item): Draft | null => {
    if (item.kind === 'phrase') return phraseDraft(item.record, item.phrase, pairsAre);
    if (item.kind !== 'row') return item.kind === 'field' ? null : item;
    const roles = tables.get(item.table);
    if (roles === undefined || roles.unknownHeader === item.cells)
      return { kind: 'skipped', record: item.record, code: 'header' };
    return rowDraft(item, roles.readings[reading] ?? roles.readings[0]);
  });
  const fields = items.flatMap((item) => (item.kind === 'field' ? [item] : []));
  return [...drafts.filter((draft) => draft !== null), ...formOrders(fields)];
}

function phraseDraft(record: ListRecord, phrase: MailPhrase, pairsAre: PairOrder): DraftOrder {
  const isSwapped = pairsAre === 'quantity-first' && phrase.order === 'open';
  const { product, quantity, date = '' } = phrase;
  return {
    kind: 'order',
    record,
    product: isSwapped ? quantity : product,
    quantity: isSwapped ? product : quantity,
    unit: '',
    neededBy: date,
    isInDateColumn: false,
    dateStyle: null,
    isHeadedQuantity: false,
  };
}

function rowDraft({ record, cells, table }: ListItem & { kind: 'row' }, roles: ColumnRoles): Draft {
  const text = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  const refused = (code: RefusalCode, value?: string): Draft =>
    value === undefined ? { kind: 'refused', record, code } : { kind: 'refused', record, code, value };
  const { header } = table;
  if (header === null && !/\p{N}/u.test(record.text) && /\p{L}/u.test(text(roles.quantity))) return refused('prose');
  if (
    header !== null &&
    record.cells.length > header.length &&
    cells.slice(header.length).some((cell) => cell !== '')
  ) {
    if (/\d,\d/.test(record.text) && record.text.split(',').length === record.cells.length)
      return refused('too-many-cells');
  }
  if (roles.quantity === null && text(roles.product) !== '') {
    const price = cells.find((cell) => cellKind(cell) === 'price');
    if (price !== undefined) return refused('price', price);
    const isAlone = cells.filter((cell) => cell !== '').length === 1;
    return refused(isAlone || header !== null ? 'no-quantity' : 'not-understood');
  }
  return {
    kind: 'order',
    record,
    product: text(roles.product),
    quantity: text(roles.quantity),
    unit: text(roles.unit) || (roles.columnUnit ?? ''),
    neededBy: text(roles.neededBy),
    isInDateColumn: true,
    dateStyle: roles.dateStyle ?? null,
    isHeadedQuantity: header !== null && roles.quantity !== null && header[roles.quantity]?.role === 'quantity',
  };
}

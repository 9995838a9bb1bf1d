import type { Draft, DraftOrder } from './draft-order.ts';
import { formOrders } from './form-orders.ts';
import type { ListLayout } from './layout.ts';
import type { ListItem, ListTable } from './list-item.ts';
import type { MailPhrase } from './mail-pair.ts';
import type { ListRecord } from './records.ts';
import { draftRow, readTable, type TableReading } from './table-rows.ts';

/** The orders of a list, once for each way in which its columns can be understood; the likeliest first. */
export function draftOrders(layout: ListLayout): [Draft[], ...Draft[][]] {
  const tables = new Map(layout.tables.map((table) => [table, readTable(table)]));
  const phrases = layout.items.flatMap((item) => (item.kind === 'phrase' ? [item.phrase] : []));
  const order = pairOrder(phrases, layout.pairOrder);
  const count = Math.max(order === null ? 2 : 1, ...Array.from(tables.values(), ({ roles }) => roles.length));
  const [first, ...others] = Array.from({ length: count }, (_, reading) =>
    draftReading(layout.items, reading, tables, order),
  );
  return [first ?? [], ...others];
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
  tables: ReadonlyMap<ListTable, TableReading>,
  order: PairOrder | null,
): Draft[] {
  const pairsAre = order ?? (reading === 0 ? 'product-first' : 'quantity-first');
  const drafts = items.map((item): Draft | null => {
    if (item.kind === 'phrase') return phraseDraft(item.record, item.phrase, pairsAre);
    if (item.kind !== 'row') return item.kind === 'field' ? null : item;
    const table = tables.get(item.table);
    return table === undefined ? null : draftRow(item, table, reading);
  });
  const fields = items.flatMap((item) => (item.kind === 'field' ? [item] : []));
  const others = drafts.filter((draft) => draft !== null);
  if (fields.length === 0) return others;
  return [...others, ...formOrders(fields)].toSorted((a, b) => a.record.line - b.record.line);
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

import type { Draft, DraftOrder } from './draft-order.ts';
import type { ListItem } from './list-item.ts';

type FieldItem = ListItem & { kind: 'field' };

/**
 * The orders that labelled fields make up: a new one starts where a label comes again, or a product after the
 * fields of another. It stands on the line of its first field.
 */
export function formOrders(fields: readonly FieldItem[]): Draft[] {
  const drafts: Draft[] = [];
  let order: DraftOrder | null = null;
  let seen = new Set<string>();
  for (const { record, field } of fields) {
    const part = partOf(field.role);
    if (part === null) {
      drafts.push({ kind: 'skipped', record, code: 'field' });
      continue;
    }
    // A name beside a product number is its description, in whichever order they come.
    const isDescription = field.role === 'name' && seen.has('product');
    const replacesName = field.role === 'product' && seen.has('name') && !seen.has('product');
    if (order === null || (seen.has(field.role) && !isDescription)) {
      order = emptyOrder(record);
      drafts.push(order);
      seen = new Set();
    } else drafts.push({ kind: 'skipped', record, code: 'field' });
    if (!isDescription || replacesName) order[part] = field.value;
    seen.add(field.role);
  }
  return drafts;
}

function partOf(role: FieldItem['field']['role']): 'product' | 'quantity' | 'unit' | 'neededBy' | null {
  if (role === 'product' || role === 'name') return 'product';
  return role === 'quantity' || role === 'unit' || role === 'neededBy' ? role : null;
}

function emptyOrder(record: DraftOrder['record']): DraftOrder {
  return {
    kind: 'order',
    record,
    product: '',
    quantity: '',
    unit: '',
    neededBy: '',
    isInDateColumn: true,
    dateStyle: null,
    isHeadedQuantity: true,
  };
}

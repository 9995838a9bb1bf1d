import type { Draft, DraftOrder } from './draft-order.ts';
import type { FormField } from './form-field.ts';
import type { ListItem } from './list-item.ts';

type FieldItem = ListItem & { kind: 'field' };

/**
 * The orders that labelled fields make up: a new one starts where a label comes again. It stands on the line of its
 * first field. A name is the product only where no field has a product number.
 */
export function formOrders(fields: readonly FieldItem[]): Draft[] {
  const hasNumbers = fields.some(({ field }) => field.role === 'product');
  const drafts: Draft[] = [];
  let order: DraftOrder | null = null;
  for (const { record, field } of fields) {
    const part = partOf(field.role, hasNumbers);
    const isNext = part !== null && (order === null || order[part] !== '');
    if (isNext) {
      order = emptyOrder(record);
      drafts.push(order);
    } else drafts.push({ kind: 'skipped', record, code: 'field' });
    if (order !== null && part !== null) order[part] = field.value;
  }
  return drafts;
}

function partOf(role: FormField['role'], hasNumbers: boolean): 'product' | 'quantity' | 'unit' | 'neededBy' | null {
  if (role === 'other') return null;
  if (role === 'name') return hasNumbers ? null : 'product';
  return role;
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
    isHeadedQuantity: false,
  };
}

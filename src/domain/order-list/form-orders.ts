import type { Draft, DraftOrder, ListItem } from './order-list.ts';
import { readHeaderCell } from './header-row.ts';
import { foldWords, groupsOf } from './plain-text.ts';
import { unitName } from './unit-word.ts';

type FieldItem = ListItem & { kind: 'field' };

/**
 * The orders that labelled fields make up: a new one starts where a label comes again. It stands on the line of its
 * first field. A name is the product only where no field has a product number. Fields whose labels
 * have the same number are one order, wherever they stand.
 */
export function formOrders(fields: readonly FieldItem[]): Draft[] {
  const hasNumbers = fields.some(({ field }) => field.role === 'product');
  const drafts: Draft[] = [];
  let order: DraftOrder | null = null;
  let numberOfOrder = 0;
  for (const { record, field } of fields.toSorted((a, b) => a.field.number - b.field.number)) {
    const part = partOf(field.role, hasNumbers);
    if (part === null) {
      drafts.push({ kind: 'skipped', record, code: 'field' });
      continue;
    }
    if (order === null || order[part] !== '' || numberOfOrder !== field.number) {
      order = emptyOrder(record);
      numberOfOrder = field.number;
      drafts.push(order);
    } else drafts.push({ kind: 'skipped', record, code: 'field' });
    order[part] = field.value;
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
    note: '',
    dateStyle: null,
    isHeadedQuantity: false,
  };
}

/** A labelled value, as forms and shop mails have them: `Article no.: 12345`. */
export interface FormField {
  /** `other` is a label that lists of orders know and that says nothing about what is ordered. */
  role: 'product' | 'name' | 'quantity' | 'unit' | 'neededBy' | 'other';
  value: string;
  /** That of its order, 0 where labels have none. */
  number: number;
}

/** Reads `Label: value`; null where the label isn't one that a list of orders knows. */
export function readFieldLine(text: string): FormField | null {
  const [label = '', value = ''] = groupsOf(text, /^[-*•\s]*([^:=]{2,40}?)\s*[:=]\s*(.+)$/u);
  // `AB-2, qty: 6` is an order already.
  return /\d\s*,/.test(label) ? null : readField(label, value);
}

/** What numbers and dates the whole order or the mail, not a line of it. */
const aboutTheWhole =
  /^(?:order|orders|bestellung|auftrag|commande|bestelling|pedidos?|dates?|datum|fecha|day|tag|jour|dag|dia)$/;

/** Reads a label and a value that stand in two cells. */
export function readField(label: string, value: string): FormField | null {
  const cell = readHeaderCell(label);
  // `ME: Stk` says how the quantity is counted, though both words may stand in a header.
  if (cell === null || (readHeaderCell(value) !== null && !(cell.role === 'unit' && unitName(value)))) return null;
  const { role } = cell;
  if (role === 'wanted') return null;
  const isOther = role === 'position' || role === 'number' || role === 'note' || aboutTheWhole.test(foldWords(label));
  return { role: isOther ? 'other' : role, value, number: 0 };
}

/** Reads `Article 2: 10002`, as forms have it that number their orders; null for what says nothing about an order. */
export function readNumberedField(text: string): FormField | null {
  const [label = '', number, value = ''] = groupsOf(text, /^(.{2,40}?)[\s.#](\d{1,2})\s?[:=]+(.+)/u);
  const field = readField(label, value.trim());
  return field !== null && field.role !== 'other' ? { ...field, number: Number(number) } : null;
}

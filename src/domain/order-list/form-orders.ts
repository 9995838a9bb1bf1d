import type { Draft, DraftOrder, ListItem } from './order-list.ts';
import { isCanceledText } from './cell-kind.ts';
import { readHeaderCell } from './header-row.ts';
import { foldWords, groupsOf } from './plain-text.ts';
import { unitName } from './unit-word.ts';

type FieldItem = ListItem & { kind: 'field' };

/**
 * Builds orders from labeled fields. A repeated label starts a new order, on the line of its first field. A name is the
 * product only if no field is a product number. With more products than quantities, several labels may name one
 * product: the lowest rank wins, and the others go to `otherText`. Fields with the same number in their labels form one
 * order, wherever they are. Notes belong to the order above them.
 */
export function formOrders(fields: readonly FieldItem[]): Draft[] {
  const count = (role: FormField['role']) => fields.filter(({ field }) => field.role === role).length;
  const hasNumbers = count('product') > 0;
  const mayNameTwice = count('product') > count('quantity');
  const drafts: Draft[] = [];
  let order: DraftOrder | null = null;
  let numberOfOrder = 0;
  let named: FormField[] = [];
  for (const { record, field } of fields.toSorted((a, b) => a.field.number - b.field.number)) {
    const part = partOf(field.role, hasNumbers);
    if (part === null || (part === 'note' && order === null)) {
      if (order !== null && isCanceledText(field.value)) order.words = [field.value];
      drafts.push({ kind: 'skipped', record, code: 'field' });
      continue;
    }
    const isOtherName = part === 'product' && mayNameTwice && named.every(({ label }) => label !== field.label);
    if (order === null || (order[part] !== '' && !isOtherName && part !== 'note') || numberOfOrder !== field.number) {
      order = emptyOrder(record);
      numberOfOrder = field.number;
      named = [];
      drafts.push(order);
    } else drafts.push({ kind: 'skipped', record, code: 'field' });
    if (part === 'product') {
      named = [...named, field].toSorted((a, b) => a.rank - b.rank);
      order.product = named[0]?.value ?? '';
      order.otherText = named.map(({ value }) => value).join(' ');
    } else order[part] = part === 'note' && order.note !== '' ? `${order.note} · ${field.value}` : field.value;
  }
  return drafts;
}

type Part = 'product' | 'quantity' | 'unit' | 'neededBy' | 'note';

function partOf(role: FormField['role'], hasNumbers: boolean): Part | null {
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
    otherText: '',
    dateStyle: null,
    isHeadedQuantity: false,
    isProse: true,
  };
}

/** A labeled value of a form or shop email: `Article no.: 12345`. */
export interface FormField {
  /** `other`: a known label that doesn't describe what is ordered. */
  role: Part | 'name' | 'other';
  value: string;
  /** Label, folded ({@link foldWords}). */
  label: string;
  /** Among several fields that name one product, the lowest rank wins. */
  rank: number;
  /** Order number in the label (`Article 2`), 0 without one. */
  number: number;
}

/** Parses `Label: value`; null if the label is unknown. */
export function readFieldLine(text: string): FormField | null {
  const [label = '', value = ''] = groupsOf(text, /^[-*•\s]*([^:：=]{2,40}?)\s*[:：=]\s*(.+)$/u);
  // `AB-2, qty: 6` is a complete order.
  return /\d\s*,/.test(label) ? null : readField(label, value);
}

/** Labels that refer to the whole order or email, not to a line. */
const aboutTheWhole =
  /^(?:order|orders|bestellung|auftrag|commande|bestelling|pedidos?|dates?|datum|fecha|day|tag|jour|dag|dia)$/;

/** Reads a label and a value from two cells; null if the label is unknown or the value is itself a label. */
export function readField(label: string, value: string): FormField | null {
  const cell = readHeaderCell(label);
  // `ME: Stk` is a unit field, although both words may occur in a header.
  if (cell === null || (readHeaderCell(value) !== null && !(cell.role === 'unit' && unitName(value)))) return null;
  const { role, rank } = cell;
  if (role === 'wanted') return null;
  const folded = foldWords(label);
  const isOther =
    role === 'position' ||
    role === 'number' ||
    role === 'part' ||
    (cell.isReference && role === 'note') ||
    aboutTheWhole.test(folded);
  return { role: isOther ? 'other' : role, value, label: folded, rank, number: 0 };
}

/** Parses `Article 2: 10002`, from forms that number their orders; null if the label isn't part of an order. */
export function readNumberedField(text: string): FormField | null {
  const [label = '', number, value = ''] = groupsOf(text, /^(.{2,40}?)[\s.#](\d{1,2})\s?[:=]+(.+)/u);
  const field = readField(label, value.trim());
  return field !== null && field.role !== 'other' ? { ...field, number: Number(number) } : null;
}

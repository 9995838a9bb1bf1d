import { readHeaderCell } from './header-cell.ts';
import { foldWords } from './plain-text.ts';

/** A labelled value, as forms and shop mails have them: `Article no.: 12345`. */
export interface FormField {
  /** `other` is a label that lists of orders know and that says nothing about what is ordered. */
  role: 'product' | 'name' | 'quantity' | 'unit' | 'neededBy' | 'other';
  value: string;
}

/** Reads `Label: value`; null where the label isn't one that a list of orders knows. */
export function readFieldLine(text: string): FormField | null {
  const [, label, value] = /^[-*•\s]*([^:=]{2,40}?)\s*[:=]\s*(.+)$/u.exec(text) ?? [];
  // `AB-2, qty: 6` is an order already.
  return label === undefined || value === undefined || /\d\s*,/.test(label) ? null : readField(label, value);
}

/** What numbers and dates the whole order or the mail, not a line of it. */
const aboutTheWhole =
  /^(?:order|orders|bestellung|auftrag|commande|bestelling|pedidos?|dates?|datum|fecha|day|tag|jour|dag|dia)$/;

/** Reads a label and a value that stand in two cells. */
export function readField(label: string, value: string): FormField | null {
  const cell = readHeaderCell(label.replace(/:$/, ''));
  if (cell === null || readHeaderCell(value) !== null) return null;
  const { role } = cell;
  if (role === 'wanted') return null;
  const isOther = role === 'position' || role === 'number' || aboutTheWhole.test(foldWords(label));
  return { role: isOther ? 'other' : role, value };
}

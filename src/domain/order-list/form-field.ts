import { readHeaderCell } from './header-cell.ts';
import type { ColumnRole } from './header-words.ts';

/** A labelled value, as forms and shop mails have them: `Article no.: 12345`. */
export interface FormField {
  role: ColumnRole;
  value: string;
}

/** Reads `Label: value`; null where the label isn't one that a list of orders knows. */
export function readFieldLine(text: string): FormField | null {
  const [, label, value] = /^[-*•\s]*([^:=]{2,40}?)\s*[:=]\s*(.+)$/u.exec(text) ?? [];
  return label === undefined || value === undefined ? null : readField(label, value);
}

/** Reads a label and a value that stand in two cells. */
export function readField(label: string, value: string): FormField | null {
  const cell = readHeaderCell(label.replace(/:$/, ''));
  return cell === null || readHeaderCell(value) !== null ? null : { role: cell.role, value };
}

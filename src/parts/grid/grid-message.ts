import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

/** Result of the last action, for the status line and screen readers. Counts are of rows and columns. */
export type GridMessage =
  | { readonly kind: 'copied' | 'cut' | 'cleared' | 'filled'; readonly rows: number; readonly columns: number }
  | { readonly kind: 'pasted'; readonly rows: number; readonly refused: number; readonly cutOff: number }
  | { readonly kind: 'rows-inserted' | 'rows-deleted'; readonly rows: number }
  | { readonly kind: 'undone' | 'redone'; readonly label: MessageDescriptor }
  | { readonly kind: 'read-only'; readonly header: string }
  /** Invalid text that was left. */
  | { readonly kind: 'discarded'; readonly header: string; readonly text: string }
  | { readonly kind: 'leaving' };

/** Formats a message as a short sentence. */
export function messageText(i18n: I18n, message: GridMessage): string {
  switch (message.kind) {
    case 'copied':
      return i18n._(msg`Copied ${sizeText(i18n, message)}`);
    case 'cut':
      return i18n._(msg`Cut ${sizeText(i18n, message)}`);
    case 'cleared':
      return i18n._(msg`Cleared ${sizeText(i18n, message)}`);
    case 'filled':
      return i18n._(msg`Filled ${sizeText(i18n, message)}`);
    case 'pasted':
      return pastedText(i18n, message);
    case 'rows-inserted':
      return i18n._(msg`${plural(message.rows, { one: 'Inserted # row', other: 'Inserted # rows' })}`);
    case 'rows-deleted':
      return i18n._(msg`${plural(message.rows, { one: 'Deleted # row', other: 'Deleted # rows' })}`);
    case 'undone':
      return i18n._(msg`Undone: ${i18n._(message.label)}`);
    case 'redone':
      return i18n._(msg`Redone: ${i18n._(message.label)}`);
    case 'read-only':
      return i18n._(msg`${message.header} is filled in automatically and can't be edited`);
    case 'discarded':
      return i18n._(msg`${message.header} is unchanged: “${message.text}” couldn't be read`);
    case 'leaving':
    default:
      return i18n._(msg`Tab now exits the table`);
  }
}

/** Formats the size of a selection: `3 × 2 cells`. */
export function sizeText(i18n: I18n, { rows, columns }: { rows: number; columns: number }): string {
  if (rows === 1 && columns === 1) return i18n._(msg`1 cell`);
  return i18n._(msg`${i18n.number(rows)} × ${i18n.number(columns)} cells`);
}

function pastedText(i18n: I18n, { rows, refused, cutOff }: Extract<GridMessage, { kind: 'pasted' }>): string {
  const parts = [
    msg`${plural(rows, { one: 'Pasted # row', other: 'Pasted # rows' })}`,
    refused > 0 && msg`${plural(refused, { one: "# cell couldn't be read", other: "# cells couldn't be read" })}`,
    cutOff > 0 && msg`${plural(cutOff, { one: "# column didn't fit", other: "# columns didn't fit" })}`,
  ];
  return parts.flatMap((part) => (part ? i18n._(part) : [])).join(' · ');
}

import { cellKind } from './cell-kind.ts';
import type { ListRecord } from './records.ts';

/** How many cells the rows under a header have: as many as it, or more where nearly all of them do. */
export function usualWidth(header: readonly unknown[], rows: readonly (readonly string[])[]): number {
  const longer = rows.map(filledWidth).filter((width) => width > header.length);
  return longer.length > rows.length * 0.8 ? longer.reduce((least, width) => Math.min(least, width)) : header.length;
}

/** More cells than the header has, in a row parted at a comma between figures: half of a number may be a cell. */
export function hasCutNumber({ text, cells: parts }: ListRecord, cells: readonly string[], headerWidth: number) {
  return filledWidth(cells) > headerWidth && /\d,\d/.test(text) && text.split(',').length === parts.length;
}

/**
 * More cells than the other rows have, with another number where the quantity would be if one of them held the
 * separator; in a spreadsheet's rows none does.
 */
export function hasShiftedQuantity({ text }: ListRecord, cells: readonly string[], width: number, quantity: number) {
  const surplus = filledWidth(cells) - width;
  return surplus > 0 && !text.includes('\t') && amounts.has(cellKind(cells[quantity + surplus] ?? ''));
}

const amounts = new Set(['whole', 'grouped', 'decimal', 'measure']);

function filledWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1;
}

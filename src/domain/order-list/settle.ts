import { toThousandths } from '#lib/thousandths.ts';
import type { SettledRecord } from './draft-order.ts';
import { valueOf } from './number-column.ts';
import type { OrderListLine, RefusedLine, SkippedLine } from './order-list.ts';
import { finishOrder, type ReadOrder, type Refusal, type Styles } from './read-order.ts';
import { refusalReason } from './refusal.ts';

/** Every record of a list in one of three places, in the order of the list. */
export interface SettledList {
  lines: OrderListLine[];
  refused: RefusedLine[];
  skipped: SkippedLine[];
}

/** Finishes the drafts in the styles of their columns. */
export function settle(drafts: readonly (ReadOrder | SettledRecord)[], styles: Styles): SettledList {
  const list: SettledList = { lines: [], refused: [], skipped: [] };
  for (const draft of drafts) {
    if ('kind' in draft) {
      const { line, text } = draft.record;
      if (draft.kind === 'skipped') list.skipped.push({ line, text, code: draft.code });
      else list.refused.push(refusedLine(line, text, draft));
      continue;
    }
    const order = finishOrder(draft, styles);
    const { line, text } = draft.draft.record;
    if ('line' in order) list.lines.push(order);
    else if (draft === drafts.at(-1) && order.code === 'no-product' && isSum(draft, styles, list.lines))
      list.skipped.push({ line, text, code: 'total' });
    else list.refused.push(refusedLine(line, text, order));
  }
  return list;
}

/** Spreadsheets end in a sum without a label. */
function isSum({ quantity }: ReadOrder, styles: Styles, lines: readonly OrderListLine[]): boolean {
  const sum = lines.reduce((total, line) => total + toThousandths(line.quantity), 0);
  return lines.length > 1 && typeof quantity === 'object' && valueOf(quantity, styles.number) === sum;
}

function refusedLine(line: number, text: string, { code, value }: Refusal): RefusedLine {
  const reason = refusalReason(code, value);
  return value === undefined || value === '' ? { line, text, reason, code } : { line, text, reason, code, value };
}

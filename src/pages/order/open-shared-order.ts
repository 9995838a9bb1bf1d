import type { SharedOrder } from '#features/saved-orders/order-link.ts';
import { type OrderListLine, type RefusedLine, refusalReason } from '#domain/order-list/order-list.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import type { OpenList } from './reading/open-list.ts';

/** The order of a link as a list that is looked over like any other. */
export function openSharedOrder({ lines }: SharedOrder): OpenList {
  const read: OrderListLine[] = [];
  const refused: RefusedLine[] = [];
  const texts = new Map<number, string>();
  const notes = new Map<number, string>();
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const { product, quantity, quantityText = '', neededBy, writtenUnit = '', note = '' } = line;
    const amount = quantity === null ? quantityText : String(fromThousandths(quantity));
    const text = [product, amount, writtenUnit, neededBy ?? '', note].join('\t').trimEnd();
    texts.set(number, text);
    if (note !== '') notes.set(number, note);
    if (quantity === null || product.trim() === '') {
      const code = product.trim() === '' ? 'no-product' : 'no-quantity';
      refused.push({ line: number, text, code, reason: refusalReason(code), value: quantityText });
    } else {
      read.push({
        line: number,
        product,
        quantity: fromThousandths(quantity),
        ...(neededBy != null && { neededBy }),
        ...(writtenUnit !== '' && { unit: writtenUnit }),
      });
    }
  }
  const list = { reading: { lines: read, refused, questions: [], skipped: [] }, texts, notes, sheets: [], sheet: null };
  return { list, again: async () => list, readSheet: null, close: () => undefined };
}

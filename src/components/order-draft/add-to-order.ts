import type { Thousandths } from '#lib/thousandths.ts';

import { draftLine, type NewLine } from './draft-line.ts';
import { liveOrder } from './live-order.ts';
import { newOrder } from './new-order.ts';
import { readOpenOrder, writeOpenOrder } from './order-store.ts';

/**
 * Adds a line to the order that the owner has open, whether it is open in this tab or kept from earlier; to a new one
 * where there is none. Rejects where the browser keeps nothing.
 */
export async function addToOrder(
  owner: string,
  line: NewLine,
  formatQuantity: (quantity: Thousandths) => string,
): Promise<void> {
  const live = liveOrder();
  if (live?.owner === owner) return live.append(line);
  const stored = await readOpenOrder(owner);
  const { header, contents } = stored ?? newOrder(owner);
  const key = contents.lines.reduce((largest, { key }) => Math.max(largest, key), 0) + 1;
  const order = {
    header: { ...header, changedAt: Date.now(), lineCount: header.lineCount + 1 },
    contents: { ...contents, lines: [...contents.lines, draftLine(key, line, formatQuantity)] },
  };
  await writeOpenOrder(order, stored?.header.changedAt ?? null);
}

import type { Thousandths } from '#lib/thousandths.ts';

import { draftLine, type NewLine } from './draft-line.ts';
import { liveOrder } from './live-order.ts';
import { newOrder } from './new-order.ts';
import { announceAdded } from './order-claim.ts';
import { leaveLine, readOpenOrder, writeOpenOrder } from './order-store.ts';
import { setTabOrder, tabOrder } from './tab-order.ts';

/**
 * Adds a line to the order that the owner has open, whether it is open in this tab, in another or kept from earlier; to
 * a new one where there is none. Rejects where the browser keeps nothing.
 */
export async function addToOrder(
  owner: string,
  line: NewLine,
  formatQuantity: (quantity: Thousandths) => string,
): Promise<void> {
  const live = liveOrder();
  if (live?.owner === owner) return live.append(line);
  const id = (await keptOrder(owner, line)) ?? (await beginWith(owner, line, formatQuantity));
  setTabOrder(owner, id);
}

/** The order of this tab or else the latest, with the line left for it; null where there is none. */
async function keptOrder(owner: string, line: NewLine): Promise<string | null> {
  for (const id of [tabOrder(owner), (await readOpenOrder(owner))?.header.id]) {
    if (id == null || !(await leaveLine(id, line))) continue;
    announceAdded(id);
    return id;
  }
  return null;
}

function beginWith(owner: string, line: NewLine, formatQuantity: (quantity: Thousandths) => string): Promise<string> {
  const { header, contents } = newOrder(owner);
  const lines = [draftLine(1, line, formatQuantity)];
  const order = {
    header: { ...header, changedAt: Date.now(), lineCount: lines.length },
    contents: { ...contents, lines },
  };
  return writeOpenOrder(order, null);
}

import type { StoredOrder } from './stored-order.ts';

/** An order without lines, not kept yet. */
export function newOrder(owner: string): StoredOrder {
  return {
    header: { id: crypto.randomUUID(), owner, name: '', changedAt: 0, lineCount: 0 },
    contents: { lines: [], check: null, previous: null },
  };
}

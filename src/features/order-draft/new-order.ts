import type { StoredOrder } from './stored-order.ts';

/** An order without lines, not kept yet. */
export function newOrder(owner: string): StoredOrder {
  return {
    header: { id: newOrderId(), owner, name: '', changedAt: 0, lineCount: 0 },
    contents: { lines: [], check: null, previous: null },
  };
}

/** One that no order has. Browsers keep `crypto.randomUUID` from pages that came over plain http. */
export function newOrderId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

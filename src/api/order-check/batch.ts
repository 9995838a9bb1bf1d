import type { ProductId } from '#contract/product-id.ts';

/** What is asked in one call, and how often asking it has failed so far. */
export interface Batch<Item> {
  items: readonly Item[];
  /** Calls that failed in a way that may pass. */
  failures: number;
  /** Times that the service asked for a pause. */
  pauses: number;
  /** Answers that left all of these items out. */
  omissions: number;
}

export function freshBatch<Item>(items: readonly Item[]): Batch<Item> {
  return { items, failures: 0, pauses: 0, omissions: 0 };
}

/** The batch in two, neither empty; it must hold two items or more. */
export function halves<Item>(batch: Batch<Item>): [Batch<Item>, Batch<Item>] {
  const middle = Math.ceil(batch.items.length / 2);
  return [
    { ...batch, items: batch.items.slice(0, middle) },
    { ...batch, items: batch.items.slice(middle) },
  ];
}

/** The items in as few lists as it takes for no product to be twice in one; each list keeps their order. */
export function withoutRepeats<Item extends { productId: ProductId }>(items: readonly Item[]): Item[][] {
  const lists: Item[][] = [];
  const seen = new Map<ProductId, number>();
  for (const item of items) {
    const times = seen.get(item.productId) ?? 0;
    seen.set(item.productId, times + 1);
    const list = lists[times];
    if (list) list.push(item);
    else lists.push([item]);
  }
  return lists;
}

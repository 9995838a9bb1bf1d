import { LRUCache } from 'lru-cache';

import type { ConcernedOrders } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { Catalogue } from '#server/gateway/product-routes.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { SignedIn } from '#server/sign-in/sign-in.ts';

import type { Documents } from './documents.ts';
import { findProducts } from './line-products.ts';

/** Products of orders that are kept, some 40 bytes each. */
const maxKeptProducts = 1_000_000;

/**
 * Returns a function that finds the orders of a person that have some of the given products, without these all that have
 * any, last changed first. The products of an order are kept until it or the catalog changes; the first request reads all
 * of the person's orders.
 */
export function orderFinder(documents: Pick<Documents, 'folderOf' | 'list' | 'read'>) {
  const kept = new LRUCache<string, ReadonlySet<ProductId>>({
    maxSize: maxKeptProducts,
    sizeCalculation: ({ size }) => size + 1,
  });
  return async (
    person: SignedIn,
    productIds: readonly ProductId[] | undefined,
    catalogue: Pick<Catalogue, 'resolveProducts' | 'searchProducts' | 'state'>,
  ): Promise<ConcernedOrders> => {
    const folder = documents.folderOf(person, 'order');
    const [{ entries }, { generation }] = await Promise.all([documents.list(folder), catalogue.state()]);
    const orders: ConcernedOrders['orders'] = [];
    for (const { changedAt, summary: _, ...entry } of entries) {
      const { id } = entry;
      const key = JSON.stringify([folder, id, changedAt, generation]);
      let has = kept.get(key);
      if (has === undefined) {
        const order = await documents.read({ ...folder, id }).catch(unlessDamaged);
        const lines = order === null ? [] : await findProducts(order.content.lines, catalogue);
        has = new Set(lines.flatMap(({ productId }) => productId ?? []));
        kept.set(key, has);
      }
      const found = productIds?.filter((productId) => has.has(productId)) ?? [...has];
      if (found.length > 0) orders.push({ ...entry, productIds: found });
    }
    return { orders };
  };
}

/** The contents of an order that can't be decrypted aren't known. */
function unlessDamaged(error: unknown): null {
  if (error instanceof ServiceProblem && error.code === 'damaged-document') return null;
  throw error;
}

import { LRUCache } from 'lru-cache';

import type { ConcernedOrders } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { isValidQuantity } from '#stock/order/order-line.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import type { Catalogue } from '#server/gateway/product-routes.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { SignedIn } from '#server/sign-in/sign-in.ts';

import type { Documents } from './documents.ts';
import { findProducts, type FoundLine, isOtherUnit } from './line-products.ts';

/** Products of orders that are kept, some 40 bytes each. */
const maxKeptProducts = 1_000_000;

/**
 * Returns a function that finds the orders of a person that have some of the given products, without these all that have
 * any, last changed first. The products of an order are kept until it or the catalog changes; the first request reads all
 * of the person's orders.
 */
export function orderFinder(documents: Pick<Documents, 'folderOf' | 'list' | 'read'>) {
  const kept = new LRUCache<string, ReadonlyMap<ProductId, Thousandths | null>>({
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
        has = quantitiesOf(lines);
        kept.set(key, has);
      }
      const found = productIds?.filter((productId) => has.has(productId)) ?? [...has.keys()];
      const products = found.map((productId) => ({ productId, quantity: has.get(productId) ?? null }));
      if (found.length > 0) orders.push({ ...entry, products });
    }
    return { orders };
  };
}

/** Lines of a product share its stock, so all together they ship when the last of them does. */
function quantitiesOf(lines: readonly FoundLine[]): Map<ProductId, Thousandths | null> {
  const quantities = new Map<ProductId, Thousandths | null>();
  for (const { productId, product, line } of lines) {
    if (productId === null) continue;
    const before = quantities.get(productId);
    const quantity = line.quantity ?? null;
    const isKnown = before !== null && isValidQuantity(quantity) && !isOtherUnit(line, product);
    quantities.set(productId, isKnown ? (before ?? 0) + quantity : null);
  }
  return quantities;
}

/** The contents of an order that can't be decrypted aren't known. */
function unlessDamaged(error: unknown): null {
  if (error instanceof ServiceProblem && error.code === 'damaged-document') return null;
  throw error;
}

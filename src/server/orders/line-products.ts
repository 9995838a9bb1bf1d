import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Product } from '#stock/contract/gateway-responses.ts';
import type { OrderContent } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { findByName, isName, productKey } from '#stock/order/line-product.ts';
import { isSameUnit } from '#stock/order-list/unit-word.ts';
import { parseProductId } from '#stock/product-entry.ts';
import type { Catalogue } from '#server/gateway/product-routes.ts';

type Line = OrderContent['lines'][number];

/** A line with the product that its text means. */
export interface FoundLine {
  line: Line;
  number: number;
  productId: ProductId | null;
  product: Product | null;
}

/** Texts of one lookup in the catalog, and names that are searched one by one, as in the browser. */
const maxKeys = 1000;
const maxNames = 200;
const maxCandidates = 8;

/** Finds the products of lines by ID, SKU or name. Lines without a product and a quantity are left out. */
export async function findProducts(
  lines: readonly Line[],
  { resolveProducts, searchProducts }: Pick<Catalogue, 'resolveProducts' | 'searchProducts'>,
): Promise<FoundLine[]> {
  const filled = lines
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(
      ({ line }) => line.product.trim() !== '' || line.quantity !== undefined || (line.quantityText ?? '') !== '',
    );
  const keys = [...new Set(filled.map(({ line }) => productKey(line.product)))].filter((key) => key !== '');
  const products = new Map<string, Product | null>();
  let names = 0;
  for (let from = 0; from < keys.length; from += maxKeys) {
    const some = keys.slice(from, from + maxKeys);
    const resolved = await resolveProducts(some);
    for (const [at, key] of some.entries()) {
      let product = resolved[at] ?? null;
      if (product === null && isName(key) && names < maxNames) {
        names += 1;
        const search = async (text: string) => (await searchProducts(text, 1, maxCandidates)).products;
        product = await findByName({ search }, key);
        // Many names don't delay other requests.
        await nextTurn();
      }
      products.set(key, product);
    }
  }
  return filled.map(({ line, number }) => {
    const key = productKey(line.product);
    const product = products.get(key) ?? null;
    return { line, number, product, productId: product?.productId ?? parseProductId(key) };
  });
}

/** Units are never converted. If they differ, the user decides. */
export function isOtherUnit({ unit = '' }: FoundLine['line'], product: Product | null): boolean {
  return unit !== '' && product?.unit != null && !isSameUnit(unit, product.unit);
}

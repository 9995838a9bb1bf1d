import type { Product } from '#contract/gateway.ts';
import { ProductId } from '#contract/product-id.ts';
import type { StockStore } from '#server/store/stock-store.ts';

/** What products are looked up in, and what it holds. */
export type Catalogue = Pick<StockStore, 'searchProducts' | 'resolveProducts' | 'state'>;

/**
 * A catalogue before a service that knows more products than it: an id that it does not hold is a product all the
 * same, without a name, and the service says whether there is one. Demo products name nothing of that service's.
 */
export function openCatalogue(catalogue: Catalogue): Catalogue {
  const isDemo = async () => (await catalogue.state()).contents === 'demo';
  return {
    state: async () => {
      const state = await catalogue.state();
      return state.contents === 'demo' ? { ...state, contents: 'empty', searchable: false } : state;
    },
    searchProducts: async (text, page, pageSize) =>
      (await isDemo()) ? { products: [], hasMore: false } : catalogue.searchProducts(text, page, pageSize),
    resolveProducts: async (keys) => {
      const products = (await isDemo()) ? [] : await catalogue.resolveProducts(keys);
      return keys.map((key, index) => products[index] ?? productOfId(key));
    },
  };
}

function productOfId(key: string): Product | null {
  const typed = key.trim();
  const productId = ProductId.safeParse(/^\d+$/.test(typed) ? Number(typed) : null).data;
  return productId === undefined ? null : { productId, name: null, sku: null, unit: null };
}

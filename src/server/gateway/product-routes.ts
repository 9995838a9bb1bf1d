import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Market } from '#stock/contract/envelope.ts';
import {
  type Product,
  type ProductPage,
  ResolveRequest,
  type ResolveResponse,
} from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { parseProductId } from '#stock/product-entry.ts';
import { allOf, parseJson, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { NoQuery, ProductSearch } from './gateway-requests.ts';

/**
 * `/gateway/products`: searches the product catalog and resolves IDs and SKUs.
 * @param catalogueFor returns the catalog of the user of a request
 */
export function productRoutes(catalogueFor: (request: FastifyRequest) => Catalogue) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/products',
      handler: async (request): Promise<ProductPage> => {
        // Accepts `+` and `%20` for a space; a literal plus is `%2B`.
        const { query } = allOf({ query: readQuery(request.url.replaceAll('+', '%20'), ProductSearch) });
        const { q, page, pageSize } = query;
        const { products, hasMore } = await catalogueFor(request).searchProducts(q, page, pageSize);
        return { products, page, pageSize, hasMore };
      },
    });

    app.route({
      method: 'POST',
      url: '/products/resolve',
      onRequest: requireJson,
      handler: async (request): Promise<ResolveResponse> => {
        const { body } = allOf({
          query: readQuery(request.url, NoQuery),
          body: readBody(parseJson(request.body), ResolveRequest),
        });
        const catalogue = catalogueFor(request);
        const [products, named] = await Promise.all([
          catalogue.resolveProducts(body.keys),
          body.names && catalogue.suggestProducts(body.names),
        ]);
        return { products, ...(named && { named }) };
      },
    });
  };
}

/** The store methods for product lookup. */
export type Catalogue = Pick<StockStore, 'searchProducts' | 'resolveProducts' | 'suggestProducts' | 'state'>;

/**
 * Returns the catalog that users of a market see.
 * @param byMarket whether it has only the products that are known there
 * @param isOpen whether an external service may have more products
 */
export function catalogueFinder(store: StockStore, byMarket: boolean, isOpen: boolean) {
  const catalogue: Catalogue = isOpen ? openCatalogue(store) : store;
  return (market: Market | null): Catalogue => {
    if (!byMarket) return catalogue;
    if (market === null) throw new TypeError("The embedded service knows each user's market.");
    return catalogueOfMarket(store, market);
  };
}

/** Narrows the catalog of a store to the products that are known in a market. */
export function catalogueOfMarket(store: StockStore, market: Market): StockStore {
  return {
    ...store,
    searchProducts: (query, page, pageSize) => store.searchProducts(query, page, pageSize, market),
    resolveProducts: (keys) => store.resolveProducts(keys, market),
    suggestProducts: (texts) => store.suggestProducts(texts, market),
    sortedPage: (ofMarket, query) => store.sortedPage(ofMarket, { ...query, ofMarketOnly: true }),
  };
}

/**
 * Catalog for an external service, which may have more products than the catalog. An unknown ID resolves to a product
 * without a name; the service decides whether it exists. Demo products are hidden, as they aren't that service's.
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
    suggestProducts: async (texts) => ((await isDemo()) ? texts.map(() => []) : catalogue.suggestProducts(texts)),
    resolveProducts: async (keys) => {
      const products = (await isDemo()) ? [] : await catalogue.resolveProducts(keys);
      return keys.map((key, index) => products[index] ?? productOfId(key));
    },
  };
}

function productOfId(key: string): Product | null {
  const productId = parseProductId(key.trim());
  return productId === null ? null : unnamed(productId);
}

/** A product of which only the ID is known. */
export function unnamed(productId: ProductId): Product {
  return { productId, name: null, sku: null, unit: null };
}

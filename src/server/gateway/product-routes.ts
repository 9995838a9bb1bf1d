import type { FastifyInstance } from 'fastify';

import { ResolveRequest, type ProductPage, type ResolveResponse } from '#contract/gateway.ts';
import { allOf, readBody, readQuery } from '#server/service/read-request.ts';
import { parseJson, requireJson } from '#server/service/request-body.ts';

import { NoQuery, ProductSearch } from './gateway-requests.ts';
import type { Catalogue } from './open-catalogue.ts';

/** `/gateway/products`: the catalogue, searched by what was typed and looked up by ids and SKUs. */
export function productRoutes(catalogue: Catalogue) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/products',
      handler: async (request): Promise<ProductPage> => {
        // Both ways of writing a space are read; a plus sign itself is written %2B.
        const { query } = allOf({ query: readQuery(request.url.replaceAll('+', '%20'), ProductSearch) });
        const { q, page, pageSize } = query;
        const { products, hasMore } = await catalogue.searchProducts(q, page, pageSize);
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
        return { products: await catalogue.resolveProducts(body.keys) };
      },
    });
  };
}

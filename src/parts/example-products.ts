import { queryOptions, useQuery } from '@tanstack/react-query';

import { products } from '#data/products.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';

/** Prefixes of words and IDs. Almost every catalog has products for at least one of them. */
const prefixes = ['e', '1', '2', 'a', 's', '3', '5'];
const maxNameLength = 45;
const none: readonly Product[] = [];

const examples = queryOptions({
  queryKey: ['products', 'examples'],
  queryFn: async ({ client }) => {
    for (const text of prefixes) {
      const { products: found } = await client.fetchQuery(products.search(text));
      if (found.length > 0) return found;
    }
    return none;
  },
  staleTime: Infinity,
});

/** Returns a few products of the catalog as examples; empty until loaded. */
export function useExampleProducts(): readonly Product[] {
  return useQuery(examples).data ?? none;
}

/** Returns one of {@link useExampleProducts}, preferably with a short name; undefined until loaded. */
export function useExampleProduct(): Product | undefined {
  const found = useExampleProducts();
  return found.find(hasShortName) ?? found[0];
}

function hasShortName({ name }: Product): boolean {
  return name !== null && name.length <= maxNameLength;
}

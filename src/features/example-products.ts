import { queryOptions, useQuery } from '@tanstack/react-query';

import { products } from '#api/products.ts';
import type { Product } from '#contract/gateway.ts';

/** Beginnings of words and ids; hardly a catalogue has a product by none of them. */
const beginnings = ['e', '1', '2', 'a', 's', '3', '5'];
const longestName = 45;
const none: readonly Product[] = [];

const examples = queryOptions({
  queryKey: ['products', 'examples'],
  queryFn: async ({ client }) => {
    for (const text of beginnings) {
      const { products: found } = await client.fetchQuery(products.search(text));
      if (found.length > 0) return found;
    }
    return none;
  },
  staleTime: Infinity,
});

/** A few products of the catalogue to try something with; empty until some are found. */
export function useExampleProducts(): readonly Product[] {
  return useQuery(examples).data ?? none;
}

/** One of {@link useExampleProducts}, of a short name if there is one; undefined until one is found. */
export function useExampleProduct(): Product | undefined {
  const found = useExampleProducts();
  return found.find(hasShortName) ?? found[0];
}

function hasShortName({ name }: Product): boolean {
  return name !== null && name.length <= longestName;
}

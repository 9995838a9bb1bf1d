import { useQuery } from '@tanstack/react-query';

import { products } from '#api/products.ts';
import type { Product } from '#contract/gateway.ts';

/** Text that a catalogue is likely to find something by: the vowel that most names hold. */
const search = 'e';
const longestName = 45;

/** A product of the catalogue to try something with, of a short name if there is one; undefined until one is found. */
export function useExampleProduct(): Product | undefined {
  const { data } = useQuery(products.search(search));
  return data?.products.find(hasShortName) ?? data?.products[0];
}

function hasShortName({ name }: Product): boolean {
  return name !== null && name.length <= longestName;
}

import type { Product } from '#contract/gateway.ts';

import { useLocale } from './locale-context.tsx';

/**
 * The unit to write a product's quantities with: its own, else what the person calls it. Null while the product is
 * on its way (undefined): another unit for a moment would be a wrong one.
 * @param product null where the catalogue has none
 */
export function useUnit(product: Pick<Product, 'unit'> | null | undefined): string | null {
  const { ownUnit } = useLocale();
  return product === undefined ? null : (product?.unit ?? ownUnit);
}

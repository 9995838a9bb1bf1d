import { largestProductId, type ProductId } from '#contract/product-id.ts';

/** The product id that a text is, without leading zeros; null where it is none. */
export function productIdIn(text: string): ProductId | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= largestProductId ? id : null;
}

import type { ProductId } from '#contract/product-id.ts';

/** The products with those of `more` that they don't hold yet at the end; the same array where that changes nothing. */
export function withProducts(ids: readonly ProductId[], more: readonly ProductId[]): readonly ProductId[] {
  const known = new Set(ids);
  const fresh = [...new Set(more)].filter((id) => !known.has(id));
  return fresh.length === 0 ? ids : [...ids, ...fresh];
}

/** The products without those of `fewer`. */
export function withoutProducts(ids: readonly ProductId[], fewer: readonly ProductId[]): readonly ProductId[] {
  const gone = new Set(fewer);
  return ids.filter((id) => !gone.has(id));
}

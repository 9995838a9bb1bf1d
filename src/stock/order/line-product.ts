import type { Product } from '#stock/contract/gateway-responses.ts';

/** Returns the product with exactly that lowercase name, unless there are several. */
export async function findByName(
  { search }: { search: (text: string) => Promise<readonly Product[]> },
  name: string,
): Promise<Product | null> {
  const [product, ...others] = (await search(name)).filter((candidate) => productKey(candidate.name ?? '') === name);
  return others.length === 0 ? (product ?? null) : null;
}

/** Returns a line's product text as it is looked up: in lowercase, with single spaces. */
export function productKey(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Whether a lowercase text is a name rather than an id or SKU. */
export function isName(key: string): boolean {
  return /^\P{L}*\p{L}[^ ]* .*\p{L}|^\p{L}+$/u.test(key);
}

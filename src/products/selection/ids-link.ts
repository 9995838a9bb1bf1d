import { isProductId } from '#stock/contract/limits.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

/** Maximum length of a link's fragment. Mail and chat clients truncate longer links. */
export const maxFragmentLength = 32 * 1024;

/** Names of product ID lists in the fragment: `ids` are the products shown, `selected` those selected in the table. */
export type FragmentName = 'ids' | 'selected';

/** Encodes IDs for a link: differences between neighbors as zigzag varints, in base64url. */
export function packIds(ids: readonly ProductId[]): string {
  const bytes: number[] = [];
  let before = 0;
  for (const id of ids) {
    const step = id - before;
    before = id;
    // The lowest bit is the sign. Each byte holds seven bits; the eighth indicates that another byte follows.
    let rest = step < 0 ? -step * 2 - 1 : step * 2;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
  const letters = bytes.map((byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes IDs encoded by {@link packIds}, without duplicates; null if the text is invalid or empty. */
export function unpackIds(text: string): ProductId[] | null {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return null;
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const ids = new Set<ProductId>();
  let [id, rest, weight] = [0, 0, 1];
  for (const letter of letters) {
    const byte = letter.charCodeAt(0);
    rest += (byte % 128) * weight;
    weight *= 128;
    if (byte > 127) continue;
    id += rest % 2 === 1 ? -(rest + 1) / 2 : rest / 2;
    if (!isProductId(id)) return null;
    ids.add(id);
    [rest, weight] = [0, 1];
  }
  return weight === 1 && ids.size > 0 ? [...ids] : null;
}

/** Returns the fragment with IDs stored under a name, or without the name if `ids` is empty. */
export function withIdsInFragment(hash: string, name: FragmentName, ids: readonly ProductId[]): string {
  const fragment = new URLSearchParams(hash);
  if (ids.length === 0) fragment.delete(name);
  else fragment.set(name, packIds(ids));
  return fragment.toString();
}

/** Returns the IDs stored in the fragment under a name, null if missing or unreadable. */
export function idsInFragment(hash: string, name: FragmentName): ProductId[] | null {
  const packed = new URLSearchParams(hash.replace(/^#/, '')).get(name);
  return packed === null ? null : unpackIds(packed);
}

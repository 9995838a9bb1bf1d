import { ProductId } from '#contract/product-id.ts';

/** The longest fragment of a link; mail programs and chats cut longer ones. */
export const longestFragment = 32 * 1024;

/** Product ids of a link, by their name in its fragment: those chosen, and those selected. */
export type FragmentName = 'ids' | 'selected';

/** Ids in a form that fits a link: the differences between neighbours, in as few bytes as each takes, as base64url. */
export function packIds(ids: readonly ProductId[]): string {
  const bytes: number[] = [];
  let before = 0;
  for (const id of ids) {
    const step = id - before;
    before = id;
    // The sign is the lowest bit; each byte holds seven, and says in the eighth whether another follows.
    let rest = step < 0 ? -step * 2 - 1 : step * 2;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
  const letters = bytes.map((byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The ids in what {@link packIds} made, each once; null where it is none of that. */
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
    if (!ProductId.safeParse(id).success) return null;
    ids.add(id);
    [rest, weight] = [0, 1];
  }
  return weight === 1 && ids.size > 0 ? [...ids] : null;
}

/** An address's fragment with ids under a name; without the name where there are none. */
export function withIdsInFragment(hash: string, name: FragmentName, ids: readonly ProductId[]): string {
  const fragment = new URLSearchParams(hash);
  if (ids.length === 0) fragment.delete(name);
  else fragment.set(name, packIds(ids));
  return fragment.toString();
}

/** The ids that an address's fragment holds under a name; null where it holds none that can be read. */
export function idsInFragment(hash: string, name: FragmentName): ProductId[] | null {
  const packed = new URLSearchParams(hash.replace(/^#/, '')).get(name);
  return packed === null ? null : unpackIds(packed);
}

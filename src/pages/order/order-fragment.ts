const name = 'order=';

/** The address of the page with an order in its fragment, which no server gets to see. */
export function linkOf(packed: string): string {
  return `${location.origin}/order#${name}${packed}`;
}

/** What {@link linkOf} put into a fragment; null where there is none. */
export function packedOrderIn(hash: string): string | null {
  const fragment = hash.replace(/^#/, '');
  return fragment.startsWith(name) ? fragment.slice(name.length) : null;
}

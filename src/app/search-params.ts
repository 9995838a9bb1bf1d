import type * as z from 'zod/mini';

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** What an address holds by the names in `shape`; what is missing or wrong is undefined. */
export type SearchOf<Params extends Shape> = { [Name in keyof Params]?: z.output<Params[Name]> };

/**
 * Reads of an address what `shape` can, each parameter by itself, so that one wrong value costs no other. What it
 * cannot read is undefined rather than absent: the router would let the raw text through where a name is missing.
 */
export function readSearch<Params extends Shape>(shape: Params, raw: Record<string, unknown>): SearchOf<Params> {
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(raw[name]).data] as const);
  return Object.fromEntries(read) as SearchOf<Params>;
}

/** An address's search part as names and texts: nothing in it is taken for JSON, so `1e3` stays the text it is. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The opposite of {@link parseSearch}; what is undefined is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  // A comma may stand in a query as it is, and a list of ids stays readable.
  return text && `?${text.replaceAll('%2C', ',')}`;
}

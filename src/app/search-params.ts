import '#contract/no-eval.ts';
import * as z from 'zod/mini';

import { CalendarDateSchema } from '#contract/envelope.ts';
import { largestProductId, ProductId } from '#contract/product-id.ts';

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

/** What of an address could not be read. */
export interface DroppedParam {
  name: string;
  value: string;
  /** The rest of the parameter, a list, could be. */
  isPart: boolean;
}

/** What stood in an address but was not read, whole or in part. Names that the screen doesn't know are passed over. */
export function droppedParams(
  opened: Readonly<Record<string, string>>,
  read: Readonly<Record<string, unknown>>,
): DroppedParam[] {
  return Object.entries(read).flatMap(([name, kept]): DroppedParam[] => {
    const value = opened[name];
    if (value === undefined) return [];
    if (kept === undefined) return [{ name, value, isPart: false }];
    const left = Array.isArray(kept) ? partsBeside(value, kept) : [];
    return left.length === 0 ? [] : [{ name, value: left.join(', '), isPart: true }];
  });
}

function partsBeside(list: string, kept: readonly unknown[]): string[] {
  const known = new Set(kept.map(String));
  const parts = list.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '' && !known.has(part));
}

const wholeText = /^[1-9]\d{0,9}$/;
const decimalText = /^\d{1,10}(?:\.\d{1,3})?$/;

/** Reads text that `pattern` matches as a number; numbers come from the program's own links and stay. */
function numeric(pattern: RegExp) {
  return z.transform((value) => (typeof value === 'string' && pattern.test(value) ? Number(value) : value));
}

/** A quantity in its unit: above 0, at most 1,000,000,000, three decimals at most, written `12.5`. */
export const QuantityParam = z.pipe(
  numeric(decimalText),
  z.number().check(
    z.positive(),
    z.maximum(1_000_000_000),
    z.refine((quantity) => decimalText.test(String(quantity))),
  ),
);

/** A whole number from `least` to `most`. */
export const countParam = (least: number, most: number) =>
  z.pipe(numeric(/^\d{1,9}$/), z.int().check(z.minimum(least), z.maximum(most)));

export const ProductIdParam = z.pipe(numeric(wholeText), ProductId);

/** A product id, or what else was typed for a product: an SKU, words of a name. */
export const ProductParam = z.pipe(
  z.transform((value) => (typeof value === 'string' ? readProduct(value.trim()) : value)),
  z.union([ProductId, z.string().check(z.minLength(1), z.maxLength(200))]),
);

export const oneOfParam = <Value extends number>(values: readonly Value[]) =>
  z.pipe(numeric(wholeText), z.literal(values));

/** A text of 1 to `longest` characters, without the blanks around it. */
export const textParam = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest));

export const DateParam = CalendarDateSchema;

export const FlagParam = z.pipe(
  z.transform((value) => (value === 'true' ? true : value === 'false' ? false : value)),
  z.boolean(),
);

/** How many products an address may name; the dashboard itself writes fewer and keeps the rest in a saved list. */
const mostIds = 1000;

/** Product ids in their order, each once, written `1,2,3`. What is no id among them costs none of the others. */
export const ProductIdsParam = z.pipe(
  z.transform((value) => (typeof value === 'string' ? idsIn(value) : value)),
  z.pipe(
    z.array(ProductId).check(z.minLength(1), z.maxLength(mostIds)),
    z.transform((ids) => [...new Set(ids)]),
  ),
);

function idsIn(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const id = readProduct(part.trim());
    return typeof id === 'number' ? id : [];
  });
}

function readProduct(text: string): string | number {
  return wholeText.test(text) && Number(text) <= largestProductId ? Number(text) : text;
}

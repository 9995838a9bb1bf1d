import '#stock/contract/no-eval.ts';
import * as z from 'zod/mini';

import { CalendarDateSchema } from '#stock/contract/envelope.ts';
import { largestProductId, ProductId } from '#stock/contract/product-id.ts';

/** Search parameters of a page: a schema for each. */
export type SearchParams = Readonly<Record<string, z.ZodMiniType>>;

/** Parsed search parameters; missing and invalid ones are undefined. */
export type SearchOf<Params extends SearchParams> = { [Name in keyof Params]?: z.output<Params[Name]> };

/**
 * Parses search parameters. Each is parsed separately, so that an invalid value affects no other. Invalid ones are
 * undefined rather than absent, because the router would keep the raw text of an absent one.
 */
export function readSearch<Params extends SearchParams>(shape: Params, raw: Record<string, unknown>): SearchOf<Params> {
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(raw[name]).data] as const);
  return Object.fromEntries(read) as SearchOf<Params>;
}

/** Parses a query string. Values aren't parsed as JSON, so `1e3` stays text. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Inverse of {@link parseSearch}. Undefined values are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  // Commas are valid in a query, and keep a list of ids readable.
  return text && `?${text.replaceAll('%2C', ',')}`;
}

/** A search parameter that was ignored, wholly or in part. */
export interface DroppedParam {
  name: string;
  value: string;
  /** Whether only some items of a list were ignored. */
  isPartial: boolean;
}

/** Returns the ignored parameters. Names that the page doesn't use are skipped. */
export function droppedParams(
  opened: Readonly<Record<string, string>>,
  read: Readonly<Record<string, unknown>>,
): DroppedParam[] {
  return Object.entries(read).flatMap(([name, kept]): DroppedParam[] => {
    const value = opened[name];
    if (value === undefined) return [];
    if (kept === undefined) return [{ name, value, isPartial: false }];
    const left = Array.isArray(kept) ? ignoredItems(value, kept) : [];
    return left.length === 0 ? [] : [{ name, value: left.join(', '), isPartial: true }];
  });
}

function ignoredItems(list: string, kept: readonly unknown[]): string[] {
  const known = new Set(kept.map(String));
  const parts = list.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '' && !known.has(part));
}

const wholeText = /^[1-9]\d{0,9}$/;
const decimalText = /^\d{1,10}(?:\.\d{1,3})?$/;

/** Converts text that matches `pattern` to a number. Numbers (from the app's own links) are unchanged. */
function numeric(pattern: RegExp) {
  return z.transform((value) => (typeof value === 'string' && pattern.test(value) ? Number(value) : value));
}

/** A quantity in the product's unit: above 0, at most 1,000,000,000, up to three decimals, written `12.5`. */
export const QuantityParam = z.pipe(
  numeric(decimalText),
  z.number().check(
    z.positive(),
    z.maximum(1_000_000_000),
    z.refine((quantity) => decimalText.test(String(quantity))),
  ),
);

/** A whole number from `least` to `most`. */
export const countParam = (min: number, max: number) =>
  z.pipe(numeric(/^\d{1,9}$/), z.int().check(z.minimum(min), z.maximum(max)));

export const ProductIdParam = z.pipe(numeric(wholeText), ProductId);

/** A product id, or other text entered for a product: an SKU or words of its name. */
export const ProductParam = z.pipe(
  z.transform((value) => (typeof value === 'string' ? readProduct(value.trim()) : value)),
  z.union([ProductId, z.string().check(z.minLength(1), z.maxLength(200))]),
);

export const oneOfParam = <Value extends number>(values: readonly Value[]) =>
  z.pipe(numeric(wholeText), z.literal(values));

/** Trimmed text of 1 to `longest` characters. */
export const textParam = (maxLength: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength));

export const DateParam = CalendarDateSchema;

export const FlagParam = z.pipe(
  z.transform((value) => (value === 'true' ? true : value === 'false' ? false : value)),
  z.boolean(),
);

/** Maximum number of products in an address. The dashboard writes fewer, and stores longer lists in the browser. */
const maxIds = 1000;

/** Distinct product ids in order, written `1,2,3`. Invalid items are skipped. */
export const ProductIdsParam = z.pipe(
  z.transform((value) => (typeof value === 'string' ? idsIn(value) : value)),
  z.pipe(
    z.array(ProductId).check(z.minLength(1), z.maxLength(maxIds)),
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

import '#contract/no-eval.ts';
import * as z from 'zod/mini';

import { CalendarDateSchema } from '#contract/envelope.ts';
import { largestProductId, ProductId } from '#contract/product-id.ts';

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

/** One of some whole numbers. */
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

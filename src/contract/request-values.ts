import './no-eval.ts';
import * as z from 'zod/mini';

import { grouped } from './grouped.ts';
import type { ServiceLimits } from './limits.ts';
import { must } from './must.ts';
import { parseProductFilter, type ProductFilter } from './product-filter.ts';

/** The last page that can be asked for. */
const largestPage = 2_147_483_647;

const wholeNumber = /^(?:0|[1-9]\d*)$/;
const decimalNumber = /^\d+(?:\.\d+)?$/;

function wholeNumberUpTo(largest: number, smallest = 1) {
  const rule = must(`must be a whole number from ${grouped(smallest)} to ${grouped(largest)}`);
  return { rule, value: z.int(rule).check(z.minimum(smallest, rule), z.maximum(largest, rule)) };
}

/** A number as a URL writes it, with digits alone: `1e3`, `0x10`, `+5` and leading zeros are none. */
function asText(
  { rule, value }: { rule: ReturnType<typeof must>; value: z.ZodMiniType<number, number> },
  shape: RegExp,
) {
  return z.codec(z.string(rule).check(z.regex(shape, rule)), value, { decode: Number, encode: String });
}

/** The single values that requests are made of, in URLs and in bodies, within the service's limits (§8). */
export function requestValues(limits: ServiceLimits) {
  const productId = wholeNumberUpTo(limits.productId);
  const quantityRule = must(
    `must be a number above 0 and up to ${grouped(limits.quantity)}, written like 250 or 250.5`,
  );
  const quantity = {
    rule: quantityRule,
    value: z.number(quantityRule).check(z.positive(quantityRule), z.maximum(limits.quantity, quantityRule)),
  };
  const flagRule = must('must be true or false');
  return {
    productId: productId.value,
    quantity: quantity.value,
    productIdText: asText(productId, wholeNumber),
    quantityText: asText(quantity, decimalNumber),
    pageText: asText(wholeNumberUpTo(largestPage), wholeNumber),
    pageSizeText: asText(wholeNumberUpTo(limits.pageSize), wholeNumber),
    flagText: z.codec(z.string(flagRule).check(z.regex(/^(?:true|false)$/, flagRule)), z.boolean(), {
      decode: (text) => text === 'true',
      encode: String,
    }),
    filterText: z.pipe(
      z.string(),
      z.transform((text: string, context): ProductFilter => {
        const parsed = parseProductFilter(text, limits);
        if (parsed.ok) return parsed.filter;
        context.issues.push({ code: 'custom', message: parsed.message, input: text });
        return z.NEVER;
      }),
    ),
  };
}

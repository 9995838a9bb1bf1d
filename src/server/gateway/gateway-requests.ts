import '#stock/contract/no-eval.ts';
import * as z from 'zod/mini';

import { defaultLimits } from '#stock/contract/limits.ts';
import { ruleError, requestValues } from '#stock/contract/requests.ts';

const maxProductPage = 50;
const maxSearchLength = 200;

const { pageText, pageSizeText, flagText, productIdText, quantityText } = requestValues({
  ...defaultLimits,
  pageSize: maxProductPage,
});
const searchRule = ruleError(`must be a text of up to ${maxSearchLength} characters, none of them a control character`);

/** Query of a route without parameters. */
export const NoQuery = z.strictObject({});

export const SignOut = z.strictObject({ everywhere: z._default(flagText, false) });

export const AvailabilityQuery = z.strictObject({ productId: productIdText, quantity: z.optional(quantityText) });

export const ProductSearch = z.strictObject({
  q: z._default(z.string().check(z.maxLength(maxSearchLength, searchRule), z.regex(/^\P{Cc}*$/u, searchRule)), ''),
  page: z._default(pageText, 1),
  pageSize: z._default(pageSizeText, 20),
});

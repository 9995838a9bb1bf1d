import './no-eval.ts';
import * as z from 'zod/mini';

import { defaultIncludeMaxLeadTime, defaultPage, defaultPageSize, defaultQuantity } from './defaults.ts';
import { grouped } from './grouped.ts';
import type { ServiceLimits } from './limits.ts';
import { must } from './must.ts';
import { requestValues } from './request-values.ts';

/**
 * What the four operations take (§4), within the given limits. Paths and queries are read from their texts. An
 * issue's message says what a value must be; {@link requestErrors} puts the field's name before it.
 */
export function requestSchemas(limits: ServiceLimits) {
  const values = requestValues(limits);
  const products = must(
    `must be a list of 1 to ${grouped(limits.productsPerRequest)} products, each with productId and quantity`,
  );
  return {
    /** §4.1, §4.2. */
    ProductPath: z.strictObject({ productId: values.productIdText }),
    /** §4.1. */
    CalendarQuery: z.strictObject({
      quantity: z.optional(values.quantityText),
      includeMaxLeadTime: z._default(values.flagText, defaultIncludeMaxLeadTime),
    }),
    /** §4.2. */
    StockQuery: z.strictObject({ quantity: z._default(values.quantityText, defaultQuantity) }),
    /** §4.3: it takes none. */
    NoQuery: z.strictObject({}),
    /** §4.3: the body. */
    StockRequest: z.strictObject(
      {
        products: z
          .array(
            z.strictObject(
              { productId: values.productId, quantity: values.quantity },
              must('must be an object with productId and quantity'),
            ),
            products,
          )
          .check(z.minLength(1, products), z.maxLength(limits.productsPerRequest, products)),
      },
      must('must be a JSON object with the list products'),
    ),
    /** §4.4. */
    CalendarPageQuery: z.strictObject({
      page: z._default(values.pageText, defaultPage),
      pageSize: z._default(values.pageSizeText, Math.min(defaultPageSize, limits.pageSize)),
      filter: z.optional(values.filterText),
      includeMaxLeadTime: z._default(values.flagText, defaultIncludeMaxLeadTime),
    }),
  };
}
export type RequestSchemas = ReturnType<typeof requestSchemas>;
export type StockRequest = z.infer<RequestSchemas['StockRequest']>;
export type StockRequestLine = StockRequest['products'][number];
export type CalendarQuery = z.infer<RequestSchemas['CalendarQuery']>;
export type CalendarPageQuery = z.infer<RequestSchemas['CalendarPageQuery']>;

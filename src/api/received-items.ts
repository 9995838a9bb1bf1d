import '#contract/no-eval.ts';
import * as z from 'zod/mini';

import { StockItem, StockItemEnvelope } from '#contract/envelope.ts';

/** §4.2 and §4.3 of a service that may mark an item deleted, as it marks calendar entries. */
export const ReceivedItems = z.extend(StockItemEnvelope, {
  results: z.array(z.object({ item: z.extend(StockItem, { isDeleted: z.optional(z.boolean()) }) })),
});
export type ReceivedItems = z.infer<typeof ReceivedItems>;

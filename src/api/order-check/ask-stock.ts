import '#contract/no-eval.ts';
import * as z from 'zod/mini';

import { requestJson } from '#api/http-client.ts';
import { StockItemEnvelope } from '#contract/envelope.ts';
import { StockItem } from '#contract/stock-item.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import type { ReceivedItem } from '#domain/order/reconcile.ts';
import { fromThousandths } from '#lib/thousandths.ts';

/** §4.3, of a service that may mark an item deleted as it marks calendar entries. */
const ReceivedEnvelope = z.extend(StockItemEnvelope, {
  results: z.array(z.object({ item: z.extend(StockItem, { isDeleted: z.optional(z.boolean()) }) })),
});

/** Asks for the stock of several products, each in its own quantity (§4.3). Throws what {@link requestJson} throws. */
export async function askStock(questions: readonly StockQuestion[], signal: AbortSignal): Promise<ReceivedItem[]> {
  const { results } = await requestJson('/gateway/stock', {
    method: 'POST',
    body: {
      products: questions.map(({ productId, quantity }) => ({ productId, quantity: fromThousandths(quantity) })),
    },
    schema: ReceivedEnvelope,
    anew: true,
    signal,
  });
  return results.map(({ item }) => item);
}

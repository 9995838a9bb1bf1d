import { requestJson } from '#api/http-client.ts';
import { ReceivedItems } from '#api/received-items.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import type { ReceivedItem } from '#domain/order/reconcile.ts';
import { fromThousandths } from '#lib/thousandths.ts';

/** Asks for the stock of several products, each in its own quantity (§4.3). Throws what {@link requestJson} throws. */
export async function askStock(questions: readonly StockQuestion[], signal: AbortSignal): Promise<ReceivedItem[]> {
  const { results } = await requestJson('/gateway/stock', {
    method: 'POST',
    body: {
      products: questions.map(({ productId, quantity }) => ({ productId, quantity: fromThousandths(quantity) })),
    },
    schema: ReceivedItems,
    anew: true,
    signal,
  });
  return results.map(({ item }) => item);
}

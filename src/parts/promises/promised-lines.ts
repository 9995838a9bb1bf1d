import type { PromisedLine } from '#stock/contract/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

import type { CustomerOffer } from '#parts/export/customer-text.ts';

/** Returns the dates that an offer promises: of its part and of the rest, or of the whole. */
export function promisedLines(
  productId: ProductId,
  { product, quantity, unit, stockResult, part, asOf }: CustomerOffer,
  lineKey?: number,
): PromisedLine[] {
  const line = { productId, product, unit, ...(lineKey !== undefined && { lineKey }) };
  const rest = quantity - (part?.quantity ?? 0);
  return [
    ...(part === null
      ? []
      : [
          {
            ...line,
            quantity: part.quantity,
            promised: { kind: part.date <= asOf ? ('in-stock' as const) : ('expected' as const), date: part.date },
          },
        ]),
    ...(stockResult === null || rest <= 0 ? [] : [{ ...line, quantity: rest, promised: stockResult }]),
  ];
}

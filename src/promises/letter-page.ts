import type { PageLetter } from '#parts/export/customer-page.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import type { DeliveryOptions } from '#stock/delivery-estimate.ts';
import { hasShipDate } from '#stock/promises/promise-status.ts';

/** What a customer is told about the promises of a letter now; null without any, or if one isn't reliable. */
export function pageLetterOf(promises: readonly KeptPromise[], transit: DeliveryOptions | null): PageLetter | null {
  const [first] = promises;
  if (first === undefined || promises.some(({ now }) => now.kind === 'not-reliable')) return null;
  return {
    name: first.customer ?? '',
    reference: first.reference ?? '',
    offers: promises.map(({ place, product, quantity, unit, now }) => ({
      key: String(place),
      product,
      quantity,
      unit,
      stockResult: hasShipDate(now) ? now : null,
      part: null,
      asOf: now.day,
      isEarlier: false,
    })),
    // Lines without a ship date aren't promised, and closed promises are left out.
    isPartial: true,
    checkedAt: Math.min(...promises.map(({ checkedAt }) => checkedAt)),
    transit,
  };
}

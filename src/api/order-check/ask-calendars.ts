import { HttpError } from '#api/errors.ts';
import { requestJson } from '#api/http-client.ts';
import type { CalendarEntry } from '#contract/calendar-entry.ts';
import { ProductCalendarEnvelope } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';

/** The whole calendars of several products, with their max lead times; products that came back without one are left out. */
export type AskCalendars = (
  productIds: readonly ProductId[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<ProductId, readonly CalendarEntry[]>>;

type Method = 'GET' | 'POST';

/** A service that counts pages in its own way is not followed for ever. */
const mostPages = 100;

/**
 * Asks for calendars (§4.4). Which method the service takes is left open there: GET first, on 404 or 405 the other
 * once, and the one that worked from then on. The function throws what {@link requestJson} throws.
 */
export function calendarsAsker(): AskCalendars {
  let method: Method = 'GET';

  async function askPage(query: URLSearchParams, signal: AbortSignal): Promise<ProductCalendarEnvelope> {
    const ask = (by: Method) =>
      requestJson(`/gateway/stock/calendar?${query}`, { method: by, schema: ProductCalendarEnvelope, signal });
    const first = method;
    try {
      return await ask(first);
    } catch (error) {
      if (!(error instanceof HttpError) || (error.status !== 404 && error.status !== 405)) throw error;
      const other = first === 'GET' ? 'POST' : 'GET';
      const page = await ask(other);
      method = other;
      return page;
    }
  }

  return async (productIds, signal) => {
    const calendars = new Map<ProductId, readonly CalendarEntry[]>();
    for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
      const query = new URLSearchParams({
        page: String(page),
        pageSize: String(productIds.length),
        filter: `productid.eq.any(${productIds.join(',')})`,
        includeMaxLeadTime: 'true',
      });
      const envelope = await askPage(query, signal);
      pages = envelope.totalPageCount;
      for (const { item } of envelope.results) calendars.set(item.productId, item.stock);
    }
    return calendars;
  };
}

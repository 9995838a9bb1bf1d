import { calendarSearch, productFilter } from '#api/stock-requests.ts';
import { type CalendarEntry, ProductCalendarEnvelope } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';

/** The whole calendars of several products, with their max lead times; products that came back without one are left out. */
export type AskCalendars = (
  productIds: readonly ProductId[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<ProductId, readonly CalendarEntry[]>>;

/** A service that counts pages in its own way is not followed for ever. */
const mostPages = 100;

/** Asks for calendars (§4.4). The function throws what {@link calendarSearch} throws. */
export function calendarsAsker(): AskCalendars {
  const askPage = calendarSearch(ProductCalendarEnvelope);
  return async (productIds, signal) => {
    const calendars = new Map<ProductId, readonly CalendarEntry[]>();
    for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
      const query = { page, pageSize: productIds.length, filter: productFilter(productIds), includeMaxLeadTime: true };
      const { data: envelope } = await askPage({ ...query, anew: true }, signal);
      pages = envelope.totalPageCount;
      for (const { item } of envelope.results) calendars.set(item.productId, item.stock);
    }
    return calendars;
  };
}

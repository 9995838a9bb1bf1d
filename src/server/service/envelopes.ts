import type {
  CalendarEntry,
  CalendarEntryEnvelope,
  Market,
  MatchedFilter,
  ProductCalendarEnvelope,
  StockItem,
  StockItemEnvelope,
} from '#contract/envelope.ts';
import { printProductIds } from '#contract/requests.ts';
import type { ProductId } from '#contract/product-id.ts';
import { toUnixSeconds } from '#lib/calendar-date.ts';
import { fromThousandths } from '#lib/thousandths.ts';
import type { CalendarPage, CalendarRow, StockFinding } from '#server/store/stock-store.ts';

type FoundStock = Extract<StockFinding, { kind: 'found' }>;

/** §4.2, and §4.3 with one item a line: all its lines are one page, and a doubled product is one filter. */
export function stockItemEnvelope(
  market: Market,
  answers: readonly { productId: ProductId; quantity: number; found: FoundStock }[],
): StockItemEnvelope {
  const productIds = [...new Set(answers.map((answer) => answer.productId))];
  return {
    ...unchanging,
    results: answers.map(({ productId, quantity, found }) => ({ item: stockItem(market, productId, quantity, found) })),
    filters: productIds.map(matchedProduct),
    filter: printProductIds(productIds),
    ...onePage(answers.length),
  };
}

/** §4.1: the counters speak of the product, not of its entries, and its filter has no `value`. */
export function calendarEntryEnvelope(
  market: Market,
  productId: ProductId,
  rows: readonly CalendarRow[],
): CalendarEntryEnvelope {
  const { value: _absentHere, ...filter } = matchedProduct(productId);
  return {
    ...unchanging,
    results: rows.map((row) => ({ item: calendarEntry(market, productId, row) })),
    filters: [filter],
    filter: printProductIds([productId]),
    ...onePage(1),
  };
}

/**
 * §4.4. The filter's text names the products that matched, over all pages; where none did, it is the filter as
 * asked, since the empty text says that every product was asked for.
 */
export function productCalendarEnvelope(
  market: Market,
  page: CalendarPage,
  asked: { page: number; pageSize: number; filter: string },
): ProductCalendarEnvelope {
  return {
    ...unchanging,
    results: page.calendars.map(({ productId, rows }) => ({
      item: {
        ...identified(market, productId),
        stock: rows.map((row) => calendarEntry(market, productId, row)),
      },
    })),
    filters: page.matchedIds.map(matchedProduct),
    filter: page.matchedIds.length === 0 ? asked.filter : printProductIds(page.matchedIds),
    page: asked.page,
    pageSize: asked.pageSize,
    totalPageCount: Math.ceil(page.totalItemCount / asked.pageSize),
    totalItemCount: page.totalItemCount,
  };
}

const unchanging = { parameters: null, facets: [] };

function onePage(count: number) {
  return { page: 1, pageSize: count, totalPageCount: 1, totalItemCount: count };
}

function matchedProduct(productId: ProductId): MatchedFilter {
  const text = String(productId);
  return { name: 'productId', displayName: 'Product', keyValue: text, displayValue: text, value: productId };
}

/** What the items of §2.2 and §2.4 begin with. */
function identified({ salesOrganization, company }: Market, productId: ProductId) {
  const text = String(productId);
  return { itemId: text, id: text, localized: [], productId, salesOrganization, company };
}

function stockItem(market: Market, productId: ProductId, quantity: number, found: FoundStock): StockItem {
  return {
    ...identified(market, productId),
    lastUpdateDate: found.lastUpdateDate,
    stockDate: found.stockDate,
    stockDateUnix: toUnixSeconds(found.stockDate),
    isMaxLeadTime: found.isMaxLeadTime,
    stockQuantity: quantity,
    territoryId: market.territoryId,
  };
}

function calendarEntry(
  { company, salesOrganization, territoryId }: Market,
  productId: ProductId,
  row: CalendarRow,
): CalendarEntry {
  return {
    productId,
    company,
    salesOrganization,
    isDeleted: false,
    territoryId,
    stockDate: row.stockDate,
    stockDateUnix: toUnixSeconds(row.stockDate),
    stockQuantity: fromThousandths(row.stockQuantity),
    isMaxLeadTime: row.isMaxLeadTime,
  };
}

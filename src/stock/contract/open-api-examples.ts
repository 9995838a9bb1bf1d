import type {
  CalendarEntry,
  CalendarEntryEnvelope,
  MatchedFilter,
  ProductCalendarEnvelope,
  StockItem,
  StockItemEnvelope,
} from './envelope.ts';
import type { StockRequest } from './requests.ts';

const codes = { company: 'BRU', salesOrganization: '2510' };

/** A single-page envelope of results for a number of products. */
function onePage<Result>(results: Result[], filters: MatchedFilter[], filter: string) {
  const counters = { page: 1, pageSize: filters.length, totalPageCount: 1, totalItemCount: filters.length };
  return { parameters: null, results, facets: [], filters, filter, ...counters };
}

function filter(productId: number): MatchedFilter {
  return {
    name: 'productId',
    displayName: 'Product',
    keyValue: String(productId),
    displayValue: String(productId),
    value: productId,
  };
}

const real: CalendarEntry = {
  productId: 12345,
  ...codes,
  isDeleted: false,
  territoryId: 'BRU_GLO',
  stockDate: '2027-03-17',
  stockDateUnix: 1_805_241_600,
  stockQuantity: 250.5,
  isMaxLeadTime: false,
};
const maxLeadTime: CalendarEntry = {
  ...real,
  stockDate: '2027-06-12',
  stockDateUnix: 1_812_758_400,
  stockQuantity: 99_999,
  isMaxLeadTime: true,
};

function item(productId: number, stockQuantity: number, entry: CalendarEntry): StockItem {
  return {
    itemId: String(productId),
    id: String(productId),
    localized: [],
    productId,
    ...codes,
    lastUpdateDate: '2026-11-20',
    stockDate: entry.stockDate,
    stockDateUnix: entry.stockDateUnix,
    isMaxLeadTime: entry.isMaxLeadTime,
    stockQuantity,
    territoryId: 'BRU_GLO',
  };
}

const both = [filter(12345), filter(67890)];
const { value: _value, ...withoutValue } = filter(12345);

/** Response of §4.1. */
export const productCalendarExample: CalendarEntryEnvelope = onePage(
  [{ item: real }, { item: maxLeadTime }],
  [withoutValue],
  'productId.eq.12345',
);

/** Response of §4.2. */
export const stockOfProductExample: StockItemEnvelope = onePage(
  [{ item: item(12345, 250, real) }],
  [filter(12345)],
  'productId.eq.12345',
);

/** Body of §4.3. */
export const stockRequestExample: StockRequest = {
  products: [
    { productId: 12345, quantity: 250 },
    { productId: 67890, quantity: 1200.75 },
  ],
};

/** Response of §4.3. */
export const stockOfProductsExample: StockItemEnvelope = onePage(
  [{ item: item(12345, 250, real) }, { item: item(67890, 1200.75, maxLeadTime) }],
  both,
  'productId.eq.any(12345,67890)',
);

/** Response of §4.4. */
export const productCalendarsExample: ProductCalendarEnvelope = {
  ...onePage(
    [{ item: { itemId: '12345', id: '12345', localized: [], productId: 12345, ...codes, stock: [real, maxLeadTime] } }],
    both,
    'productId.eq.any(12345,67890)',
  ),
  pageSize: 1,
  totalPageCount: 2,
};

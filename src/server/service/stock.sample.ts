import type { CalendarDate } from '#stock/calendar-date.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import { type RunningService, runService, testMarket } from './running-service.fixture.ts';

function row(
  productId: number,
  stockDate: CalendarDate,
  stockQuantity: number,
  more: Partial<StockRow> = {},
): StockRow {
  return {
    productId,
    stockDate,
    stockQuantity,
    isMaxLeadTime: false,
    isDeleted: false,
    lastUpdateDate: '2026-11-20',
    ...more,
  };
}

const lead = { isMaxLeadTime: true };
const rows = [
  row(12345, '2026-10-01', 900_000),
  row(12345, '2026-11-01', 40_500),
  row(12345, '2027-03-17', 250_125),
  row(12345, '2027-04-01', 500_000, { isDeleted: true }),
  row(12345, '2027-06-12', 99_999_000, lead),
  row(777, '2026-12-01', 10_000, { lastUpdateDate: '2026-11-02' }),
  row(888, '2026-12-01', 10_000, { isDeleted: true }),
  row(999, '2026-12-01', 10_000),
  row(999, '2026-12-01', 1, lead),
];

/** Starts the service with a small stock that includes every case. */
export function runSampleService(): Promise<RunningService> {
  return runService(rows.map((each) => [testMarket, each] as const));
}

/** Expected envelope parts (§2) for that stock. */
export const codes = { company: 'BRU', salesOrganization: '2510' };
export const item = (productId: number, stockDate: string, unix: number, quantity: number, more: object = {}) => ({
  item: {
    itemId: String(productId),
    id: String(productId),
    localized: [],
    productId,
    ...codes,
    lastUpdateDate: '2026-11-20',
    stockDate,
    stockDateUnix: unix,
    isMaxLeadTime: false,
    stockQuantity: quantity,
    territoryId: 'BRU_GLO',
    ...more,
  },
});
export const entry = (productId: number, stockDate: string, unix: number, quantity: number, isMaxLeadTime = false) => ({
  productId,
  ...codes,
  isDeleted: false,
  territoryId: 'BRU_GLO',
  stockDate,
  stockDateUnix: unix,
  stockQuantity: quantity,
  isMaxLeadTime,
});
export const filterOf = (productId: number) => ({
  name: 'productId',
  displayName: 'Product',
  keyValue: String(productId),
  displayValue: String(productId),
  value: productId,
});

export const oneProduct = { page: 1, pageSize: 1, totalPageCount: 1, totalItemCount: 1 };

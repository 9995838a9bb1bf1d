import type { CalendarsQuery } from './calendars-routes.ts';

/** The first page of all products, for 50. */
export const calendarsQuery: CalendarsQuery = {
  productIds: null,
  quantity: 50_000,
  hasQuantity: true,
  unit: undefined,
  includeMaxLeadTime: true,
  tile: null,
  shortWeeks: 2,
  find: '',
  sort: null,
  page: 1,
  pageSize: 25,
  refreshIndex: false,
};

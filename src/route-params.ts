import type { ApiCheckResult } from '#stock/contract/api-check.ts';
import { calendarSorts, currentTile, shortWeeks, tileFilters } from '#stock/contract/calendar-options.ts';
import { pageSizes } from '#products/products-search.ts';
import { viewParams, views } from '#products/views.ts';
import {
  currentColumn,
  maxFilterLength,
  readFilters,
  type ShownLines,
  shownLines,
  sortableColumns,
  writeFilters,
} from '#orders/lines/line-filters.ts';

import {
  countParam,
  dateParam,
  flagParam,
  oneOfParam,
  productIdsParam,
  productParam,
  quantityParam,
  textParam,
} from '#shell/search-params.ts';

/** Search parameters of Availability. Quantities are in the product's unit. */
export const availabilityParams = {
  product: productParam,
  quantity: quantityParam,
  shipBy: dateParam,
  /** Split shipment: minimum quantity per shipment and maximum number of shipments. */
  minShipment: quantityParam,
  maxShipments: countParam(1, 99),
  /** Delivery estimate: transit days, and whether they are business days only. */
  deliveryDays: countParam(0, 365),
  workingDays: flagParam,
  /** Chart and entries: include max lead time (absent means yes), grouping, visible period. */
  mlt: flagParam,
  bucket: oneOfParam(['day', 'week', 'month']),
  from: dateParam,
  to: dateParam,
  /** Whether the history of the ship date is shown. */
  history: flagParam,
};

/** Search parameters of the overview. */
export const overviewParams = { quantity: quantityParam, unit: textParam(50) };

/** Search parameters of the promises: which are shown, and what the report sums up by. */
export const promisesParams = {
  show: oneOfParam(['open', 'worse', 'closed', 'all']),
  report: oneOfParam(['week', 'product']),
};

/** By the name in addresses saved earlier. */
const earlierLines: Readonly<Record<string, ShownLines>> = { 'not-answered': 'no-result', unasked: 'not-checked' };

/** Search parameters of an order. The lines of a shared order are in the fragment. */
export const orderParams = {
  /** Status by which lines are filtered. */
  show: (raw: unknown) => oneOfParam(shownLines)(earlierLines[String(raw)] ?? raw),
  /** Column filters as serialized by `line-filters.ts`. */
  filter: (raw: unknown) =>
    typeof raw === 'string' && raw.length <= maxFilterLength && writeFilters(readFilters(raw)) !== undefined
      ? raw
      : undefined,
  sort: (raw: unknown) => oneOfParam(sortableColumns)(currentColumn(raw)),
  /** Whether the sort is descending. */
  desc: flagParam,
};

/** Search parameters of the products page. Without `ids` and `list` it shows all products. */
export const calendarsParams = {
  ids: productIdsParam,
  /** Id of a list saved in this browser. */
  list: textParam(64),
  page: countParam(1, 999_999_999),
  pageSize: oneOfParam(pageSizes),
  quantity: quantityParam,
  /** Include max lead time; absent means yes. */
  mlt: flagParam,
  view: oneOfParam(['table', ...views.map(({ id }) => id)]),
  bucket: oneOfParam(['day', 'week', 'month']),
  ...viewParams,
  from: dateParam,
  to: dateParam,
  sort: oneOfParam(calendarSorts),
  /** Whether the sort is descending. */
  desc: flagParam,
  tile: (raw: unknown) => oneOfParam(tileFilters)(currentTile(raw)),
  /** Weeks within which products run short. */
  weeks: oneOfParam(shortWeeks),
  /** Unit of the quantity. */
  unit: textParam(50),
  /** Text to find in the product id, SKU or name. */
  find: textParam(100),
  /** Products selected on any page; `kept` if there are so many that the fragment contains them. */
  selected: (raw: unknown) => (raw === 'kept' ? raw : productIdsParam(raw)),
  /** Expanded rows. */
  open: productIdsParam,
};

/** By the name in addresses saved earlier. */
const earlierResults: Readonly<Record<string, ApiCheckResult>> = {
  met: 'passed',
  broken: 'failed',
  'not-shown': 'not-specified',
  'not-tried': 'not-tested',
};

const apiCheckResult = oneOfParam(['passed', 'failed', 'not-specified', 'not-tested'] satisfies ApiCheckResult[]);

export const connectionParams = {
  /** Result by which the API check is filtered; saved addresses may have its earlier name. */
  result: (raw: unknown) => apiCheckResult(earlierResults[String(raw)] ?? raw),
};

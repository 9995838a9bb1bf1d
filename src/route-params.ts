import * as z from 'zod/mini';

import type { ApiCheckResult } from '#stock/contract/api-check.ts';
import { calendarSorts, shortWeeks, tileFilters } from '#stock/contract/calendars.ts';
import { calendarViews, pageSizes } from '#products/products-search.ts';
import { maxFilterLength, readFilters, writeFilters } from '#orders/lines/line-filters.ts';
import { shownLines, sortableColumns } from '#orders/lines/line-filters.ts';

import {
  countParam,
  DateParam,
  FlagParam,
  oneOfParam,
  ProductIdsParam,
  ProductParam,
  QuantityParam,
  textParam,
} from '#shell/search-params.ts';

/** Search parameters of Availability. Quantities are in the product's unit. */
export const availabilityParams = {
  product: ProductParam,
  quantity: QuantityParam,
  neededBy: DateParam,
  /** Split shipment: minimum quantity per shipment and maximum number of shipments. */
  smallestDrop: QuantityParam,
  mostDrops: countParam(1, 99),
  /** Delivery estimate: transit days, and whether they are business days only. */
  deliveryDays: countParam(0, 365),
  workingDays: FlagParam,
  /** Chart and entries: include max lead time (absent means yes), grouping, visible period. */
  mlt: FlagParam,
  bucket: z.enum(['day', 'week', 'month']),
  from: DateParam,
  to: DateParam,
};

/** Search parameters of the overview. */
export const overviewParams = { quantity: QuantityParam, unit: textParam(50) };

/** Search parameters of an order. The lines of a shared order are in the fragment. */
export const orderParams = {
  /** Status by which lines are filtered. */
  show: z.enum(shownLines),
  /** Column filters as serialized by `line-filters.ts`. */
  filter: z.string().check(
    z.maxLength(maxFilterLength),
    z.refine((text) => writeFilters(readFilters(text)) !== undefined),
  ),
  sort: z.enum(sortableColumns),
  /** Whether the sort is descending. */
  desc: FlagParam,
};

/** Search parameters of the products page. Without `ids` and `list` it shows all products. */
export const calendarsParams = {
  ids: ProductIdsParam,
  /** Id of a list saved in this browser. */
  list: textParam(64),
  page: countParam(1, 999_999_999),
  pageSize: oneOfParam(pageSizes),
  quantity: QuantityParam,
  /** Include max lead time; absent means yes. */
  mlt: FlagParam,
  view: z.enum(calendarViews),
  bucket: z.enum(['day', 'week', 'month']),
  /** Axes of a comparison: one for all products, or one for each. */
  scale: z.enum(['common', 'separate']),
  from: DateParam,
  to: DateParam,
  sort: z.enum(calendarSorts),
  /** Whether the sort is descending. */
  desc: FlagParam,
  tile: z.enum(tileFilters),
  /** Weeks within which products run short. */
  weeks: oneOfParam(shortWeeks),
  /** Unit of the quantity. */
  unit: textParam(50),
  /** Text to find in the product id, SKU or name. */
  find: textParam(100),
  /** Products selected on any page; `kept` if there are so many that the fragment contains them. */
  selected: z.union([z.literal('kept'), ProductIdsParam]),
  /** Expanded rows. */
  open: ProductIdsParam,
};

/** By the name in addresses saved earlier. */
const earlierResults: Readonly<Record<string, ApiCheckResult>> = {
  met: 'passed',
  broken: 'failed',
  'not-shown': 'not-specified',
  'not-tried': 'not-tested',
};

export const connectionParams = {
  /** Result by which the API check is filtered; saved addresses may have its earlier name. */
  result: z.pipe(
    z.transform((value) => earlierResults[String(value)] ?? value),
    z.enum(['passed', 'failed', 'not-specified', 'not-tested'] satisfies ApiCheckResult[]),
  ),
};

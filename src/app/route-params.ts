import * as z from 'zod/mini';

import { shownLines, sortableColumns } from '#pages/order/shown-lines.ts';

import { countParam, DateParam, FlagParam, ProductParam, QuantityParam } from './params.ts';

/** What the address of Availability can hold. Quantities are in the product's unit. */
export const availabilityParams = {
  product: ProductParam,
  quantity: QuantityParam,
  neededBy: DateParam,
  /** Split delivery: the smallest drop and the largest number of drops. */
  smallestDrop: QuantityParam,
  mostDrops: countParam(1, 99),
  /** The estimate of arrival beside the stock date. */
  deliveryDays: countParam(0, 365),
  workingDays: FlagParam,
};

/** What the address of a product's calendar can hold. */
export const calendarParams = {
  quantity: QuantityParam,
  /** Include max lead time; absent means yes. */
  mlt: FlagParam,
  bucket: z.enum(['day', 'week', 'month']),
  from: DateParam,
  to: DateParam,
};

/** What the address of an order can hold. Its lines, where a link holds them, are in the fragment. */
export const orderParams = {
  /** Which lines show, by their status. */
  show: z.enum(shownLines),
  sort: z.enum(sortableColumns),
  /** Sorted from the largest. */
  desc: FlagParam,
};

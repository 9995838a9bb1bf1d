import * as z from 'zod/mini';

import type { ContractResult } from '#contract/contract-check.ts';
import { tileFilters } from '#domain/calendars/calendar-tiles.ts';
import { calendarSorts, calendarViews, pageSizes } from '#pages/calendars/calendars-search.ts';
import { longestFilterText, readFilters, writeFilters } from '#pages/order/lines/line-filters.ts';
import { shownLines, sortableColumns } from '#pages/order/lines/line-filters.ts';

import {
  countParam,
  DateParam,
  FlagParam,
  oneOfParam,
  ProductIdsParam,
  ProductParam,
  QuantityParam,
  textParam,
} from './search-params.ts';

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
  /** The filters of the columns, as `column-filters.ts` writes them. */
  filter: z.string().check(
    z.maxLength(longestFilterText),
    z.refine((text) => writeFilters(readFilters(text)) !== undefined),
  ),
  sort: z.enum(sortableColumns),
  /** Sorted from the largest. */
  desc: FlagParam,
};

/** What the address of the calendars of many products can hold; neither `ids` nor `list` means every product. */
export const calendarsParams = {
  ids: ProductIdsParam,
  /** A list that this browser keeps, by its id. */
  list: textParam(64),
  page: countParam(1, 999_999_999),
  pageSize: oneOfParam(pageSizes),
  quantity: QuantityParam,
  /** Include max lead time; absent means yes. */
  mlt: FlagParam,
  view: z.enum(calendarViews),
  bucket: z.enum(['day', 'week', 'month']),
  /** Of a comparison: one axis for all products, or one for each. */
  scale: z.enum(['common', 'separate']),
  from: DateParam,
  to: DateParam,
  sort: z.enum(calendarSorts),
  /** Sorted from the largest. */
  desc: FlagParam,
  /** Every page is loaded, so that sorting and what narrows the table hold for all of them. */
  all: FlagParam,
  tile: z.enum(tileFilters),
  /** Narrows the table to products whose id, SKU or name holds it. */
  find: textParam(100),
  /** Products selected, on whatever page; `kept` where the fragment holds them, being many. */
  selected: z.union([z.literal('kept'), ProductIdsParam]),
  /** Rows unfolded. */
  open: ProductIdsParam,
};

export const connectionParams = {
  /** The one result of the contract check that shows. */
  result: z.enum(['met', 'broken', 'not-shown', 'not-tried'] satisfies ContractResult[]),
};

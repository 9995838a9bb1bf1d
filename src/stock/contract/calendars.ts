import './no-eval.ts';
import * as z from 'zod/mini';

import {
  calendarSorts,
  calendarTiles,
  currentTile,
  maxCalendarIds,
  maxCalendarsPage,
  type ShortWeeks,
  tileFilters,
} from './calendar-options.ts';
import { CalendarDateSchema, StockQuantity } from './envelope.ts';
import { ResponseInfo, Product } from './gateway-responses.ts';
import { defaultLimits } from './limits.ts';
import { ProductId } from './product-id.ts';
import { grouped, requestValues, ruleError } from './requests.ts';

export const TileFilterText = z.pipe(z.transform(currentTile), z.enum(tileFilters, ruleError('must be a tile')));

/** Query of `/gateway/calendars`. A POST has the product IDs in its body instead. */
export function calendarsQuerySchema() {
  const limits = { ...defaultLimits, pageSize: maxCalendarsPage };
  const { quantityText, flagText, pageText, pageSizeText } = requestValues(limits);
  const findRule = ruleError('must be a text of up to 200 characters, none of them a control character');
  return z.strictObject({
    productIds: z.optional(productIdsText()),
    quantity: z.optional(quantityText),
    unit: z.optional(z.string().check(z.maxLength(50, findRule))),
    includeMaxLeadTime: z._default(flagText, true),
    tile: z.optional(TileFilterText),
    shortWeeks: z._default(z.pipe(z.enum(['2', '4', '8'], ruleError('must be 2, 4 or 8')), z.transform(weeksOf)), 2),
    find: z._default(z.string().check(z.maxLength(200, findRule), z.regex(/^\P{Cc}*$/u, findRule)), ''),
    sort: z.optional(z.enum(calendarSorts, ruleError('must be a column'))),
    desc: z._default(flagText, false),
    /** Whether the index of an external service is to be loaded again; at most once a minute. */
    refreshIndex: z._default(flagText, false),
    page: z._default(pageText, 1),
    pageSize: z._default(pageSizeText, 25),
  });
}

/** Product IDs in a query. */
export function productIdsText() {
  const rule = ruleError('must be product IDs separated by commas');
  return z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9})*$/, rule)),
    z.transform((text: string) => text.split(',').map(Number)),
  );
}

function weeksOf(text: '2' | '4' | '8'): ShortWeeks {
  return { 2: 2, 4: 4, 8: 8 }[text] as ShortWeeks;
}

const listRule = ruleError(`must be a list of up to ${grouped(maxCalendarIds)} product IDs`);

/** Body of `POST /gateway/calendars`. */
export const CalendarsRequest = z.strictObject(
  { productIds: z.array(ProductId, listRule).check(z.maxLength(maxCalendarIds, listRule)) },
  ruleError('must be a JSON object with the list productIds'),
);

const DatedResult = z.object({ kind: z.enum(['in-stock', 'expected', 'max-lead-time']), date: CalendarDateSchema });

/** Result for the quantity (§4.2, §4.3), after it was compared with the calendar. */
const CalendarResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('reliable'),
    stockResult: z.discriminatedUnion('kind', [DatedResult, z.object({ kind: z.literal('not-available') })]),
    /** An earlier ship date by the calendar, which the service doesn't confirm. */
    earlier: z.nullable(DatedResult),
  }),
  /** The result contradicts the calendar. */
  z.object({ kind: z.literal('not-reliable') }),
  /** The quantity is of another unit than the product. */
  z.object({ kind: z.literal('other-unit') }),
  /** The service didn't respond. */
  z.object({ kind: z.literal('no-result') }),
]);
export type CalendarResult = z.infer<typeof CalendarResult>;

/** Why a row has no calendar. */
export const CalendarProblem = z.enum([
  'unknown-product',
  /** A product of the catalog without stock rows. */
  'no-stock-data',
  /** An entry of the calendar can't be read, so it promises nothing. */
  'incomplete',
  /** The service didn't respond. */
  'no-result',
]);
export type CalendarProblem = z.infer<typeof CalendarProblem>;

/** A product, with its calendar or the reason that it has none. */
export const ProductCalendarRow = z.object({
  product: Product,
  /** Complete entries (§2.3), ascending by date, the max lead time last; null with a problem. */
  entries: z.nullable(
    z.array(
      z.object({
        stockDate: CalendarDateSchema,
        stockQuantity: StockQuantity,
        isMaxLeadTime: z.boolean(),
        isDeleted: z.boolean(),
      }),
    ),
  ),
  territories: z.array(z.string()),
  problem: z.nullable(CalendarProblem),
  /** For the quantity, or else for any; null with a problem. */
  result: z.nullable(CalendarResult),
  /** Last stock update of the entry that the result is from; null if it isn't provided. */
  lastUpdateDate: z.nullable(CalendarDateSchema),
});
export type ProductCalendarRow = z.infer<typeof ProductCalendarRow>;

const count = z.int().check(z.nonnegative());

/** Counts of all requested products, whatever the tile and the text. */
export const CalendarCounts = z.object({
  /** They add up to the products that aren't of another unit. */
  tiles: z.record(z.enum(calendarTiles), count),
  /** Products of another unit than the quantity, counted nowhere else. */
  otherUnit: count,
  shortNow: count,
  /** Products that aren't short today, but within so many weeks. */
  shortWithin: z.object({ 2: count, 4: count, 8: count }),
  /** The oldest of the last updates of the results, and the products with it; null if none is known. */
  oldestUpdate: z.nullable(z.object({ date: CalendarDateSchema, product: Product, others: count })),
});
export type CalendarCounts = z.infer<typeof CalendarCounts>;

/**
 * The index of an external service's calendars, by which products are sorted, filtered and counted. It is loaded in the
 * background; what a row shows isn't from it.
 */
export const CalendarIndex = z.object({
  /** When its oldest calendar was loaded, Unix milliseconds; null before the first. */
  loadedAt: z.nullable(z.int()),
  /** Products in it, and of the service by its own count. `loaded` is never above `total`. */
  loaded: count,
  total: count,
  /** Changes with its products: pages with different versions don't follow each other. */
  version: z.string(),
  /** Whether it is being loaded, for the first time or again; null if it isn't. */
  progress: z.nullable(z.object({ loaded: count, total: count })),
  /** Whether loading was interrupted; it continues later. */
  isInterrupted: z.boolean(),
  /** Where products are missing that couldn't be loaded: between two product IDs; null at the ends. At most 20. */
  gaps: z.array(z.object({ after: z.nullable(ProductId), before: z.nullable(ProductId) })),
});
export type CalendarIndex = z.infer<typeof CalendarIndex>;

/** Response of `/gateway/calendars`: one page of products. */
export const CalendarsPage = z.extend(ResponseInfo, {
  rows: z.array(ProductCalendarRow),
  /** Number of products that match the tile and the text, over all pages. */
  found: count,
  /** Number of requested products, or of products of the market. */
  total: count,
  page: z.int(),
  pageSize: z.int(),
  /** Null if they aren't known, as for many products of an external service. */
  counts: z.nullable(CalendarCounts),
  /** Whether the requested order and filters apply. Otherwise the rows are a page of all products by ID. */
  isSortedAndFiltered: z.boolean(),
  /** Products of this page that the service counted but didn't send. */
  withheld: count,
  /** Null if order, filters and counts don't depend on one. */
  index: z.nullable(CalendarIndex),
  /** Unit of the quantity; null if every unit counts. */
  unit: z.nullable(z.string()),
  /** Units of the products in the catalog, most frequent first. */
  units: z.array(z.object({ unit: z.string(), count })),
});
export type CalendarsPage = z.infer<typeof CalendarsPage>;

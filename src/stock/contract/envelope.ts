import './no-eval.ts';
import * as z from 'zod/mini';

import type { CalendarDate } from '#stock/calendar-date.ts';

import { ProductId } from './product-id.ts';

/** A valid `YYYY-MM-DD` date (§2.2, §2.3), years 0001 to 9999. */
export const CalendarDateSchema = z.iso.date().check(z.refine((text) => text >= '0001')) as unknown as z.ZodMiniType<
  CalendarDate,
  CalendarDate
>;

/** Above this, doubles aren't exact to three decimals. */
const maxQuantity = Number.MAX_SAFE_INTEGER / 1000;
/** A stock quantity that thousandths can hold. */
export const StockQuantity = z.number().check(z.minimum(-maxQuantity), z.maximum(maxQuantity));

/** The market that stock belongs to: three codes in every stock item and calendar entry (§2.2, §2.3). */
export const Market = z.object({
  company: z.string(),
  salesOrganization: z.string(),
  territoryId: z.string(),
});
export type Market = z.infer<typeof Market>;

/** §2.3: the available quantity from a date on, or the max lead time date. */
export const CalendarEntry = z.object({
  productId: ProductId,
  company: Market.shape.company,
  salesOrganization: Market.shape.salesOrganization,
  isDeleted: z.boolean(),
  territoryId: Market.shape.territoryId,
  stockDate: CalendarDateSchema,
  /** Midnight UTC of `stockDate`, in seconds. */
  stockDateUnix: z.int(),
  /** Available quantity from that date on; a meaningless placeholder if `isMaxLeadTime` is set. */
  stockQuantity: StockQuantity,
  isMaxLeadTime: z.boolean(),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

/** §2.2: the ship date of the requested quantity of a product. */
export const StockItem = z.object({
  itemId: z.string(),
  id: z.string(),
  localized: z.array(z.unknown()),
  productId: ProductId,
  salesOrganization: Market.shape.salesOrganization,
  company: Market.shape.company,
  lastUpdateDate: CalendarDateSchema,
  stockDate: CalendarDateSchema,
  /** Midnight UTC of `stockDate`, in seconds. */
  stockDateUnix: z.int(),
  /** Whether `stockDate` is the max lead time date, from which any quantity can ship; not backed by stock. */
  isMaxLeadTime: z.boolean(),
  /** The requested quantity. */
  stockQuantity: StockQuantity,
  territoryId: Market.shape.territoryId,
});
export type StockItem = z.infer<typeof StockItem>;

/** §2.4: one product with its calendar. */
export const ProductCalendar = z.object({
  itemId: z.string(),
  id: z.string(),
  localized: z.array(z.unknown()),
  productId: ProductId,
  salesOrganization: Market.shape.salesOrganization,
  company: Market.shape.company,
  /** Ascending by date; the max lead time entry is last, whatever its date. */
  stock: z.array(CalendarEntry),
});
export type ProductCalendar = z.infer<typeof ProductCalendar>;

/** §2.1: one product matched by the filter. §4.1 omits `value`. */
export const MatchedFilter = z.object({
  name: z.string(),
  displayName: z.string(),
  keyValue: z.string(),
  displayValue: z.string(),
  value: z.optional(ProductId),
});
export type MatchedFilter = z.infer<typeof MatchedFilter>;

/** §2.1: the envelope of every response, with items of the given schema. */
function envelope<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    parameters: z.null(),
    results: z.array(z.object({ item })),
    facets: z.array(z.unknown()),
    filters: z.array(MatchedFilter),
    filter: z.string(),
    page: z.int(),
    pageSize: z.int(),
    totalPageCount: z.int(),
    totalItemCount: z.int(),
  });
}

/** §4.2 and §4.3. */
export const StockItemEnvelope = envelope(StockItem);
export type StockItemEnvelope = z.infer<typeof StockItemEnvelope>;

/**
 * §4.2 and §4.3 as services may send them: an item may be marked as deleted, like a calendar entry, and have no last
 * update.
 */
export const ReceivedItem = z.extend(StockItem, {
  lastUpdateDate: z.nullable(CalendarDateSchema),
  isDeleted: z.optional(z.boolean()),
});
export type ReceivedItem = z.infer<typeof ReceivedItem>;
export const ReceivedItemEnvelope = envelope(ReceivedItem);

/** §4.3 as services may send it: an item that can't be read doesn't make the others unreadable. */
export const LooseItemsEnvelope = z.extend(ReceivedItemEnvelope, {
  results: z.array(z.object({ item: z.unknown() })),
});

/** §4.1. */
export const CalendarEntryEnvelope = envelope(CalendarEntry);
export type CalendarEntryEnvelope = z.infer<typeof CalendarEntryEnvelope>;

/** §4.4. */
export const ProductCalendarEnvelope = envelope(ProductCalendar);
export type ProductCalendarEnvelope = z.infer<typeof ProductCalendarEnvelope>;

/** §4.1 as services may send it: entries that can't be read don't make the others unreadable. */
export const LooseEntriesEnvelope = z.extend(CalendarEntryEnvelope, {
  results: z.array(z.object({ item: z.unknown() })),
});

/** Elements of `stock` may be anything; null or a missing `stock` counts as empty. */
const LooseStock = z.pipe(
  z.transform((stock) => stock ?? []),
  z.array(z.unknown()),
);

/** §4.4 as services may send it, as the specification doesn't define the elements of `stock`. */
export const LooseCalendarsEnvelope = z.extend(ProductCalendarEnvelope, {
  results: z.array(z.object({ item: z.extend(ProductCalendar, { stock: LooseStock }) })),
});

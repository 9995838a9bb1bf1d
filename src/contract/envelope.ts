import './no-eval.ts';
import * as z from 'zod/mini';

import { CalendarEntry } from './calendar-entry.ts';
import { ProductCalendar } from './product-calendar.ts';
import { ProductId } from './product-id.ts';
import { StockItem } from './stock-item.ts';

/** §2.1: one product that the filter matched. The answers of §4.1 leave `value` out. */
export const MatchedFilter = z.object({
  name: z.string(),
  displayName: z.string(),
  keyValue: z.string(),
  displayValue: z.string(),
  value: z.optional(ProductId),
});
export type MatchedFilter = z.infer<typeof MatchedFilter>;

/** §2.1: the envelope of every response, around items of the given schema. */
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

/** §4.1. */
export const CalendarEntryEnvelope = envelope(CalendarEntry);
export type CalendarEntryEnvelope = z.infer<typeof CalendarEntryEnvelope>;

/** §4.4. */
export const ProductCalendarEnvelope = envelope(ProductCalendar);
export type ProductCalendarEnvelope = z.infer<typeof ProductCalendarEnvelope>;

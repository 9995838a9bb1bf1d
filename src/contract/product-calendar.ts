import './no-eval.ts';
import * as z from 'zod/mini';

import { CalendarEntry } from './calendar-entry.ts';
import { Market } from './market.ts';
import { ProductId } from './product-id.ts';

/** §2.4: one product with its calendar. */
export const ProductCalendar = z.object({
  itemId: z.string(),
  id: z.string(),
  localized: z.array(z.unknown()),
  productId: ProductId,
  salesOrganization: Market.shape.salesOrganization,
  company: Market.shape.company,
  /** Ascending by date, the max lead time last whatever its date. */
  stock: z.array(CalendarEntry),
});
export type ProductCalendar = z.infer<typeof ProductCalendar>;

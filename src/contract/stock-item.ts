import './no-eval.ts';
import * as z from 'zod/mini';

import { CalendarDateSchema } from './calendar-date-schema.ts';
import { Market } from './market.ts';
import { ProductId } from './product-id.ts';

/** §2.2: the earliest date on which the requested quantity of a product can leave. */
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
  /** Whether the date is the theoretical one, from which any quantity can be had. */
  isMaxLeadTime: z.boolean(),
  /** The requested quantity. */
  stockQuantity: z.number(),
  territoryId: Market.shape.territoryId,
});
export type StockItem = z.infer<typeof StockItem>;

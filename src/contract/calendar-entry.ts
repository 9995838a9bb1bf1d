import './no-eval.ts';
import * as z from 'zod/mini';

import { CalendarDateSchema } from './calendar-date-schema.ts';
import { Market } from './market.ts';
import { ProductId } from './product-id.ts';

/** §2.3: the level available from a date on, or the max lead time. */
export const CalendarEntry = z.object({
  productId: ProductId,
  company: Market.shape.company,
  salesOrganization: Market.shape.salesOrganization,
  isDeleted: z.boolean(),
  territoryId: Market.shape.territoryId,
  stockDate: CalendarDateSchema,
  /** Midnight UTC of `stockDate`, in seconds. */
  stockDateUnix: z.int(),
  /** The level from that date on; a placeholder without meaning where `isMaxLeadTime` is set. */
  stockQuantity: z.number(),
  isMaxLeadTime: z.boolean(),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

import './no-eval.ts';
import * as z from 'zod/mini';

import { CalendarDateSchema } from './envelope.ts';

const Dated = z.object({ kind: z.enum(['in-stock', 'expected', 'max-lead-time']), date: CalendarDateSchema });

/** Response of `GET /gateway/history?productId=&quantity=`: when the quantity could ship by the calendar of each day. */
export const ProductHistory = z.object({
  /** The service's current date. */
  today: CalendarDateSchema,
  /** Ascending. Days on which the product's calendar wasn't known are missing. */
  days: z.array(
    z.object({
      day: CalendarDateSchema,
      stockResult: z.union([Dated, z.object({ kind: z.literal('not-available') })]),
    }),
  ),
});
export type ProductHistory = z.infer<typeof ProductHistory>;

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

/** Response of `GET /gateway/history/size`: how much the earlier calendars of all markets take up. */
export const HistorySize = z.object({
  calendars: z.int(),
  bytes: z.int(),
  /** Since when they are kept, Unix milliseconds; null if none are yet. */
  from: z.nullable(z.int()),
  /** What is kept at most. */
  limit: z.object({ days: z.int(), calendars: z.int() }),
});
export type HistorySize = z.infer<typeof HistorySize>;

import './no-eval.ts';
import * as z from 'zod/mini';

import { ProductCalendarEnvelope } from './envelope.ts';
import { ProductCalendar } from './product-calendar.ts';

/** §4.4 as any service may send it: the shape of the elements of `stock` is not shown, so they may be anything. */
export const LooseCalendarsEnvelope = z.extend(ProductCalendarEnvelope, {
  results: z.array(z.object({ item: z.extend(ProductCalendar, { stock: z.array(z.unknown()) }) })),
});

import './no-eval.ts';
import * as z from 'zod/mini';

import { ProductCalendarEnvelope } from './envelope.ts';
import { ProductCalendar } from './product-calendar.ts';

/** Elements of `stock`, which may be anything; a service that writes none may write null, or leave `stock` out. */
const LooseStock = z.pipe(
  z.transform((stock) => stock ?? []),
  z.array(z.unknown()),
);

/** §4.4 as any service may send it: the shape of the elements of `stock` is not shown. */
export const LooseCalendarsEnvelope = z.extend(ProductCalendarEnvelope, {
  results: z.array(z.object({ item: z.extend(ProductCalendar, { stock: LooseStock }) })),
});

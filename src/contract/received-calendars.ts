import './no-eval.ts';
import * as z from 'zod/mini';

import { CalendarEntry } from './calendar-entry.ts';
import { ProductCalendarEnvelope } from './envelope.ts';
import { ProductCalendar } from './product-calendar.ts';

/** §4.4 as any service may send it: the shape of the elements of `stock` is not shown, so they may be anything. */
export const LooseCalendarsEnvelope = z.extend(ProductCalendarEnvelope, {
  results: z.array(z.object({ item: z.extend(ProductCalendar, { stock: z.array(z.unknown()) }) })),
});

/**
 * §4.4, read: `stock` holds the entries that are such (§2.3), in whatever order they came; `unreadable` counts the
 * elements that are none. Where it is not 0, or `stock` is empty, the product's own calendar (§4.1) is to be asked.
 */
export const ReceivedCalendarsEnvelope = z.pipe(
  LooseCalendarsEnvelope,
  z.transform(({ results, ...envelope }) => ({
    ...envelope,
    results: results.map(({ item }) => ({ item: { ...item, ...readEntries(item.stock) } })),
  })),
);
export type ReceivedCalendarsEnvelope = z.infer<typeof ReceivedCalendarsEnvelope>;

function readEntries(elements: readonly unknown[]): { stock: CalendarEntry[]; unreadable: number } {
  const stock = elements.flatMap((element) => CalendarEntry.safeParse(element).data ?? []);
  return { stock, unreadable: elements.length - stock.length };
}

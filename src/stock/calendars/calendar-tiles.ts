import type { CalendarTile } from '#stock/contract/calendar-options.ts';
import { realDateFor } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { anyQuantity } from './calendar-summary.ts';
import { type ListedProduct, timelineOf } from './listed-product.ts';

/** Returns the tile of a product. `wanted` is null for any quantity above 0. */
export function tileOf(product: ListedProduct, today: CalendarDate, wanted: Thousandths | null): CalendarTile {
  if (product.kind === 'no-result') return 'no-result';
  const timeline = timelineOf(product, today);
  const date = realDateFor(timeline, wanted ?? anyQuantity);
  if (date === null) return timeline.maxLeadTimeDate === null ? 'nothing' : 'max-lead-time';
  return tileOfDate(date, today);
}

/** Returns the tile of a product whose stock covers the quantity from `date` on. */
export function tileOfDate(date: CalendarDate, today: CalendarDate): CalendarTile {
  if (date <= today) return 'now';
  if (date <= addDays(today, 7)) return 'within-7';
  return date <= addDays(today, 30) ? 'within-30' : 'later';
}

import type { Product } from '#contract/gateway.ts';
import type { CalendarChange } from '#domain/calendars/calendar-change.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import type { CalendarRow } from './calendar-row.ts';

/** A row on screen, with what is only asked for those. */
export interface ShownRow extends CalendarRow {
  product: Product;
  /** Its name is on the way. */
  isNamePending: boolean;
  /** Undefined while it is on the way, null where the service gave none. */
  lastUpdateDate: CalendarDate | null | undefined;
  /** What moved since the last look; null where nothing did. */
  change: CalendarChange | null;
}

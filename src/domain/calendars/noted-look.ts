import type { CalendarDate } from '#lib/calendar-date.ts';

import { calendarChange } from './calendar-change.ts';
import type { CalendarLook } from './calendar-look.ts';

/** Latest snapshot of a product, and the one before its last change. */
export interface NotedLook {
  look: CalendarLook;
  /** Snapshot before the last change, null if there was none or the user dismissed it. */
  before: CalendarLook | null;
}

/**
 * Merges a new snapshot into the stored one. A change is kept until the user dismisses it, so it survives a reload. A
 * snapshot without max lead time keeps the last known date. A snapshot older than the stored one, as of a cached page,
 * is ignored.
 */
export function notedLook(known: NotedLook | null, look: CalendarLook, today: CalendarDate): NotedLook {
  if (known === null) return { look, before: null };
  if (look.at < known.look.at) return known;
  const hasMoved = calendarChange(known.look, look, today, null) !== null;
  return { look: withKnownMaxLeadTime(known.look, look), before: hasMoved ? known.look : known.before };
}

function withKnownMaxLeadTime(known: CalendarLook, look: CalendarLook): CalendarLook {
  if (look.includesMaxLeadTime || !known.includesMaxLeadTime) return look;
  return { ...look, includesMaxLeadTime: true, maxLeadTimeDate: known.maxLeadTimeDate };
}

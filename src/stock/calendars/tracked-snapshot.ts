import type { CalendarDate } from '#stock/calendar-date.ts';

import { calendarChange } from './calendar-change.ts';
import type { CalendarSnapshot } from './calendar-snapshot.ts';

/** Latest snapshot of a product, and the one before its last change. */
export interface TrackedSnapshot {
  look: CalendarSnapshot;
  /** Snapshot before the last change, null if there was none or the user dismissed it. */
  before: CalendarSnapshot | null;
}

/**
 * Merges a new snapshot into the stored one. A change is kept until the user dismisses it, so it survives a reload. A
 * snapshot without max lead time keeps the last known date. A snapshot older than the stored one, as of a cached page,
 * is ignored.
 */
export function trackSnapshot(
  known: TrackedSnapshot | null,
  snapshot: CalendarSnapshot,
  today: CalendarDate,
): TrackedSnapshot {
  if (known === null) return { look: snapshot, before: null };
  if (snapshot.at < known.look.at) return known;
  const hasMoved = calendarChange(known.look, snapshot, today, null) !== null;
  return { look: withKnownMaxLeadTime(known.look, snapshot), before: hasMoved ? known.look : known.before };
}

function withKnownMaxLeadTime(known: CalendarSnapshot, look: CalendarSnapshot): CalendarSnapshot {
  if (look.includesMaxLeadTime || !known.includesMaxLeadTime) return look;
  return { ...look, includesMaxLeadTime: true, maxLeadTimeDate: known.maxLeadTimeDate };
}

import type { CalendarDate } from '#lib/calendar-date.ts';

import { calendarChange } from './calendar-change.ts';
import type { CalendarLook } from './calendar-look.ts';

/** The last look at a product, and the one before what moved. */
export interface NotedLook {
  look: CalendarLook;
  /** How the calendar was before it moved the last time; null where it hasn't, or the person has taken note of it. */
  before: CalendarLook | null;
}

/**
 * A new look beside what is known of the product. What moved is told until it is taken note of, so that a reload
 * changes nothing. A look that left the max lead time out keeps the one that was seen last. A look older than the one
 * known, as of a page that lay in a cache, tells nothing.
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

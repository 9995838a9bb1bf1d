import type { PageOddities } from './calendar-page.ts';
import type { MissingPages } from './missing-pages.ts';
import type { TotalChange } from './total-change.ts';

/** How loading all pages stands. A new object after every change, the same one until then. */
export interface CalendarLoadSnapshot {
  /**
   * `signed-out`, `cancelled` and `incomplete` hold what has come, and can be resumed. `complete` is said only where
   * every product that was asked for has come, or is known not to.
   */
  phase: 'idle' | 'loading' | 'signed-out' | 'cancelled' | 'incomplete' | 'complete';
  /** Null until the first answer tells how many there are. */
  totalPages: number | null;
  donePages: number;
  totalProducts: number | null;
  doneProducts: number;
  /** Pages that are not there, ascending; while loading, those that failed so far. */
  missing: readonly MissingPages[];
  missingPages: number;
  /** Products that no total may leave out in silence: those that are not there; 0 before it is known how many there are. */
  missingProducts: number;
  /** Products whose own calendar could not be had, or wasn't yet: they are without an answer until then. */
  unsettledProducts: number;
  /** The number of all products changed under way: what came is of two states, and is to be loaded anew. */
  totalChange: TotalChange | null;
  /** Until when the service wants to be left alone, in milliseconds since 1970. */
  pausedUntil: number | null;
  oddities: PageOddities;
  /** When the service gave the oldest of what has come, in milliseconds since 1970. */
  oldestFetch: number | null;
}

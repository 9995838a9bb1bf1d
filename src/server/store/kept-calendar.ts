import type { CalendarDate } from '#stock/calendar-date.ts';
import { leadMove, rolledLead } from '#stock/calendars/rolling-lead.ts';
import { type DatedEntry, readTimeline, type StockTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import type { CalendarRow } from './stock-store.ts';

/** A calendar and the day on which it was observed. */
export interface KeptCalendar {
  rows: readonly CalendarRow[];
  observedOn: CalendarDate;
  /** Whether the max lead time date is known to move on with each day. */
  isRolling: boolean;
}

/** Reads a calendar as of a day; null, an unknown product, has no entries. */
export function timelineOf(rows: readonly CalendarRow[] | null, today: CalendarDate): StockTimeline {
  return readTimeline((rows ?? []).map(entryOf), today);
}

export function entryOf({ stockDate, stockQuantity, isMaxLeadTime }: CalendarRow): DatedEntry {
  return { stockDate, stockQuantity: fromThousandths(stockQuantity), isMaxLeadTime, isDeleted: false };
}

/** Returns an earlier calendar, with the current max lead time date if the earlier one only moved on with the days. */
export function withLeadOf(before: KeptCalendar, now: Omit<KeptCalendar, 'isRolling'>): readonly CalendarRow[] {
  const [earlier, current] = [leadOf(before.rows), leadOf(now.rows)];
  if (earlier === null || current === null) return before.rows;
  const move = leadMove({ ...before, date: earlier }, { ...now, date: current }, before.isRolling);
  return move === 'rolled' ? withLead(before.rows, current) : before.rows;
}

/** Returns the calendar as it is on a later day, if nothing changes. */
export function rowsOn({ rows, observedOn, isRolling }: KeptCalendar, day: CalendarDate): readonly CalendarRow[] {
  const date = isRolling ? leadOf(rows) : null;
  return date === null ? rows : withLead(rows, rolledLead({ date, observedOn }, day));
}

function leadOf(rows: readonly CalendarRow[]): CalendarDate | null {
  return rows.findLast(({ isMaxLeadTime }) => isMaxLeadTime)?.stockDate ?? null;
}

function withLead(rows: readonly CalendarRow[], stockDate: CalendarDate): CalendarRow[] {
  const stock = rows.filter(({ isMaxLeadTime }) => !isMaxLeadTime);
  return [...stock, { stockDate, stockQuantity: 0, isMaxLeadTime: true }];
}

import { readDateCell as readCell, dateOf, dateStyleOfLocale } from '#domain/order-list/date-cell.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** The day that is written in a cell, the person's way where that matters; null where it is blank or no day. */
export function readDateText(text: string, locale: string): CalendarDate | null {
  const cell = readCell(text, true);
  return cell === null || typeof cell === 'string' ? null : dateOf(cell, dateStyleOfLocale(locale));
}

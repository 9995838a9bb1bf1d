import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/**
 * The first date on which real stock covers a positive quantity, whatever the max lead time says; null where none
 * ever does (rules, *Order verdict*). A date up to today means today.
 */
export function realDateFor({ steps }: StockTimeline, quantity: Thousandths): CalendarDate | null {
  return steps.find(({ level }) => level >= quantity)?.date ?? null;
}

import type { CalendarDate } from '#lib/calendar-date.ts';

/** As long in words as a date gets. */
export const longDate: CalendarDate = '2026-09-30';

const padding = 20;
const letter = 8;

/** About as wide as a cell that shows `text`, in pixels: words and dates differ by language. */
export function columnWidth(text: string): number {
  return padding + letter * text.length;
}

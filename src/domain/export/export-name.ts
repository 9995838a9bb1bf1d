import type { CalendarDate } from '#lib/calendar-date.ts';

/** The screens that something can be taken from. */
export type ExportScreen = 'availability' | 'order' | 'calendar' | 'calendars' | 'compare' | 'heatmap';

/** `stock-calendars-2026-11-21-incomplete.csv`: what lacks rows says so in its name. */
export function exportName(
  screen: ExportScreen,
  today: CalendarDate,
  extension: string,
  { incomplete = false }: { incomplete?: boolean } = {},
): string {
  return `stock-${screen}-${today}${incomplete ? '-incomplete' : ''}.${extension}`;
}

/** The ways to look at the calendars chosen; the first is the one that opens. */
export const calendarViews = ['table', 'heatmap', 'compare', 'moved'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Those that show the products of a page. */
export const viewsOfPages: readonly CalendarView[] = ['table', 'heatmap'];

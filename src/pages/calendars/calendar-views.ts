/** The ways to look at the calendars chosen; the first is the one that opens. */
export const calendarViews = ['table', 'heatmap', 'compare'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The columns that products can be sorted by. */
export const calendarSorts = [
  'product',
  'name',
  'territory',
  'available',
  'first',
  'wanted',
  'increase',
  'maxLeadTime',
] as const;
export type CalendarSort = (typeof calendarSorts)[number];

/** Time for which earlier calendars are kept. */
export const keptDays = 400;
export const keptMilliseconds = keptDays * 24 * 3_600_000;

/** Earlier calendars that are kept: some 200 bytes each. */
export const maxKeptCalendars = 2_000_000;

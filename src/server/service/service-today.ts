import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';

/** The date in `timeZone`, worked out once a minute: no zone changes its date within one. */
export function createToday(timeZone: string, now: () => Date): () => CalendarDate {
  let minute: number | undefined;
  let today: CalendarDate;
  return () => {
    const instant = now();
    const current = Math.floor(instant.getTime() / 60_000);
    if (current !== minute) {
      today = todayIn(timeZone, instant);
      minute = current;
    }
    return today;
  };
}

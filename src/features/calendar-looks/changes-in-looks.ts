import { type CalendarChange, calendarChange, newestFirst } from '#domain/calendars/calendar-change.ts';
import type { NotedLook } from '#domain/calendars/noted-look.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** As of which day, and for which quantity: null for 1. */
interface Question {
  today: CalendarDate;
  wanted: Thousandths | null;
}

/** What moved in looks that come some at a time, newest first; `rest` is awaited before each of them is compared. */
export async function changesInLooks(
  looks: AsyncIterable<readonly NotedLook[]>,
  { today, wanted }: Question,
  rest: () => Promise<void> | undefined,
): Promise<readonly CalendarChange[]> {
  const changes: CalendarChange[] = [];
  for await (const some of looks) {
    for (const { look, before } of some) {
      await rest();
      const change = before === null ? null : calendarChange(before, look, today, wanted);
      if (change !== null) changes.push(change);
    }
  }
  return newestFirst(changes);
}

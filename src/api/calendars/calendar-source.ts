import type { AskCalendar } from '#api/order-check/lone-failures.ts';
import { fetchCalendar } from '#api/stock.ts';
import { LooseCalendarsEnvelope } from '#contract/loose-calendars.ts';
import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';

import { type CalendarSearch, calendarSearch } from './calendar-search.ts';
import type { ReceivedCalendars } from './received-calendars.ts';

/** What calendars are asked through, and what tells the time. */
export interface CalendarSource {
  /** Pages of many products (§4.4). */
  search: CalendarSearch<ReceivedCalendars>;
  /** The whole calendar of one product, with its max lead time (§4.1). */
  askCalendar: AskCalendar;
  /** The person's day. */
  today: () => CalendarDate;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The service that the gateway stands before. */
export const gatewayCalendars: CalendarSource = {
  search: calendarSearch(LooseCalendarsEnvelope),
  askCalendar: fetchCalendar,
  today: () => todayIn(),
  now: Date.now,
};

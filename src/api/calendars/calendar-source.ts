import type { AskCalendar } from '#api/order-check/lone-failures.ts';
import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';

import type { CalendarSearch } from '#api/stock-requests.ts';
import { gatewayCalls } from './gateway-calls.ts';
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
  search: gatewayCalls.search,
  askCalendar: gatewayCalls.askCalendar,
  today: () => todayIn(),
  now: Date.now,
};

import { fetchCalendarEntries, fetchStockItems } from '#api/stock-requests.ts';
import { todayIn } from '#lib/calendar-date.ts';

import { calendarsAsker } from './ask-calendars.ts';
import { OrderCheck } from './order-check.ts';
import type { SavedCheck } from './saved-check.ts';
import { wait } from './wait.ts';

/** A check of one order against the service that the gateway stands before. */
export function gatewayOrderCheck(saved?: SavedCheck): OrderCheck {
  return new OrderCheck(
    {
      ask: fetchStockItems,
      askCalendar: fetchCalendarEntries,
      askCalendars: calendarsAsker(),
      today: () => todayIn(),
      now: Date.now,
      wait,
    },
    saved,
  );
}

import { calendarSearch, fetchCalendarEntries, fetchStockItems } from '#api/stock-requests.ts';
import { LooseCalendarsEnvelope } from '#contract/envelope.ts';

import { CallLimit } from './call-limit.ts';

/** Calls for many products under way at the same time, whoever makes them: a page, the next, all pages, last updates. */
const mostAtOnce = 4;
const limit = new CallLimit(mostAtOnce);

function limited<Arguments extends [...unknown[], AbortSignal], Result>(
  call: (...given: Arguments) => Promise<Result>,
) {
  return (...given: Arguments): Promise<Result> => limit.run(() => call(...given), given.at(-1) as AbortSignal);
}

/** The calls of the gateway that answer about many products; what each throws, these throw. */
export const gatewayCalls = {
  /** Pages of many products (§4.4). */
  search: limited(calendarSearch(LooseCalendarsEnvelope)),
  /** The whole calendar of one product among them (§4.1). */
  askCalendar: limited(fetchCalendarEntries),
  /** Their stock items (§4.3). */
  ask: limited(fetchStockItems),
};

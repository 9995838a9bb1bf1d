import { wait } from '#api/order-check/wait.ts';

import { CalendarLoad, type CalendarLoadOptions } from './calendar-load.ts';
import { gatewayCalendars } from './calendar-source.ts';

/** A load of every page of a choice from the service that the gateway stands before; nothing is asked until `resume`. */
export function gatewayCalendarLoad(
  choice: Pick<CalendarLoadOptions, 'choice' | 'pageSize' | 'includeMaxLeadTime'>,
): CalendarLoad {
  return new CalendarLoad({ ...choice, ...gatewayCalendars, wait });
}

import { addDays, type CalendarDate, isoWeekday } from './calendar-date.ts';

export interface DeliveryOptions {
  /** Transit days, an integer from 0. */
  deliveryDays: number;
  /** Whether goods ship, travel and arrive from Monday to Friday only. */
  workingDaysOnly: boolean;
}

const workingDaysAWeek = 5;

/**
 * Returns the estimated delivery date of goods with the ship date `stockDate`. Show it beside the ship date, never
 * instead of it. With working days only, goods dated Saturday or Sunday ship on Monday, so one transit day ends on
 * Tuesday.
 */
export function deliveryEstimate(stockDate: CalendarDate, options: DeliveryOptions): CalendarDate {
  if (!options.workingDaysOnly) return addDays(stockDate, options.deliveryDays);
  const leaves = isoWeekday(stockDate) > workingDaysAWeek ? addDays(stockDate, 8 - isoWeekday(stockDate)) : stockDate;
  const weekends = Math.floor((isoWeekday(leaves) - 1 + options.deliveryDays) / workingDaysAWeek);
  return addDays(leaves, options.deliveryDays + 2 * weekends);
}

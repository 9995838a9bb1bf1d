import { addDays, type CalendarDate, isoWeekday } from '#lib/calendar-date.ts';

export interface DeliveryOptions {
  /** Whole, from 0: days on the way. */
  deliveryDays: number;
  /** Whether goods leave, travel and arrive from Monday to Friday only. */
  workingDaysOnly: boolean;
}

const workingDaysAWeek = 5;

/**
 * When goods that can leave on `stockDate` may arrive: an estimate to show beside that date, never instead of it.
 * With working days only, goods of a Saturday or Sunday leave on Monday: one delivery day from then is Tuesday.
 */
export function deliveryEstimate(stockDate: CalendarDate, options: DeliveryOptions): CalendarDate {
  if (!options.workingDaysOnly) return addDays(stockDate, options.deliveryDays);
  const leaves = isoWeekday(stockDate) > workingDaysAWeek ? addDays(stockDate, 8 - isoWeekday(stockDate)) : stockDate;
  const weekends = Math.floor((isoWeekday(leaves) - 1 + options.deliveryDays) / workingDaysAWeek);
  return addDays(leaves, options.deliveryDays + 2 * weekends);
}

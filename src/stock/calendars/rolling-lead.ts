import { addDays, type CalendarDate, daysBetween } from '#stock/calendar-date.ts';

/** A max lead time date, and the day on which it was observed. */
export interface ObservedLead {
  date: CalendarDate;
  observedOn: CalendarDate;
}

/** Days after which a date that moves on with each day may be updated: over a weekend. */
const maxDelay = 3;

/**
 * Compares two max lead time dates of a product. One that moved on by as many days as have passed (today + 84 on each
 * day) has `rolled`: that is no change.
 * @param isRolling whether the earlier date is known to roll, so that it may also be updated late
 */
export function leadMove(before: ObservedLead, now: ObservedLead, isRolling = false): 'same' | 'rolled' | 'changed' {
  if (!isRolling && before.date === now.date) return 'same';
  const behind = daysBetween(before.observedOn, before.date) - daysBetween(now.observedOn, now.date);
  return behind >= 0 && behind <= (isRolling ? maxDelay : 0) ? 'rolled' : 'changed';
}

/** The date on a later day of a max lead time that rolls. */
export function rolledLead({ date, observedOn }: ObservedLead, day: CalendarDate): CalendarDate {
  return addDays(day, daysBetween(observedOn, date));
}

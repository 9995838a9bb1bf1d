import { isCalendarDate, type CalendarDate } from '#lib/calendar-date.ts';
import { levelToThousandths, type Thousandths } from '#lib/thousandths.ts';

/** What a calendar entry says of stock, however incomplete it is otherwise. */
export interface Level {
  date: CalendarDate;
  quantity: Thousandths;
  isMaxLeadTime: boolean;
}

/** The levels among the entries, in their order: those with a date, a quantity and a flag, and not deleted. */
export function readLevels(entries: readonly unknown[]): Level[] {
  return entries.flatMap((entry) => {
    const { stockDate, stockQuantity, isMaxLeadTime, isDeleted } = fieldsOf(entry);
    if (typeof stockDate !== 'string' || !isCalendarDate(stockDate) || typeof stockQuantity !== 'number') return [];
    if (typeof isMaxLeadTime !== 'boolean' || isDeleted === true) return [];
    return [{ date: stockDate, quantity: levelToThousandths(stockQuantity), isMaxLeadTime }];
  });
}

/** The real levels, ascending by date. */
export function realLevels(levels: readonly Level[]): Level[] {
  return levels.filter((level) => !level.isMaxLeadTime).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** The level in force on a date: that of the latest real entry up to it, 0 before the first. */
export function levelOn(levels: readonly Level[], date: CalendarDate): Thousandths {
  return realLevels(levels).findLast((level) => level.date <= date)?.quantity ?? 0;
}

/** The fields of an object; none where it is something else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

import type { StockItem } from '#contract/envelope.ts';
import { toUnixSeconds } from '#lib/calendar-date.ts';

const secondsInDay = 86_400;

/** Whether a stock date and its Unix time are the same day in UTC, whatever the time of day (§2.2, §2.3). */
export function isSameDay({ stockDate, stockDateUnix }: Pick<StockItem, 'stockDate' | 'stockDateUnix'>): boolean {
  return Math.floor(stockDateUnix / secondsInDay) * secondsInDay === toUnixSeconds(stockDate);
}

import { isCalendarDate, toUnixSeconds } from '#lib/calendar-date.ts';
import { type Deviation, unless } from '#server/conformance/requirement.ts';

type Fields = Record<string, unknown>;

/** Fields of an item that should hold a day, and don't, though they hold a text. */
export function wrongDates(item: Fields, names: readonly string[], at: string): Deviation[] {
  return names.flatMap((name) => {
    const value = item[name];
    if (typeof value !== 'string') return [];
    return unless(isCalendarDate(value), `${at}.${name}`, 'a day that exists, written YYYY-MM-DD', value);
  });
}

/** `stockDateUnix` where it is not midnight UTC of a `stockDate` that is a day. */
export function wrongUnix({ stockDate, stockDateUnix }: Fields, at: string): Deviation[] {
  if (typeof stockDate !== 'string' || !isCalendarDate(stockDate) || typeof stockDateUnix !== 'number') return [];
  const expected = toUnixSeconds(stockDate);
  return unless(
    stockDateUnix === expected,
    `${at}.stockDateUnix`,
    `${expected}, midnight UTC of ${stockDate}`,
    stockDateUnix,
  );
}

/** Whether the item's date is a day, and its Unix time says the same. */
export function hasSoundDate(item: Fields): boolean {
  return (
    typeof item['stockDate'] === 'string' &&
    isCalendarDate(item['stockDate']) &&
    typeof item['stockDateUnix'] === 'number' &&
    wrongUnix(item, '').length === 0
  );
}

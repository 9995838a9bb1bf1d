const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago `at` was, both in Unix milliseconds, in the words of the locale: `now`, `2 minutes ago`. */
export function formatAge(at: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const age = Math.max(0, now - at);
  if (age < minute) return format.format(0, 'second');
  if (age < hour) return format.format(-Math.floor(age / minute), 'minute');
  if (age < day) return format.format(-Math.floor(age / hour), 'hour');
  return format.format(-Math.floor(age / day), 'day');
}

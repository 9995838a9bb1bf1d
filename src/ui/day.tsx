import type { CalendarDate } from '#stock/calendar-date.ts';
import { formatMoment } from '#stock/locale-date.ts';

import { useLocale } from './locale.tsx';

/** A date in the user's format. */
export function Day({ date, isShort = false }: { date: CalendarDate; isShort?: boolean }) {
  const { formatDate } = useLocale();
  return <time dateTime={date}>{formatDate(date, isShort ? 'short' : 'medium')}</time>;
}

/** Date and time in the user's format. `at` is Unix milliseconds. */
export function Moment({ at }: { at: number }) {
  const { locale } = useLocale();
  return <time dateTime={new Date(at).toISOString()}>{formatMoment(at, locale)}</time>;
}

import { useCallback } from 'react';

import { useLocale } from '#ui/locale.tsx';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { formatDateSpan } from '#lib/locale-date.ts';

/** Names a day, a week or a month by its dates: `9 – 15 March 2026`, `March 2026`. */
export function useSpanName() {
  const { locale } = useLocale();
  return useCallback(
    (size: BucketSize, { start, end }: { start: CalendarDate; end: CalendarDate }): string =>
      formatDateSpan(start, end, locale, size === 'month' ? 'month' : 'long'),
    [locale],
  );
}

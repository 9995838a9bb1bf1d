import { useCallback } from 'react';

import { useLocale } from '#components/locale/locale-context.tsx';
import type { BucketSize } from '#domain/level-buckets.ts';
import { toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';

/** Names a day, a week or a month by its dates: `9 – 15 March 2026`, `March 2026`. */
export function useSpanName() {
  const { locale } = useLocale();
  return useCallback(
    (size: BucketSize, { start, end }: { start: CalendarDate; end: CalendarDate }): string => {
      const day = size === 'month' ? undefined : ('numeric' as const);
      const format = new Intl.DateTimeFormat(locale, { day, month: 'long', year: 'numeric', timeZone: 'UTC' });
      return format.formatRange(toMilliseconds(start), toMilliseconds(end));
    },
    [locale],
  );
}

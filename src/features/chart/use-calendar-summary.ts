import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { levelOn, stepsUpToMaxLeadTime, type StockTimeline } from '#domain/stock-timeline.ts';

import { spokenQuantity } from './spoken-quantity.ts';

/** A calendar in one sentence, to be heard: `From 80 metres today to 410 on 3 March; max lead time 12 June`. */
export function useCalendarSummary() {
  const { t } = useLingui();
  const { locale, formatDate, formatQuantity } = useLocale();

  return useCallback(
    (timeline: StockTimeline, unit: string | null): string => {
      const { today, maxLeadTimeDate } = timeline;
      const last = stepsUpToMaxLeadTime(timeline).at(-1);
      const now = spokenQuantity(levelOn(timeline, today), unit, locale);
      const level = formatQuantity(last?.level ?? 0);
      const date = formatDate(last?.date ?? today, nameOfDay(last?.date ?? today, today));
      const course =
        last !== undefined && last.date > today
          ? t`From ${now} today to ${level} on ${date}`
          : t`${now} today, and no later change`;
      const leadTime = formatDate(maxLeadTimeDate ?? today, nameOfDay(maxLeadTimeDate ?? today, today));
      return maxLeadTimeDate === null ? course : t`${course}; max lead time ${leadTime}`;
    },
    [t, locale, formatDate, formatQuantity],
  );
}

/** The year is said where it isn't this one. */
function nameOfDay(date: string, today: string) {
  return date.slice(0, 4) === today.slice(0, 4) ? 'day' : 'long';
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

import { useLocale } from '#components/locale/locale-context.tsx';
import type { Answer } from '#domain/answer.ts';
import type { CalendarChange } from '#domain/calendars/calendar-change.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** What moved in a calendar, in the person's words: at a glance, and whole. */
export function useChangeWords() {
  const { t } = useLingui();
  const { today, formatDate, formatQuantity } = useLocale();

  const dateWords = (date: CalendarDate) => (date <= today ? t`today` : formatDate(date, 'medium'));

  function answerWords(answer: Answer): string {
    if (answer.kind === 'not-available') return t`not available`;
    const date = dateWords(answer.date);
    return answer.kind === 'max-lead-time' ? t`${date} at max lead time` : date;
  }

  /** Null where the date did not move by days. */
  function days({ daysMoved }: CalendarChange): string | null {
    if (daysMoved === null || daysMoved === 0) return null;
    return daysMoved < 0
      ? t`${plural(-daysMoved, { one: '# day earlier', other: '# days earlier' })}`
      : t`${plural(daysMoved, { one: '# day later', other: '# days later' })}`;
  }

  /** Null where no level changed. */
  function amount({ level }: CalendarChange, unit: string | null): string | null {
    if (level === null) return null;
    const by = level.now - level.before;
    return by > 0 ? `+${formatQuantity(by, unit)}` : formatQuantity(by, unit);
  }

  function brief(change: CalendarChange, unit: string | null): string {
    const moved = days(change);
    if (moved !== null) return moved;
    if (change.before.kind === 'not-available' && change.now.kind !== 'not-available') return t`now available`;
    if (change.before.kind !== 'not-available' && change.now.kind === 'not-available') return t`no longer available`;
    return amount(change, unit) ?? t`max lead time moved`;
  }

  function whole(change: CalendarChange, unit: string | null): string {
    const { before, now, level, maxLeadTime } = change;
    const parts: string[] = [];
    const [old, current] = [answerWords(before), answerWords(now)];
    if (old !== current) parts.push(t`first date: ${old} before, now ${current}`);
    if (level !== null) {
      const [date, was, is] = [
        dateWords(level.date),
        formatQuantity(level.before, unit),
        formatQuantity(level.now, unit),
      ];
      parts.push(t`available ${date}: ${was} before, now ${is}`);
    }
    if (maxLeadTime !== null) {
      const was = maxLeadTime.before === null ? t`none` : formatDate(maxLeadTime.before, 'medium');
      const is = maxLeadTime.now === null ? t`none` : formatDate(maxLeadTime.now, 'medium');
      parts.push(t`max lead time: ${was} before, now ${is}`);
    }
    return parts.join('; ');
  }

  return { brief, whole, days, amount, answerWords };
}

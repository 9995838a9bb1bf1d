import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

import { useLocale } from '#ui/locale.tsx';
import type { Answer } from '#domain/answer.ts';
import { type CalendarChange, dateMove, type DateMove } from '#domain/calendars/calendar-change.ts';
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

  /** How the date moved. */
  function date(change: CalendarChange): string {
    const days = Math.abs(change.daysMoved ?? 0);
    const words: Record<DateMove, string> = {
      earlier: t`${plural(days, { one: '# day earlier', other: '# days earlier' })}`,
      later: t`${plural(days, { one: '# day later', other: '# days later' })}`,
      'same-day': t`same day`,
      came: t`now available`,
      went: t`no longer available`,
      'never-available': t`not available`,
    };
    return words[dateMove(change)];
  }

  /** Null where no level changed. */
  function amount({ level }: CalendarChange, unit: string | null): string | null {
    if (level === null) return null;
    const by = level.now - level.before;
    return by > 0 ? `+${formatQuantity(by, unit)}` : formatQuantity(by, unit);
  }

  function brief(change: CalendarChange, unit: string | null): string {
    const move = dateMove(change);
    if (move !== 'same-day' && move !== 'never-available') return date(change);
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

  return { brief, whole, date, amount };
}

import { plural, select } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useLocale } from '#ui/locale.tsx';
import type { StockResult } from '#stock/stock-result.ts';
import {
  type CalendarChange,
  dateMove,
  type DateMove,
  daysOfMove,
  type LaterMove,
} from '#stock/calendars/calendar-change.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { ChangeDirection } from '#stock/contract/calendar-options.ts';
import type { Thousandths } from '#stock/thousandths.ts';

export function useDirectionNames(): Record<ChangeDirection, string> {
  const { t } = useLingui();
  return { gone: t`No longer available`, later: t`Later`, earlier: t`Earlier`, same: t`Same ship date` };
}

/**
 * Returns functions that describe a calendar change in the user's language. Stable.
 * @param isForFile whether today is written as its date, since files and paper are read on later days too
 */
export function useChangeWords(isForFile = false) {
  const { t } = useLingui();
  const { today, namedToday: named, formatDate, formatFromToday, formatQuantity } = useLocale();
  const namedToday = isForFile ? null : named;
  return useMemo(() => {
    const dateWords = (date: CalendarDate) =>
      date <= today && !isForFile ? formatFromToday(today) : formatDate(later(date, today), 'medium');

    /** Some languages have an article before a date. */
    const kindOf = (date: CalendarDate) => (date <= today && namedToday !== null ? 'today' : 'date');

    function resultWords(stockResult: StockResult): string {
      if (stockResult.kind === 'not-available') return t`not available`;
      const date = dateWords(stockResult.date);
      return stockResult.kind === 'max-lead-time' ? t`${date} at max lead time` : date;
    }

    /** Describes the change of the ship date. */
    function date(change: CalendarChange): string {
      const days = Math.abs(daysOfMove(change) ?? 0);
      const words: Record<DateMove, string> = {
        earlier: t`${plural(days, { one: '# day earlier', other: '# days earlier' })}`,
        later: t`${plural(days, { one: '# day later', other: '# days later' })}`,
        'same-day': t`same ship date`,
        came: t`available again`,
        went: t`no longer available`,
        'never-available': t`not available`,
      };
      return words[dateMove(change)];
    }

    /** Formats the change of the available quantity, null if none. */
    function amount({ level }: CalendarChange, unit: string | null): string | null {
      if (level === null) return null;
      const by = level.now - level.before;
      return by > 0 ? `+${formatQuantity(by, unit)}` : formatQuantity(by, unit);
    }

    /**
     * `The last 8 of 275.5 m moved from Dec 11 to Dec 21 (10 days later)`; if that is no longer available, `At most 267.5
     * m, no longer 275.5 m from Dec 11`.
     */
    function laterWords(
      { moved, from, to, days }: LaterMove,
      quantity: Thousandths,
      unit: string | null,
      withDays: boolean,
    ): string {
      const [whole, part, was] = [formatQuantity(quantity, unit), formatQuantity(moved), dateWords(from)];
      const rest = formatQuantity(quantity - moved, unit);
      if (days === null)
        return moved === quantity
          ? t`${whole} no longer available, was ${was}`
          : t`at most ${rest}, no longer ${whole} from ${was}`;
      const of = moved === quantity ? whole : t`the last ${part} of ${whole}`;
      const is = resultWords(to);
      const [wasKind, isKind] = [kindOf(from), to.kind === 'not-available' ? to.kind : kindOf(to.date)];
      if (!withDays)
        return t`${of} moved ${select(wasKind, { date: `from ${was}`, other: `from ${was}` })} ${select(isKind, { date: `to ${is}`, other: `to ${is}` })}`;
      return t`${of} moved ${select(wasKind, { date: `from ${was}`, other: `from ${was}` })} ${select(isKind, { date: `to ${is}`, other: `to ${is}` })} (${plural(days, { one: '# day later', other: '# days later' })})`;
    }

    /** What changed, most important first, one clause each. `withDays`: also by how many days. */
    function clauses(change: CalendarChange, unit: string | null, withDays: boolean): string[] {
      const { wanted, before, now, worst, level, maxLeadTime } = change;
      const parts: string[] = [];
      const [old, current] = [resultWords(before), resultWords(now)];
      // A move of the max lead time alone is stated as such below.
      const main = worst !== null && worst.quantity !== null ? laterWords(worst, worst.quantity, unit, withDays) : null;
      if (main !== null) parts.push(main);
      const isSaid = worst !== null && dateWords(worst.from) === old && resultWords(worst.to) === current;
      const isMaxLeadTime = before.kind === 'max-lead-time' && now.kind === 'max-lead-time' && old !== current;
      if (isMaxLeadTime) {
        const [was, is] = [dateWords(before.date), dateWords(now.date)];
        parts.push(t`ship date at max lead time changed from ${was} to ${is}`);
      } else if (old !== current && (main === null || (wanted === null && !isSaid))) {
        const of = wanted === null ? null : formatQuantity(wanted, unit);
        parts.push(
          of === null
            ? t`ship date changed from ${old} to ${current}`
            : t`ship date of ${of} changed from ${old} to ${current}`,
        );
      }
      if (level !== null) {
        const [date, was, is] = [
          dateWords(level.date),
          formatQuantity(level.before, unit),
          formatQuantity(level.now, unit),
        ];
        parts.push(
          level.date <= today && namedToday !== null
            ? t`available quantity today changed from ${was} to ${is}`
            : t`available quantity on ${date} changed from ${was} to ${is}`,
        );
      }
      // Of what ships at max lead time, it is said above.
      if (maxLeadTime !== null && !isMaxLeadTime) {
        const was = maxLeadTime.before === null ? t`none` : formatDate(maxLeadTime.before, 'medium');
        const is = maxLeadTime.now === null ? t`none` : formatDate(maxLeadTime.now, 'medium');
        parts.push(t`max lead time date changed from ${was} to ${is}`);
      }
      return parts;
    }

    return {
      /** Sentences of all that changed, without the days of {@link date}. */
      all: (change: CalendarChange, unit: string | null) => clauses(change, unit, false).map(capitalized),
      /** The sentence of what is worst. */
      main: (change: CalendarChange, unit: string | null) => capitalized(clauses(change, unit, true)[0] ?? ''),
      date: (change: CalendarChange) => capitalized(date(change)),
      amount,
    };
  }, [t, today, namedToday, isForFile, formatDate, formatFromToday, formatQuantity]);
}

function capitalized(text: string): string {
  return text.replace(/^./u, (first) => first.toLocaleUpperCase());
}

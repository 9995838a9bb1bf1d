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
  quantityChange,
  type QuantityMove,
} from '#stock/calendars/calendar-change.ts';
import { formatShare } from '#stock/locale-number.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { ChangeDirection } from '#stock/contract/calendar-options.ts';
import type { Thousandths } from '#stock/thousandths.ts';

export function useDirectionNames(): Record<ChangeDirection, string> {
  const { t } = useLingui();
  return { gone: t`Less available`, later: t`Later`, earlier: t`Earlier`, same: t`Same ship date` };
}

/**
 * Returns functions that describe a calendar change in the user's language. Stable.
 * @param isForFile whether today is written as its date, since files and paper are read on later days too
 */
export function useChangeWords(isForFile = false) {
  const { t } = useLingui();
  const { today, namedToday: named, formatDate, formatFromToday, formatQuantity, locale } = useLocale();
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

    function moveInDays(by: number): string {
      const days = Math.abs(by);
      return by < 0
        ? t`${plural(days, { one: '# day earlier', other: '# days earlier' })}`
        : t`${plural(days, { one: '# day later', other: '# days later' })}`;
    }

    /** Describes the change of the ship date. */
    function date(change: CalendarChange): string {
      const days = moveInDays(daysOfMove(change) ?? 0);
      const words: Record<DateMove, string> = {
        earlier: days,
        later: days,
        'same-day': t`same ship date`,
        came: t`available again`,
        more: t`more available`,
        went: t`not available`,
        less: t`less available`,
        'never-available': t`still not available`,
      };
      return words[dateMove(change)];
    }

    /** Formats the change of the quantity, and its share and day; null if none. */
    function amount(change: CalendarChange, unit: string | null): { by: string; of: string } | null {
      const quantity = quantityChange(change);
      if (quantity === null) return null;
      const { by, before, on } = quantity;
      const share = before > 0 ? formatShare(Math.abs(by), before, locale) : '';
      const signedShare = share === '' || share.startsWith('<') ? share : `${by > 0 ? '+' : '−'}${share}`;
      return {
        by: by > 0 ? `+${formatQuantity(by, unit)}` : formatQuantity(by, unit),
        of: [signedShare, on === null ? '' : dateWords(on)].filter((part) => part !== '').join(' · '),
      };
    }

    /**
     * `The last 8 of 275.5 m moved from Dec 11 to Dec 21 (10 days later)`; if that is no longer available, `At most 267.5
     * m, 275.5 m before (from Dec 11)`.
     */
    function moveWords(
      { moved, from, to, days }: QuantityMove,
      quantity: Thousandths,
      unit: string | null,
      withDays: boolean,
    ): string {
      const [whole, part, was, is] = [
        formatQuantity(quantity, unit),
        formatQuantity(moved),
        resultWords(from),
        resultWords(to),
      ];
      const rest = formatQuantity(quantity - moved, unit);
      if (to.kind === 'not-available')
        return moved === quantity
          ? t`${whole} no longer available, was ${was}`
          : t`at most ${rest}, ${whole} before (from ${was})`;
      if (from.kind === 'not-available')
        return moved === quantity
          ? t`${whole} available ${select(kindOf(to.date), { date: `from ${is}`, other: `from ${is}` })}, none before`
          : t`${whole} available ${select(kindOf(to.date), { date: `from ${is}`, other: `from ${is}` })}, at most ${rest} before`;
      const of = moved === quantity ? whole : t`the last ${part} of ${whole}`;
      const [wasKind, isKind] = [kindOf(from.date), kindOf(to.date)];
      const main = t`${of} moved ${select(wasKind, { date: `from ${was}`, other: `from ${was}` })} ${select(isKind, { date: `to ${is}`, other: `to ${is}` })}`;
      if (!withDays || days === null) return main;
      const by = moveInDays(days);
      return `${main} (${by})`;
    }

    /** What changed, most important first, one clause each. `withDays`: also by how many days. */
    function clauses(change: CalendarChange, unit: string | null, withDays: boolean): string[] {
      const { wanted, before, now, move, level, maxLeadTime } = change;
      const parts: string[] = [];
      const [old, current] = [resultWords(before), resultWords(now)];
      // A move of the max lead time alone is stated as such below.
      const main = move !== null && move.quantity !== null ? moveWords(move, move.quantity, unit, withDays) : null;
      if (main !== null) parts.push(main);
      const isSaid = move !== null && resultWords(move.from) === old && resultWords(move.to) === current;
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
      // Beside a move, another quantity of another day would contradict it.
      if (level !== null && main === null) {
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
  }, [t, today, namedToday, isForFile, formatDate, formatFromToday, formatQuantity, locale]);
}

function capitalized(text: string): string {
  return text.replace(/^./u, (first) => first.toLocaleUpperCase());
}

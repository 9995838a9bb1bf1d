import { msg, plural } from '@lingui/core/macro';

import type { ProductAvailability } from '#parts/result/use-availability.ts';
import type { Wording } from '#parts/result/wording.ts';
import type { StockResult } from '#stock/stock-result.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { formatQuantity as formatFigure } from '#stock/locale-number.ts';
import { compareShipBy } from '#stock/ship-by.ts';
import { readTimeline } from '#stock/stock-timeline.ts';

import type { AvailabilityQuery } from './availability-query.ts';

/** Result for the ship-by date, and the largest quantity that meets it. */
export interface ShipByWords {
  tone: 'in-time' | 'max-lead-time' | 'late';
  words: string;
  remedy: string | null;
  /** What can ship by the date, if that is a part: `406.5 of 500 m by December 12`. */
  onTime: string | null;
}

/**
 * Returns the result in words: *on time*, *n days late* or *n short*. Null without a ship-by date. Without a calendar
 * the missing quantity is unknown.
 */
export function shipByWords(
  { wording, timeline }: Pick<ProductAvailability, 'wording' | 'timeline'>,
  { quantity, shipBy }: Pick<AvailabilityQuery, 'quantity' | 'shipBy'>,
  stockResult: StockResult,
): ShipByWords | null {
  if (shipBy === null) return null;
  const { i18n, today } = wording;
  const day = wording.formatDate(shipBy, 'long');
  const comparison = compareShipBy(timeline ?? readTimeline([], today), quantity, stockResult, shipBy);
  if (comparison.kind === 'in-time')
    return comparison.isMaxLeadTime
      ? { tone: 'max-lead-time', words: i18n._(msg`on time for ${day}, max lead time`), remedy: null, onTime: null }
      : { tone: 'in-time', words: i18n._(msg`on time for ${day}`), remedy: null, onTime: null };
  const { byDays, maxOnTime } = comparison;
  const shortBy = timeline === null ? 0 : comparison.shortBy;
  const isPart = shortBy > 0 && maxOnTime > 0;
  return {
    tone: 'late',
    words: lateWords(wording, byDays, shortBy) ?? i18n._(msg`late for ${day}`),
    remedy: timeline === null || shortBy === 0 ? null : remedy(wording, day, maxOnTime),
    onTime: isPart ? partWords(wording, maxOnTime, quantity, shipBy) : null,
  };
}

function partWords(wording: Wording, part: number, quantity: number, date: CalendarDate): string {
  const { i18n, locale, formatDate, formatQuantity } = wording;
  const day = formatDate(date, 'long');
  const figure = formatFigure(part, locale);
  return i18n._(msg`${figure} of ${formatQuantity(quantity)} by ${day}`);
}

function lateWords(wording: Wording, byDays: number | null, shortBy: number): string | null {
  const { i18n } = wording;
  const short = wording.formatQuantity(shortBy);
  if (byDays === null) return shortBy > 0 ? i18n._(msg`${short} short`) : null;
  return shortBy > 0
    ? i18n._(msg`${plural(byDays, { one: '# day late', other: '# days late' })}, ${short} short`)
    : i18n._(msg`${plural(byDays, { one: '# day late', other: '# days late' })}`);
}

function remedy(wording: Wording, day: string, maxOnTime: number): string {
  const { i18n } = wording;
  return maxOnTime > 0
    ? i18n._(msg`Maximum quantity by ${day}: ${wording.formatQuantity(maxOnTime)}.`)
    : i18n._(msg`No quantity can ship by ${day}.`);
}

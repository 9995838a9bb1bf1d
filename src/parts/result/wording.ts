import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { type Locale, useLocale } from '#ui/locale.tsx';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { StockResult, DatedResult } from '#stock/stock-result.ts';
import type { QuantityBreak } from '#stock/quantity-breaks.ts';
import { type LaterDemand, laterDemand } from '#stock/later-demand.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** Locale, current date and unit for sentences about a result. */
export interface Wording extends Pick<Locale, 'locale' | 'today' | 'namedToday' | 'formatDate' | 'formatFromToday'> {
  i18n: I18n;
  unit: string | null;
  /** Includes the unit: `2.5 m`. */
  formatQuantity: (quantity: Thousandths) => string;
}

/** @param shownLocale the user's by default, or as of an earlier day */
export function useWording(unit: string | null, shownLocale?: Locale): Wording {
  const { i18n } = useLingui();
  const usersLocale = useLocale();
  const locale = shownLocale ?? usersLocale;
  return useMemo(
    () => ({ ...locale, i18n, unit, formatQuantity: (quantity) => locale.formatQuantity(quantity, unit) }),
    [i18n, locale, unit],
  );
}

/** Formats the distance of a date from today, `in 12 days`. Past dates count as today. */
export function distanceWords({ today, formatFromToday }: Wording, date: CalendarDate): string {
  return formatFromToday(later(today, date));
}

/** A ship date in words, and its distance from today; null if there is none, or if it would only be the date again. */
export function shipDateWords(wording: Wording, date: CalendarDate): { day: string; distance: string | null } {
  const { today, namedToday, formatDate } = wording;
  const distance = distanceWords(wording, date);
  if (namedToday !== null && date <= namedToday) return { day: distance, distance: null };
  const shown = later(today, date);
  return {
    day: formatDate(shown, 'long'),
    distance: distance === formatDate(shown, 'short') ? null : distance,
  };
}

/** Returns the product's name for customers: its name, otherwise its SKU or ID. */
export function productWords({ name, sku, productId }: Product): string {
  const words = name ?? sku ?? String(productId);
  return rightToLeft.test(words) ? `\u2068${words}\u2069` : words;
}

/** Right-to-left scripts. They are isolated, because they would reorder the surrounding sentence. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Returns the availability status, or that the result isn't reliable. */
export function statusWords(kind: StockResult['kind'] | 'not-trusted', i18n: I18n): string {
  const words: Record<typeof kind, string> = {
    'in-stock': i18n._(msg`In stock`),
    expected: i18n._(msg`Expected`),
    'max-lead-time': i18n._(msg`Max lead time`),
    'not-available': i18n._(msg`Not available`),
    'not-trusted': i18n._(msg`Result not reliable`),
  };
  return words[kind];
}

/** Formats quantity and product: `250 m of Linen twill`. */
export function goodsWords(wording: Wording, product: Product, quantity: Thousandths): string {
  const amount = wording.formatQuantity(quantity);
  const name = productWords(product);
  return wording.i18n._(msg`${amount} of ${name}`);
}

/** Returns when and on what basis a quantity can ship. A null product is omitted, if the context names it. */
export function resultSentence(
  wording: Wording,
  product: Product | null,
  quantity: Thousandths,
  stockResult: StockResult,
): string {
  const { i18n } = wording;
  const goods = product === null ? wording.formatQuantity(quantity) : goodsWords(wording, product, quantity);
  if (stockResult.kind === 'not-available')
    return i18n._(msg`${goods} can't ship on any date. The quantity exceeds current and expected stock.`);
  const date = wording.formatDate(later(wording.today, stockResult.date), 'weekday');
  if (stockResult.kind === 'in-stock')
    return wording.namedToday === null
      ? i18n._(msg`${goods} can ship on ${date} from stock.`)
      : i18n._(msg`${goods} can ship today from stock.`);
  return stockResult.kind === 'expected'
    ? i18n._(msg`${goods} can ship on ${date} from expected stock.`)
    : i18n._(msg`${goods} can ship from ${date}, the max lead time date. Stock doesn't cover this quantity earlier.`);
}

/** Formats a result on one line: `17 March 2026, in 12 days`, with its basis unless that is expected stock. */
export function dateResultWords(wording: Wording, stockResult: StockResult): string {
  const { i18n } = wording;
  if (stockResult.kind === 'not-available') return i18n._(msg`not available`);
  const { day, distance } = shipDateWords(wording, stockResult.date);
  if (stockResult.kind === 'in-stock') return i18n._(msg`${day}, from stock`);
  if (stockResult.kind === 'expected') return distance === null ? day : i18n._(msg`${day}, ${distance}`);
  return distance === null ? i18n._(msg`${day}, at max lead time`) : i18n._(msg`${day}, ${distance}, at max lead time`);
}

/** Returns the hint of later demand for a result, null if the quantity stays available. Not for customers. */
export function laterDemandOf(
  wording: Wording,
  timeline: StockTimeline | null,
  stockResult: StockResult,
  quantity: Thousandths,
): string | null {
  const demand = timeline && laterDemand(timeline, stockResult, quantity);
  return demand && laterDemandWords(wording, demand, 'long');
}

/** Returns the hint of later demand: the first day the quantity falls below, and the lowest if it falls further. */
export function laterDemandWords(
  { i18n, formatQuantity, formatDate }: Pick<Wording, 'i18n' | 'formatQuantity' | 'formatDate'>,
  { first, lowest }: LaterDemand,
  style: 'long' | 'medium',
): string {
  const [level, date] = [formatQuantity(first.level), formatDate(first.date, style)];
  if (lowest === first) return i18n._(msg`Later demand: available quantity drops to ${level} on ${date}.`);
  const [least, day] = [formatQuantity(lowest.level), formatDate(lowest.date, style)];
  return i18n._(msg`Later demand: available quantity drops to ${level} on ${date}, and to ${least} on ${day}.`);
}

/** Says that the calendar holds a quantity before the date that the service confirms for it. */
export function differenceWords(
  wording: Pick<Wording, 'i18n' | 'today' | 'formatDate' | 'formatQuantity'>,
  quantity: Thousandths,
  earlier: DatedResult,
  confirmed: DatedResult,
): string {
  const { i18n, today, formatDate } = wording;
  const amount = wording.formatQuantity(quantity);
  const before = formatDate(later(today, earlier.date), 'medium');
  const date = formatDate(later(today, confirmed.date), 'medium');
  return i18n._(msg`The stock calendar shows ${amount} from ${before}; the service confirms ${date}.`);
}

/** Returns the maximum available quantity and its date, for a quantity that isn't available. */
export function maxAvailableWords(wording: Wording, most: QuantityBreak | undefined): string {
  const { i18n, today, namedToday } = wording;
  if (most === undefined) return i18n._(msg`No quantity of this product is available on any date.`);
  const amount = wording.formatQuantity(most.upTo);
  return namedToday !== null && most.date <= namedToday
    ? i18n._(msg`Maximum available quantity: ${amount}, today.`)
    : i18n._(msg`Maximum available quantity: ${amount}, from ${wording.formatDate(later(today, most.date), 'long')}.`);
}

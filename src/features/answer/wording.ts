import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { type Locale, useLocale } from '#ui/locale.tsx';
import type { Product } from '#contract/gateway.ts';
import type { Answer } from '#domain/answer.ts';
import type { QuantityBreak } from '#domain/quantity-breaks.ts';
import { fallBelow } from '#domain/split-delivery.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** In whose words, from which day and in which unit the sentences of this screen speak. */
export interface Wording extends Pick<Locale, 'locale' | 'today' | 'formatDate' | 'formatFromToday'> {
  i18n: I18n;
  unit: string | null;
  /** With the unit: `2.5 m`. */
  formatQuantity: (quantity: Thousandths) => string;
}

export function useWording(unit: string | null): Wording {
  const { i18n } = useLingui();
  const locale = useLocale();
  return useMemo(
    () => ({ ...locale, i18n, unit, formatQuantity: (quantity) => locale.formatQuantity(quantity, unit) }),
    [i18n, locale, unit],
  );
}

/** How far a date lies from today, `in 12 days`; what is past can leave today and reads so. */
export function distanceWords({ today, formatFromToday }: Wording, date: CalendarDate): string {
  return formatFromToday(later(today, date));
}

/** What a customer knows the product by: its name, else its SKU, else its id. */
export function productWords({ name, sku, productId }: Product): string {
  const words = name ?? sku ?? String(productId);
  return rightToLeft.test(words) ? `\u2068${words}\u2069` : words;
}

/** Scripts that would turn the order of the sentence around them, were they not kept apart. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The availability status, or that a result isn't to be relied on. */
export function statusWords(kind: Answer['kind'] | 'not-trusted', i18n: I18n): string {
  const words: Record<typeof kind, string> = {
    'in-stock': i18n._(msg`In stock`),
    expected: i18n._(msg`Expected`),
    'max-lead-time': i18n._(msg`Max lead time`),
    'not-available': i18n._(msg`Not available`),
    'not-trusted': i18n._(msg`Result not reliable`),
  };
  return words[kind];
}

/** `250 m of Linen twill`. */
export function goodsWords(wording: Wording, product: Product, quantity: Thousandths): string {
  const amount = wording.formatQuantity(quantity);
  const name = productWords(product);
  return wording.i18n._(msg`${amount} of ${name}`);
}

/** How much of what can leave when, and what that rests on; a null product is named by what stands around. */
export function answerSentence(
  wording: Wording,
  product: Product | null,
  quantity: Thousandths,
  answer: Answer,
): string {
  const { i18n } = wording;
  const goods = product === null ? wording.formatQuantity(quantity) : goodsWords(wording, product, quantity);
  if (answer.kind === 'not-available')
    return i18n._(msg`${goods} can't ship on any date. The quantity exceeds current and expected stock.`);
  const date = wording.formatDate(later(wording.today, answer.date), 'weekday');
  if (answer.kind === 'in-stock') return i18n._(msg`${goods} can ship today from stock.`);
  return answer.kind === 'expected'
    ? i18n._(msg`${goods} can ship on ${date} from expected stock.`)
    : i18n._(msg`${goods} can ship from ${date}, the max lead time date. Stock doesn't cover this quantity earlier.`);
}

/** An answer on one line: `17 March 2026, in 12 days`, with what it rests on where that isn't real stock. */
export function dateAnswerWords(wording: Wording, answer: Answer): string {
  const { i18n, today } = wording;
  if (answer.kind === 'not-available') return i18n._(msg`not available`);
  const distance = distanceWords(wording, answer.date);
  if (answer.kind === 'in-stock') return i18n._(msg`${distance}, from stock`);
  const date = wording.formatDate(later(today, answer.date), 'long');
  return answer.kind === 'expected'
    ? i18n._(msg`${date}, ${distance}`)
    : i18n._(msg`${date}, ${distance}, at max lead time`);
}

/** The warning of an answer above what is available to promise; null where the quantity stays covered. */
export function shortfallWords(
  wording: Wording,
  timeline: StockTimeline | null,
  answer: Answer,
  quantity: Thousandths,
): string | null {
  const fall = timeline && fallBelow(timeline, answer, quantity);
  if (fall === null) return null;
  const level = wording.formatQuantity(fall.level);
  return wording.i18n._(msg`Available quantity drops to ${level} on ${wording.formatDate(fall.date, 'long')}.`);
}

/** The largest quantity that can be had where the one asked for can't, and from when. */
export function mostAvailableWords(wording: Wording, most: QuantityBreak | undefined): string {
  const { i18n, today } = wording;
  if (most === undefined) return i18n._(msg`No quantity of this product is available on any date.`);
  const amount = wording.formatQuantity(most.upTo);
  return most.date <= today
    ? i18n._(msg`Maximum available quantity: ${amount}, today.`)
    : i18n._(msg`Maximum available quantity: ${amount}, from ${wording.formatDate(most.date, 'long')}.`);
}

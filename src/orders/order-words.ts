import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import type { Product } from '#stock/contract/gateway-responses.ts';
import type { LineChange } from '#stock/order/check-record.ts';
import type { LineProblem, LineState, LineStatus, ReconcileFinding } from '#stock/order/line-state.ts';
import { describeQuantityProblem } from '#parts/quantity-field.tsx';
import { noResultWords } from '#parts/result/no-result-words.ts';
import type { DraftLine } from '#parts/saved-orders/saved-order.ts';
import { readTypedQuantity } from '#stock/typed-quantity.ts';
import { todayIn } from '#stock/calendar-date.ts';
import { formatTime } from '#stock/locale-date.ts';
import { formatQuantity } from '#stock/locale-number.ts';
import { levelToThousandths } from '#stock/thousandths.ts';
import { type Locale, useLocale } from '#ui/locale.tsx';

/** Language, formatters and day for texts about an order. */
export interface OrderWords extends Pick<
  Locale,
  | 'locale'
  | 'today'
  | 'timeZone'
  | 'namedToday'
  | 'formatDate'
  | 'formatQuantity'
  | 'formatFromToday'
  | 'formatShipDate'
> {
  i18n: I18n;
  /** Whether the text is read on other days too, so that it contains dates instead of *today*. */
  isForFile?: boolean;
}

/** Returns the same object until language or day change. */
export function useOrderWords(): OrderWords {
  const { i18n } = useLingui();
  const locale = useLocale();
  return useMemo(() => ({ ...locale, i18n }), [locale, i18n]);
}

/** Formats Unix milliseconds of today as the time of day, any other as their day. */
export function shortMoment(
  at: number,
  { locale, timeZone, today, formatDate }: Pick<Locale, 'locale' | 'timeZone' | 'today' | 'formatDate'>,
): string {
  const day = todayIn(timeZone, new Date(at));
  return day === today ? formatTime(at, locale) : formatDate(day, 'medium');
}

// Translated one at a time: sorting and filtering by status name each of 10,000 lines.
const statusMessages: Record<Exclude<LineStatus, 'not-checked'>, MessageDescriptor> = {
  checking: msg`Checking`,
  'in-stock': msg`In stock`,
  expected: msg`Expected`,
  'max-lead-time': msg`Max lead time`,
  'unknown-product': msg`Unknown product`,
  'no-stock-data': msg`No stock data`,
  'not-available': msg`Not available`,
  'unit-differs': msg`Unit differs`,
  ordered: msg`Ordered`,
  shipped: msg`Shipped`,
  'no-result': msg`No result`,
  'not-trusted': msg`Result not reliable`,
  outdated: msg`Checked earlier`,
};

/** Returns a status in words; empty if the line wasn't checked. */
export function statusWords(status: LineStatus, i18n: I18n): string {
  return status === 'not-checked' ? '' : i18n._(statusMessages[status]);
}

export function daysLateWords(days: number, i18n: I18n): string {
  return t(i18n)`${plural(days, { one: '# day late', other: '# days late' })}`;
}

/** `3 days later`, of days below 0 `3 days earlier`. */
export function daysMovedWords(moved: number, i18n: I18n): string {
  const days = Math.abs(moved);
  return moved > 0
    ? t(i18n)`${plural(days, { one: '# day later', other: '# days later' })}`
    : t(i18n)`${plural(days, { one: '# day earlier', other: '# days earlier' })}`;
}

/** Explains what is wrong with a line, and how to correct it. */
export function problemWords(
  problem: LineProblem,
  line: DraftLine,
  product: Product | null,
  { i18n, locale, today, namedToday, formatDate, isForFile }: OrderWords,
): string {
  switch (problem) {
    case 'no-product':
      return t(i18n)`Enter a product ID, SKU or name.`;
    case 'not-found':
      return t(i18n)`No product has the product ID, SKU or name “${line.product}”.`;
    case 'no-quantity': {
      const reading = readTypedQuantity(line.quantityText, locale);
      return describeQuantityProblem(reading.ok ? { ok: false, reason: 'empty' } : reading, i18n, locale);
    }
    case 'other-unit':
      return otherUnitWords(line.writtenUnit, product?.unit ?? '', i18n);
    case 'far-date':
      return t(i18n)`Ship by is more than 20 years ahead.`;
    case 'past-date':
    default:
      return isForFile || namedToday === null
        ? t(i18n)`Ship by is before ${formatDate(today, 'medium')}.`
        : t(i18n)`Ship by is before today.`;
  }
}

/** Explains that a line's unit isn't the product's. */
export function otherUnitWords(writtenUnit: string, productUnit: string, i18n: I18n): string {
  return t(
    i18n,
  )`Unit is ${writtenUnit} in the list, but the product is sold in ${productUnit}. The quantity wasn't converted.`;
}

/** Explains in a sentence why a line has no reliable date; null if it has one, or wasn't checked. */
export function reasonWords(state: LineState, words: OrderWords): string | null {
  const { i18n } = words;
  if (state.kind === 'unknown-product') return t(i18n)`This product doesn't exist in your market.`;
  if (state.kind === 'no-stock-data') return t(i18n)`The stock service has no data for this product.`;
  if (state.kind === 'not-available')
    return t(i18n)`Not available: the quantity exceeds stock, and there is no max lead time.`;
  if (state.kind === 'no-result') return noResultWords(state, i18n);
  return state.kind === 'not-trusted' ? findingWords(state.finding, words) : null;
}

function findingWords(finding: ReconcileFinding, words: OrderWords): string {
  const { i18n, locale, namedToday, formatDate, isForFile } = words;
  switch (finding.kind) {
    case 'missing':
      return t(i18n)`The service returned no result for this line.`;
    case 'unreadable':
      return t(i18n)`The service's result for this line can't be read.`;
    case 'other-product':
      return t(i18n)`The service returned a result for another product: ${finding.productId}.`;
    case 'doubled':
      return t(i18n)`The service returned ${finding.count} results for this line.`;
    case 'other-quantity': {
      const quantity = formatQuantity(levelToThousandths(finding.quantity), locale);
      return t(i18n)`The service returned a result for another quantity: ${quantity}.`;
    }
    case 'other-day': {
      const date = formatDate(finding.stockDate, 'medium');
      return t(i18n)`The date ${date} doesn't match its Unix time ${finding.stockDateUnix}.`;
    }
    case 'deleted':
      return t(i18n)`The service marked this entry as deleted.`;
    case 'other-market':
      return t(i18n)`The stock service responded for another market.`;
    case 'incomplete-calendar':
      return t(i18n)`The stock calendar is incomplete.`;
    case 'refused-though-available': {
      const date = formatDate(finding.calendar.date, 'medium');
      return t(i18n)`Conflicts with the stock calendar, which shows a ship date: ${date}.`;
    }
    case 'not-enough':
    default: {
      const { date } = finding;
      const quantity = formatQuantity(finding.level, locale);
      return isForFile || date !== namedToday
        ? t(i18n)`Conflicts with the stock calendar, which shows ${quantity} on ${formatDate(date, 'medium')}.`
        : t(i18n)`Conflicts with the stock calendar, which shows ${quantity} today.`;
    }
  }
}

/** Describes a line's change since the previous check; null if there is none. */
export function changeWords(change: LineChange, { i18n, today, formatDate }: OrderWords): string | null {
  switch (change.kind) {
    case 'moved': {
      const days = Math.abs(change.days);
      const from = formatDate(change.from, 'short');
      // What was in stock is compared as of today, which isn't the date of the previous check.
      if (change.from === today && change.days > 0) return daysMovedWords(days, i18n);
      return change.days > 0
        ? t(i18n)`${plural(days, { one: '# day', other: '# days' })} later than ${from}`
        : t(i18n)`${plural(days, { one: '# day', other: '# days' })} earlier than ${from}`;
    }
    case 'newly-max-lead-time':
      return t(i18n)`now at max lead time, was ${formatDate(change.from, 'short')}`;
    case 'recovered':
      return change.from === null
        ? t(i18n)`has a ship date again`
        : t(i18n)`stock-backed again, was max lead time ${formatDate(change.from, 'short')}`;
    case 'lost':
      return t(i18n)`no ship date any more, was ${formatDate(change.from, 'short')}`;
    case 'unchanged':
    default:
      return null;
  }
}

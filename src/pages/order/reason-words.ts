import { t } from '@lingui/core/macro';

import { notAnsweredWords } from '#features/not-answered/not-answered-words.ts';
import type { LineState, ReconcileFinding } from '#domain/order/line-state.ts';
import { formatQuantity } from '#lib/locale-number.ts';
import { toThousandths } from '#lib/thousandths.ts';

import type { OrderWords } from './order-words.ts';

/** Why a line has no date to count on, in one sentence; null where it has one, or wasn't asked. */
export function reasonWords(state: LineState, words: OrderWords): string | null {
  const { i18n } = words;
  switch (state.kind) {
    case 'unknown-product':
      return t(i18n)`The service knows no such product in your market.`;
    case 'not-available':
      return t(i18n)`No date covers the whole quantity, and there is no max lead time.`;
    case 'not-answered':
      return notAnsweredWords(state, words.i18n);
    case 'not-trusted':
      return findingWords(state.finding, words);
    case 'unasked':
    case 'checking':
    case 'answered':
    default:
      return null;
  }
}

function findingWords(finding: ReconcileFinding, { i18n, locale, formatDate }: OrderWords): string {
  switch (finding.kind) {
    case 'missing':
      return t(i18n)`The service left this line out of its answer.`;
    case 'other-product':
      return t(i18n)`The service answered for product ${finding.productId} instead.`;
    case 'doubled':
      return t(i18n)`The service answered ${finding.count} times for this line.`;
    case 'other-quantity': {
      const quantity = formatQuantity(toThousandths(finding.quantity), locale);
      return t(i18n)`The service answered for another quantity: ${quantity}.`;
    }
    case 'other-day': {
      const date = formatDate(finding.stockDate, 'medium');
      return t(i18n)`The date ${date} and its Unix time ${finding.stockDateUnix} are different days.`;
    }
    case 'deleted':
      return t(i18n)`The service marked the entry as deleted.`;
    case 'calendar-contradicts':
    default: {
      const level = formatQuantity(finding.levelToday, locale);
      return t(i18n)`The product's calendar says otherwise: its level today is ${level}.`;
    }
  }
}

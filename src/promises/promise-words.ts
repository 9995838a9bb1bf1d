import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

import type { CustomerWords } from '#parts/export/customer-text.ts';
import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import type { DatedAnswer } from '#stock/answer.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { htmlText } from '#stock/export/clipboard-table.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import { formatDate } from '#stock/locale-date.ts';
import { type CloseReason, hasShipDate, type PromiseStatus } from '#stock/promises/promise-status.ts';

/** The status of a promise, in words (promises, *Status*). */
export function promiseStatusWords(status: PromiseStatus, checkedOn: string, i18n: I18n): string {
  switch (status.kind) {
    case 'earlier':
      return i18n._(msg`Earlier`);
    case 'later':
      return i18n._(msg`${plural(status.days, { one: '# day later', other: '# days later' })}`);
    case 'max-lead-time':
      return i18n._(msg`Max lead time only`);
    case 'not-available':
      return i18n._(msg`Not available`);
    case 'not-reliable':
      return i18n._(msg`Not reliable`);
    case 'not-checked':
      return i18n._(msg`Not checked since ${checkedOn}`);
    case 'due-today':
      return i18n._(msg`Due today`);
    case 'past':
      return i18n._(msg`Past`);
    case 'closed':
      return closeWords(status.why, i18n);
    case 'on-time':
    default:
      return i18n._(msg`On time`);
  }
}

export function closeWords(why: CloseReason, i18n: I18n): string {
  return i18n._({ ordered: msg`Ordered`, shipped: msg`Shipped`, cancelled: msg`Cancelled` }[why]);
}

/** One sentence that tells the customer the date that holds now instead of the promised one. */
export function updateText(promise: KeptPromise, words: CustomerWords): CopiedContent {
  const { i18n, locale, formatQuantity } = words;
  const { reference, product, quantity, unit, promised, now } = promise;
  const goods = `${product}, ${formatQuantity(quantity, unit)}`;
  const subject = reference ? i18n._(msg`Order ${reference}, ${goods}`) : goods;
  const dateOf = (date: DatedAnswer & { day: CalendarDate }) =>
    formatDate(later(date.date, date.day), locale, 'weekday');
  const before = dateOf(promised);
  const text = !hasShipDate(now)
    ? i18n._(msg`${subject}: we can no longer confirm ${before}.`)
    : now.kind === 'max-lead-time'
      ? i18n._(msg`${subject}: now ${dateOf(now)}, subject to the maximum lead time, instead of ${before}.`)
      : i18n._(msg`${subject}: now ${dateOf(now)} instead of ${before}.`);
  return { text, html: `<p>${htmlText(text)}</p>` };
}

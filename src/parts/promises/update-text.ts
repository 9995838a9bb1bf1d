import { msg } from '@lingui/core/macro';

import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import { type CustomerWords, sentencesLetter } from '#parts/export/customer-text.ts';
import type { DatedResult } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import { formatDate } from '#stock/locale-date.ts';
import { type ResultOfDay, hasShipDate } from '#stock/promises/promise-status.ts';

/** Says which ship date holds instead of the one that the customer was told, or that none does. */
export function changeSentence(
  subject: string,
  told: DatedResult & { day: CalendarDate },
  now: ResultOfDay,
  { i18n, locale }: Pick<CustomerWords, 'i18n' | 'locale'>,
): string {
  const dateOf = (date: DatedResult & { day: CalendarDate }) =>
    formatDate(later(date.date, date.day), locale, 'weekday');
  const before = dateOf(told);
  if (!hasShipDate(now)) return i18n._(msg`${subject}: we can no longer confirm ${before}.`);
  return now.kind === 'max-lead-time'
    ? i18n._(msg`${subject}: now ${dateOf(now)}, subject to the maximum lead time, instead of ${before}.`)
    : i18n._(msg`${subject}: now ${dateOf(now)} instead of ${before}.`);
}

/** The letter that tells the customer which dates hold now instead of the promised ones: a sentence for each promise. */
export function updateLetter(promises: readonly KeptPromise[], words: CustomerWords): CopiedContent {
  const { i18n, formatQuantity } = words;
  const sentences = promises.map(({ reference, product, quantity, unit, promised, now }) => {
    const goods = `${product}, ${formatQuantity(quantity, unit)}`;
    const subject = reference ? i18n._(msg`Order ${reference}, ${goods}`) : goods;
    return changeSentence(subject, promised, now, words);
  });
  const offers = promises.map(({ now }) => ({ part: null, stockResult: hasShipDate(now) ? now : null, asOf: now.day }));
  const checkedAt = Math.min(...promises.map((promise) => promise.checkedAt));
  return sentencesLetter(sentences, { offers, checkedAt, transit: null }, words);
}

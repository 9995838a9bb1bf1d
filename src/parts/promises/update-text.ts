import { msg } from '@lingui/core/macro';

import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import { type CustomerWords, sentencesLetter } from '#parts/export/customer-text.ts';
import type { DatedResult } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import { formatDate } from '#stock/locale-date.ts';
import type { LinePart } from '#stock/order/line-advice.ts';
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

/**
 * The letter that tells the customer which dates hold now instead of the promised ones: a sentence for each promise.
 * @param partOf returns the part that can ship before the promise's new date; null if there is none, or it isn't known
 */
export function updateLetter(
  promises: readonly KeptPromise[],
  words: CustomerWords,
  partOf: (promise: KeptPromise) => LinePart | null = () => null,
): CopiedContent {
  const { i18n, locale, formatQuantity } = words;
  const [first, ...others] = promises;
  // Said once, if there is more than one sentence.
  const reference =
    others.length > 0 && others.every((each) => each.reference === first?.reference) && first?.reference;
  const ofOrder = (reference: string, goods: string) => i18n._(msg`Order ${reference}, ${goods}`);
  const parts = promises.map(partOf);
  const sentences = promises.map((promise, at) => {
    const { product, quantity, unit, promised, now } = promise;
    const goods = `${product}, ${formatQuantity(quantity, unit)}`;
    const subject = promise.reference && !reference ? ofOrder(promise.reference, goods) : goods;
    const change = changeSentence(subject, promised, now, words);
    const part = parts[at];
    if (!part) return change;
    const [amount, date] = [
      formatQuantity(part.quantity, unit),
      formatDate(later(part.date, now.day), locale, 'weekday'),
    ];
    return `${change} ${i18n._(msg`On request, ${amount} of it can ship on ${date}.`)}`;
  });
  const offers = promises.map(({ now }, at) => ({
    part: parts[at] ?? null,
    stockResult: hasShipDate(now) ? now : null,
    asOf: now.day,
  }));
  const checkedAt = Math.min(...promises.map((promise) => promise.checkedAt));
  const told = [...(reference ? [i18n._(msg`Your order: ${reference}`)] : []), ...sentences];
  return sentencesLetter(told, { offers, checkedAt, transit: null }, words);
}

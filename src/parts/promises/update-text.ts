import { msg } from '@lingui/core/macro';

import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import type { CustomerWords } from '#parts/export/customer-text.ts';
import type { DatedResult } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import { htmlText } from '#stock/export/clipboard-table.ts';
import { formatDate } from '#stock/locale-date.ts';
import { type ResultOfDay, hasShipDate } from '#stock/promises/promise-status.ts';

/** One sentence that tells the customer the date that holds now instead of the promised one. */
export function updateText(promise: KeptPromise, words: CustomerWords): CopiedContent {
  const { i18n, formatQuantity } = words;
  const { reference, product, quantity, unit, promised, now } = promise;
  const goods = `${product}, ${formatQuantity(quantity, unit)}`;
  const subject = reference ? i18n._(msg`Order ${reference}, ${goods}`) : goods;
  const text = changeSentence(subject, promised, now, words);
  return { text, html: `<p>${htmlText(text)}</p>` };
}

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

/** The updates of several promises, a sentence each, in one text. */
export function updatesText(promises: readonly KeptPromise[], words: CustomerWords): CopiedContent {
  const updates = promises.map((promise) => updateText(promise, words));
  return { text: updates.map(({ text }) => text).join('\n'), html: updates.map(({ html }) => html).join('') };
}

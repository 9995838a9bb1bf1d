import { msg, plural } from '@lingui/core/macro';

import type { DatedResult } from '#stock/stock-result.ts';
import { type DeliveryOptions, deliveryEstimate } from '#stock/delivery-estimate.ts';
import { htmlText } from '#stock/export/clipboard-table.ts';
import type { LinePart } from '#stock/order/line-advice.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { formatDate, formatMoment } from '#stock/locale-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import type { CopiedContent } from './copy-to-clipboard.ts';
import { type CustomerLine, customerTable, type TextWords } from './customer-table.ts';

/** Language and formats of a text for a customer. */
export interface CustomerWords extends TextWords {
  formatQuantity: (quantity: Thousandths, unit?: string | null) => string;
}

/** What a customer is told about a product: everything else about the result is internal. */
export interface CustomerOffer {
  product: string;
  quantity: Thousandths;
  unit: string | null;
  /** Ship date of the quantity, or of the rest after `part`; null if that can't ship. */
  stockResult: DatedResult | null;
  /** The part that can ship before, null if there is none. */
  part: LinePart | null;
  /** Day of the check: past dates mean that day. */
  asOf: CalendarDate;
  /** Whether it was checked on an earlier day or stock than the present one. */
  isEarlier: boolean;
}

export interface CustomerLetter {
  offers: readonly CustomerOffer[];
  /** The customer's reference, empty if there is none. */
  reference: string;
  /** Whether offers of the same order were left out. */
  isPartial: boolean;
  /** When the oldest result was received, Unix milliseconds. */
  checkedAt: number | null;
  /** The same of the newest one, if it differs. */
  checkedUntil?: number | null;
  /** Transit days, null if unknown. */
  transit: DeliveryOptions | null;
}

/** What a letter's closing sentences are about. */
type LetterDates = Pick<CustomerLetter, 'checkedAt' | 'checkedUntil' | 'transit'> & {
  offers: readonly Pick<CustomerOffer, 'part' | 'stockResult' | 'asOf'>[];
};

/** The letter about one product, in sentences; the HTML also has it in a table. */
export function productLetter(letter: CustomerLetter & { offers: readonly [CustomerOffer] }, words: CustomerWords) {
  const [offer] = letter.offers;
  const body = [offer.product, offerSentence(offer, words)];
  const closing = closingSentences(letter, words);
  const greeting = words.i18n._(msg`Hello,`);
  return {
    text: [greeting, '', ...body, '', ...closing].join('\n'),
    html: `${paragraphs([greeting, ...body])}${tableOf(letter.offers, words).html}${paragraphs(closing)}`,
  } satisfies CopiedContent;
}

/** The letter about an order: a sentence about the whole, and its lines in a table. */
export function orderLetter(letter: CustomerLetter, words: CustomerWords): CopiedContent {
  const { i18n } = words;
  const { reference } = letter;
  const table = tableOf(letter.offers, words);
  const opening = [
    i18n._(msg`Hello,`),
    ...(reference === '' ? [] : [i18n._(msg`Your order: ${reference}`)]),
    ...wholeSentences(letter, words),
  ];
  const closing = closingSentences(letter, words);
  return {
    text: [...opening, '', table.text, '', ...closing].join('\r\n'),
    html: `${paragraphs(opening)}${table.html}${paragraphs(closing)}`,
  };
}

/** A letter of sentences, with a greeting and what its dates mean. */
export function sentencesLetter(sentences: readonly string[], dates: LetterDates, words: CustomerWords): CopiedContent {
  const greeting = words.i18n._(msg`Hello,`);
  const closing = closingSentences(dates, words);
  return {
    text: [greeting, '', ...sentences, '', ...closing].join('\n'),
    html: paragraphs([greeting, ...sentences, ...closing]),
  };
}

/** Says in whole sentences how much can ship when. */
function offerSentence(offer: CustomerOffer, words: CustomerWords): string {
  const { i18n, formatQuantity } = words;
  const { quantity, unit, stockResult, part } = offer;
  const amount = formatQuantity(quantity, unit);
  const date = stockResult && dateOf(stockResult.date, offer, words);
  const isMaxLeadTime = stockResult?.kind === 'max-lead-time';
  if (part === null) {
    if (date === null) return i18n._(msg`We can't ship ${amount} at present.`);
    return isMaxLeadTime
      ? i18n._(msg`We can ship ${amount} from ${date}, subject to the maximum lead time.`)
      : i18n._(msg`We can ship ${amount} on ${date}.`);
  }
  const [first, day] = [formatQuantity(part.quantity, unit), dateOf(part.date, offer, words)];
  const rest = formatQuantity(quantity - part.quantity, unit);
  if (date === null)
    return i18n._(msg`We can ship ${first} on ${day}. We can't ship the remaining ${rest} at present.`);
  return isMaxLeadTime
    ? i18n._(
        msg`We can ship ${first} on ${day} and the remaining ${rest} from ${date}, subject to the maximum lead time.`,
      )
    : i18n._(msg`We can ship ${first} on ${day} and the remaining ${rest} on ${date}.`);
}

function tableOf(offers: readonly CustomerOffer[], words: CustomerWords) {
  return customerTable(customerLines(offers, words), words);
}

/** The lines of a letter's table. */
export function customerLines(offers: readonly CustomerOffer[], words: CustomerWords): CustomerLine[] {
  const { i18n, locale, formatQuantity } = words;
  return offers.map((offer) => {
    const { product, quantity, unit, stockResult, part, asOf, isEarlier } = offer;
    const note = [
      part && offerSentence(offer, words),
      isEarlier && i18n._(msg`Checked on ${formatDate(asOf, locale, 'long')}.`),
    ];
    return {
      product,
      amount: formatQuantity(quantity, unit),
      stockResult: stockResult ?? (part === null ? ({ kind: 'not-available' } as const) : null),
      asOf,
      noDate: i18n._(msg`in part`),
      note: note.filter(Boolean).join(' '),
    };
  });
}

/** Says whether and when everything can ship. */
export function wholeSentences({ offers, isPartial }: CustomerLetter, { i18n, locale }: CustomerWords): string[] {
  const dates = offers.flatMap(({ stockResult, asOf }) => (stockResult === null ? [] : later(stockResult.date, asOf)));
  const [last] = dates.toSorted().toReversed();
  if (last === undefined || dates.length < offers.length) {
    return [i18n._(msg`We can't ship everything. Below you find what can ship, and when.`)];
  }
  const date = formatDate(last, locale, 'weekday');
  if (offers.some(({ stockResult }) => stockResult?.kind === 'max-lead-time')) {
    return [
      isPartial
        ? i18n._(
            msg`${plural(offers.length, {
              one: `We can ship this product complete from ${date}, subject to the maximum lead time.`,
              other: `We can ship these products complete from ${date}, subject to the maximum lead time where it says so.`,
            })}`,
          )
        : i18n._(msg`We can ship the complete order from ${date}, subject to the maximum lead time where it says so.`),
    ];
  }
  return [
    isPartial
      ? i18n._(
          msg`${plural(offers.length, {
            one: `We can ship this product complete on ${date}.`,
            other: `We can ship these products complete on ${date}.`,
          })}`,
        )
      : i18n._(msg`We can ship the complete order on ${date}.`),
  ];
}

/** What a date means, said once, and when it was checked. */
export function closingSentences(
  { offers, checkedAt, checkedUntil, transit }: LetterDates,
  words: CustomerWords,
): string[] {
  const { i18n, locale } = words;
  const dates = offers.flatMap(({ part, stockResult, asOf }) =>
    [part?.date, stockResult?.date].flatMap((date) => (date === undefined ? [] : later(date, asOf))),
  );
  const caveat =
    transit === null
      ? i18n._(
          msg`${plural(dates.length, { one: 'Ship date, not delivery date.', other: 'Ship dates, not delivery dates.' })}`,
        )
      : arrivalSentence(dates, transit, words);
  return [
    ...(dates.length === 0 ? [] : [caveat]),
    ...(checkedAt === null
      ? []
      : [i18n._(msg`Checked on ${formatMoment(checkedAt, locale, checkedUntil ?? checkedAt)}.`)]),
  ];
}

/** Arrivals that a sentence names one by one. */
const maxNamedArrivals = 3;

/** When the goods of these ship dates are expected to arrive. */
function arrivalSentence(dates: readonly CalendarDate[], transit: DeliveryOptions, words: CustomerWords): string {
  const { i18n, locale } = words;
  const days = [...new Set(dates.map((date) => deliveryEstimate(date, transit)))].toSorted();
  const named = days.map((day) => formatDate(day, locale, 'weekday'));
  if (named.length <= maxNamedArrivals)
    return i18n._(msg`Expected at your door about ${new Intl.ListFormat(locale).format(named)}.`);
  const [first = '', last = ''] = [named[0], named.at(-1)];
  return i18n._(msg`Expected at your door from about ${first} to ${last}.`);
}

/** A ship date, never before the day of the check, and never *today*: the text is read on other days. */
function dateOf(date: CalendarDate, { asOf }: CustomerOffer, { locale }: CustomerWords): string {
  return formatDate(later(date, asOf), locale, 'weekday');
}

export function paragraphs(sentences: readonly string[]): string {
  return sentences.map((sentence) => `<p>${htmlText(sentence)}</p>`).join('');
}

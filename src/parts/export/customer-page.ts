import { msg } from '@lingui/core/macro';

import type { CustomerPage } from '#stock/contract/customer-links.ts';
import { type ResultOfDay, hasShipDate, isSameResult } from '#stock/promises/promise-status.ts';
import type { Language } from '#ui/language.ts';
import { changeSentence } from '#parts/promises/update-text.ts';

import { promiseWords } from './customer-table.ts';
import {
  closingSentences,
  type CustomerLetter,
  customerLines,
  type CustomerOffer,
  type CustomerWords,
  wholeSentences,
} from './customer-text.ts';

/** An offer with a key that tells it apart from the others of its page, also in other versions. */
export type KeyedOffer = CustomerOffer & { key: string };

export interface PageLetter extends CustomerLetter {
  offers: readonly KeyedOffer[];
  /** Name of the order; empty if it has none. */
  name: string;
}

/** The letter as a page, in the same words. `before` is the version that was published last. */
export function customerPage(
  letter: PageLetter,
  before: CustomerPage | null,
  language: Language,
  words: CustomerWords,
): CustomerPage {
  const { i18n } = words;
  const { offers, name, reference } = letter;
  const lines = customerLines(offers, words).map((line, index) => {
    const said = { quantity: line.amount, shipDate: promiseWords(line, words), note: line.note ?? '' };
    return Object.assign(said, factsOf(offers[index] as KeyedOffer));
  });
  return {
    language,
    title: name === '' ? i18n._(msg`Ship dates`) : name,
    reference: reference === '' || reference === name ? '' : i18n._(msg`Your order: ${reference}`),
    opening: wholeSentences(letter, words),
    changes: before && changesOf(before, lines, words),
    columns: {
      product: i18n._(msg`Product`),
      quantity: i18n._(msg`Quantity`),
      shipDate: i18n._(msg`Ship date`),
      note: i18n._(msg`Note`),
    },
    lines,
    closing: closingSentences(letter, words),
  };
}

/** Number of lines that the published page says something else about than a letter would. */
export function countDifferences(published: CustomerPage, { offers }: Pick<PageLetter, 'offers'>): number {
  const before = new Map(published.lines.map((line) => [line.key, line]));
  const different = offers.filter((offer) => {
    const known = before.get(offer.key);
    before.delete(offer.key);
    return known === undefined || !isSameLine(known, factsOf(offer));
  });
  return different.length + before.size;
}

type PageLine = CustomerPage['lines'][number];

/** What of a line is compared with other versions. */
type LineFacts = Pick<PageLine, 'key' | 'product' | 'amount' | 'results'>;

function factsOf(offer: KeyedOffer): LineFacts {
  return { key: offer.key, product: offer.product, amount: offer.quantity, results: resultsOf(offer) };
}

function isSameLine(a: LineFacts, b: LineFacts): boolean {
  return (
    a.product === b.product &&
    a.amount === b.amount &&
    a.results.length === b.results.length &&
    a.results.every((result, index) => isSameResult(result, b.results[index] as ResultOfDay))
  );
}

/** Results of the part that ships first, if any, and of the rest. */
function resultsOf({ stockResult, part, asOf: day }: CustomerOffer): DatedResultOfPage[] {
  return [
    ...(part === null
      ? []
      : [{ kind: part.date <= day ? ('in-stock' as const) : ('expected' as const), date: part.date, day }]),
    stockResult === null ? { kind: 'not-available', day } : { kind: stockResult.kind, date: stockResult.date, day },
  ];
}

type DatedResultOfPage = PageLine['results'][number];

/** What became different, in sentences; null if nothing did. */
function changesOf(before: CustomerPage, lines: readonly PageLine[], words: CustomerWords): CustomerPage['changes'] {
  const { i18n } = words;
  const known = new Map(before.lines.map((line) => [line.key, line]));
  const sentences = lines.flatMap((line) => {
    const was = known.get(line.key);
    known.delete(line.key);
    const goods = `${line.product}, ${line.quantity}`;
    if (was === undefined) return [i18n._(msg`${goods}: added.`)];
    if (isSameLine(was, line)) return [];
    const [told, now] = [was.results.at(-1), line.results.at(-1)];
    if (told === undefined || now === undefined) return [];
    if (hasShipDate(told) && !isSameResult(told, now)) return [changeSentence(goods, told, now, words)];
    return [i18n._(msg`${goods}: changed.`)];
  });
  const removed = [...known.values()].map(({ product, quantity }) => {
    const goods = `${product}, ${quantity}`;
    return i18n._(msg`${goods}: removed.`);
  });
  const all = [...sentences, ...removed];
  return all.length === 0 ? null : { heading: i18n._(msg`Changes`), sentences: all };
}

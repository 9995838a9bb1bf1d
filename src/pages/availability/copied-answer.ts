import { msg } from '@lingui/core/macro';

import type { Product } from '#contract/gateway.ts';
import type { Answer } from '#domain/answer.ts';
import { htmlText } from '#domain/export/clipboard-table.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { CopiedContent } from '#features/export/copy-to-clipboard.ts';
import { customerTable } from '#features/export/customer-table.ts';
import { mostAvailableWords, shortfallWords, type Wording } from '#features/answer/wording.ts';

import { neededByWords } from './needed-by.ts';

export interface AnswerToCopy {
  product: Product;
  quantity: Thousandths;
  answer: Answer;
  /** The ship-by date. */
  neededBy: CalendarDate | null;
  /** Null if there is no calendar. */
  timeline: StockTimeline | null;
  /** Time of the check, in the user's format. */
  asOf: string;
}

/**
 * The result as text for a customer: name and SKU instead of internal codes, full dates and the time of the check. The
 * HTML version contains the product in a table.
 */
export function copiedAnswer(wording: Wording, copy: AnswerToCopy): CopiedContent {
  const title = customerTitle(copy.product);
  const sentence = promise(wording, copy);
  const { asOf } = copy;
  const checked = wording.i18n._(msg`Checked on ${asOf}.`);
  const rest = [...lateness(wording, copy), ...condition(wording, copy), ...reservation(wording, copy), checked];
  const table = customerTable(
    [{ product: title, amount: wording.formatQuantity(copy.quantity), answer: copy.answer }],
    wording,
  );
  return {
    text: [title, sentence, ...rest].join('\n'),
    html: `<p>${htmlText(sentence)}</p>${table.html}<p>${rest.map(htmlText).join('<br>')}</p>`,
  };
}

function customerTitle({ name, sku, productId }: Product): string {
  if (name !== null) return sku === null ? name : `${name} (${sku})`;
  return sku ?? String(productId);
}

function promise(wording: Wording, { quantity, answer }: AnswerToCopy): string {
  const { i18n } = wording;
  const amount = wording.formatQuantity(quantity);
  if (answer.kind === 'not-available') return i18n._(msg`${amount} is currently not available on any date.`);
  const date = wording.formatDate(later(wording.today, answer.date), 'weekday');
  if (answer.kind === 'in-stock')
    return i18n._(msg`${amount} can ship today, ${wording.formatDate(wording.today, 'weekday')}, from stock.`);
  return answer.kind === 'expected'
    ? i18n._(msg`${amount} can ship on ${date}.`)
    : i18n._(msg`${amount} can ship from ${date}, subject to the maximum lead time. This date is not backed by stock.`);
}

/** The screen's text for a missed ship-by date. */
function lateness(wording: Wording, { quantity, neededBy, answer, timeline }: AnswerToCopy): string[] {
  const verdict = neededByWords({ question: { quantity, neededBy }, wording, timeline }, answer);
  if (neededBy === null || verdict?.tone !== 'late') return [];
  const { words, remedy } = verdict;
  const day = wording.formatDate(neededBy, 'long');
  return [wording.i18n._(msg`Ship by ${day}: ${words}.`), ...(remedy === null ? [] : [remedy])];
}

function condition(wording: Wording, { answer, quantity, timeline }: AnswerToCopy): string[] {
  if (answer.kind === 'not-available')
    return timeline === null ? [] : [mostAvailableWords(wording, quantityBreaks(timeline).breaks.at(-1))];
  const shortfall = shortfallWords(wording, timeline, answer, quantity);
  const caution = wording.i18n._(msg`Ship date, not delivery date.`);
  return shortfall === null ? [caution] : [shortfall, caution];
}

/** Without the stock calendar the result is unverified and later shortages are unknown. */
function reservation({ i18n }: Wording, { timeline }: AnswerToCopy): string[] {
  return timeline === null ? [i18n._(msg`Not yet verified. Please wait for our confirmation.`)] : [];
}

import { msg } from '@lingui/core/macro';

import type { Product } from '#contract/gateway.ts';
import type { Answer } from '#domain/answer.ts';
import { htmlText } from '#domain/export/clipboard-table.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';
import { later } from '#lib/calendar-date.ts';
import { formatMoment } from '#lib/locale-date.ts';

import type { CopiedContent } from '#features/export/copy-to-clipboard.ts';
import { customerTable } from '#features/export/customer-table.ts';
import type { ProductAvailability } from '#features/answer/use-availability.ts';
import { mostAvailableWords, type Wording } from '#features/answer/wording.ts';

import { neededByWords } from './needed-by.ts';
import type { Question } from './question.ts';

/** The parts of a result that are copied. */
type ToCopy = Pick<ProductAvailability, 'product' | 'wording' | 'timeline' | 'receivedAt'>;

/** The quantity checked and its ship-by date. */
type Needed = Pick<Question, 'quantity' | 'neededBy'>;

/**
 * The result as text for a customer: name and SKU instead of internal codes, full dates and the time of the check. The
 * HTML version contains the product in a table.
 */
export function copiedAnswer(result: ToCopy, needed: Needed, answer: Answer): CopiedContent {
  const { product, wording, receivedAt } = result;
  const title = customerTitle(product);
  const amount = wording.formatQuantity(needed.quantity);
  const sentence = promise(wording, amount, answer);
  const asOf = formatMoment(receivedAt ?? 0, wording.locale);
  const checked = wording.i18n._(msg`Checked on ${asOf}.`);
  const rest = [...lateness(result, needed, answer), ...condition(result, answer), ...reservation(result), checked];
  const table = customerTable([{ product: title, amount, answer }], wording);
  return {
    text: [title, sentence, ...rest].join('\n'),
    html: `<p>${htmlText(sentence)}</p>${table.html}<p>${rest.map(htmlText).join('<br>')}</p>`,
  };
}

function customerTitle({ name, sku, productId }: Product): string {
  if (name !== null) return sku === null ? name : `${name} (${sku})`;
  return sku ?? String(productId);
}

function promise(wording: Wording, amount: string, answer: Answer): string {
  const { i18n } = wording;
  if (answer.kind === 'not-available') return i18n._(msg`${amount} is currently not available on any date.`);
  const date = wording.formatDate(later(wording.today, answer.date), 'weekday');
  if (answer.kind === 'in-stock' && wording.namedToday === null)
    return i18n._(msg`${amount} can ship on ${date} from stock.`);
  if (answer.kind === 'in-stock')
    return i18n._(msg`${amount} can ship today, ${wording.formatDate(wording.today, 'weekday')}, from stock.`);
  return answer.kind === 'expected'
    ? i18n._(msg`${amount} can ship on ${date}.`)
    : i18n._(msg`${amount} can ship from ${date}, subject to the maximum lead time. This date is not backed by stock.`);
}

/** The screen's text for a missed ship-by date. */
function lateness(result: ToCopy, needed: Needed, answer: Answer): string[] {
  const verdict = neededByWords(result, needed, answer);
  if (needed.neededBy === null || verdict?.tone !== 'late') return [];
  const { wording } = result;
  const { words, remedy } = verdict;
  const day = wording.formatDate(needed.neededBy, 'long');
  return [wording.i18n._(msg`Ship by ${day}: ${words}.`), ...(remedy === null ? [] : [remedy])];
}

function condition({ wording, timeline }: ToCopy, answer: Answer): string[] {
  if (answer.kind === 'not-available')
    return timeline === null ? [] : [mostAvailableWords(wording, quantityBreaks(timeline).breaks.at(-1))];
  return [wording.i18n._(msg`Ship date, not delivery date.`)];
}

/** Without the stock calendar the result is unverified and later shortages are unknown. */
function reservation({ wording: { i18n }, timeline }: ToCopy): string[] {
  return timeline === null ? [i18n._(msg`Not yet verified. Please wait for our confirmation.`)] : [];
}

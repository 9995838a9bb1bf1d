import { msg } from '@lingui/core/macro';

import type { Product } from '#contract/gateway.ts';
import type { Answer } from '#domain/answer.ts';
import { later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { CopiedContent } from '#features/export/copy-to-clipboard.ts';
import { customerRow, customerTable } from '#features/export/customer-table.ts';
import { dateWords, quantityWords, type Wording } from '#features/answer/wording.ts';

export interface AnswerToCopy {
  product: Product;
  quantity: Thousandths;
  answer: Answer;
  /** The largest quantity that can be had where this one can't. */
  mostAvailable: Thousandths | null;
  /** When the service was asked: day and time as the person's clock writes them. */
  asOf: string;
}

/**
 * The answer as a customer may read it: name and SKU, no internal code, dates in full, and when it was looked up; in
 * HTML with the goods in a table.
 */
export function copiedAnswer(wording: Wording, copy: AnswerToCopy): CopiedContent {
  const title = customerTitle(copy.product);
  const sentence = promise(wording, copy);
  const rest = [...condition(wording, copy), asOfLine(wording, copy.asOf)];
  const table = customerTable(
    [customerRow(title, quantityWords(wording, copy.quantity), copy.answer, wording)],
    wording,
  );
  return {
    text: [title, sentence, ...rest].join('\n'),
    html: `<p>${escaped(sentence)}</p>${table.html}<p>${rest.map(escaped).join('<br>')}</p>`,
  };
}

function customerTitle({ name, sku, productId }: Product): string {
  if (name !== null) return sku === null ? name : `${name} (${sku})`;
  return sku ?? String(productId);
}

function promise(wording: Wording, { quantity, answer }: AnswerToCopy): string {
  const { i18n } = wording;
  const amount = quantityWords(wording, quantity);
  if (answer.kind === 'not-available') return i18n._(msg`${amount} is not available at present.`);
  const date = dateWords(wording, later(wording.today, answer.date));
  if (answer.kind === 'in-stock')
    return i18n._(msg`${amount} can leave from stock today, ${dateWords(wording, wording.today)}.`);
  return answer.kind === 'expected'
    ? i18n._(msg`${amount} can leave on ${date}.`)
    : i18n._(
        msg`${amount} can leave from ${date}, subject to the maximum lead time: this date does not rest on stock.`,
      );
}

function condition(wording: Wording, { answer, mostAvailable }: AnswerToCopy): string[] {
  const { i18n } = wording;
  if (answer.kind !== 'not-available')
    return [i18n._(msg`This is the day on which the goods can leave, not a delivery date.`)];
  if (mostAvailable === null || mostAvailable <= 0) return [];
  return [i18n._(msg`The largest quantity available is ${quantityWords(wording, mostAvailable)}.`)];
}

function asOfLine(wording: Wording, asOf: string): string {
  return wording.i18n._(msg`As of ${asOf}.`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

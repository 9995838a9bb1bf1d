import { msg } from '@lingui/core/macro';

import type { Product } from '#contract/gateway.ts';
import type { Answer } from '#domain/answer.ts';
import { later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { dateWords, productWords, quantityWords, type Wording } from './wording.ts';

/** How much of what can leave when, and what that rests on; a null product is named by what stands around. */
export function answerSentence(
  wording: Wording,
  product: Product | null,
  quantity: Thousandths,
  answer: Answer,
): string {
  const { i18n } = wording;
  const goods = product === null ? quantityWords(wording, quantity) : goodsWords(wording, product, quantity);
  if (answer.kind === 'not-available')
    return i18n._(msg`${goods} is not available on any date: more than stock and plans hold.`);
  const date = dateWords(wording, later(wording.today, answer.date));
  if (answer.kind === 'in-stock') return i18n._(msg`${goods} can leave today, from real stock.`);
  return answer.kind === 'expected'
    ? i18n._(msg`${goods} can leave on ${date}, from real stock expected by then.`)
    : i18n._(
        msg`In theory ${goods} can leave from ${date}: that is the max lead time, and no real stock holds this quantity before.`,
      );
}

/** `250 m of Linen twill`. */
export function goodsWords(wording: Wording, product: Product, quantity: Thousandths): string {
  const amount = quantityWords(wording, quantity);
  const name = productWords(product);
  return wording.i18n._(msg`${amount} of ${name}`);
}

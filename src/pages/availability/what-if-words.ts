import { msg } from '@lingui/core/macro';

import { quantityWords, type Wording } from '#features/answer/wording.ts';

import type { MostByDate } from './what-if.ts';

/** The most that can leave by a day, on one line. */
export function mostWords(wording: Wording, most: MostByDate): string {
  const { i18n } = wording;
  if (most.kind === 'any') return i18n._(msg`any quantity, at max lead time`);
  const amount = quantityWords(wording, most.quantity);
  return most.quantity > 0 ? i18n._(msg`up to ${amount}`) : i18n._(msg`nothing yet`);
}

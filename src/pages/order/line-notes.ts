import { t } from '@lingui/core/macro';

import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { LineView } from './line-view.ts';

import { changeWords, type OrderWords, problemWords, reasonWords } from './order-words.ts';

/** What there is to say about a line beside its cells, the gravest first. */
export function lineNotes(line: DraftLine, view: LineView, words: OrderWords): string[] {
  const { i18n } = words;
  const { problem, state, product, together, change } = view;
  return [
    problem && problemWords(problem, line, product, words),
    state === line.lookupFailure && t(i18n)`The product could not be looked up.`,
    reasonWords(state, words),
    together &&
      t(i18n)`together ${words.formatQuantity(together.quantity, product?.unit)}: ${togetherWords(view, words)}`,
    change && changeWords(change, words),
  ].filter((note) => typeof note === 'string');
}

function togetherWords({ together }: LineView, { i18n, today, formatDate }: OrderWords): string {
  if (together?.state.kind !== 'answered') return t(i18n)`no answer`;
  const { kind, date } = together.state.answer;
  if (kind === 'max-lead-time') return t(i18n)`max lead time ${formatDate(date, 'medium')}`;
  return date <= today ? t(i18n)`today` : formatDate(date, 'medium');
}

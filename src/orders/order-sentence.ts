import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';

import type { LineKey } from '#stock/order/order-line.ts';
import type { OrderCompletion, OrderSummary } from '#stock/order/order-summary.ts';

import type { OrderWords } from './order-words.ts';

/** Line numbers that a sentence names; of more, it says how many. */
const maxNumbers = 3;

/**
 * Says when an order ships, or why it has no date: `Complete on Mar 29 without line 2; 2 of 5 today`.
 * @param lineNumber returns the number of a line on screen
 */
export function orderSentence(
  { completion, counts }: Pick<OrderSummary, 'completion' | 'counts'>,
  { lineCount, lineNumber }: { lineCount: number; lineNumber: (key: LineKey) => number },
  words: OrderWords,
): string {
  const { i18n } = words;
  if (completion.kind === 'empty') return '';
  const complete = completion.kind === 'known' ? completion : completion.withoutThese;
  if (complete === null) return completion.kind === 'open' ? causeWords(completion, i18n) : '';
  const { withMaxLeadTime: date, real } = complete;
  const isFromStock = real.kind === 'date' && real.date === date;
  const isPresent = date <= words.today;
  const isToday = isPresent && words.namedToday !== null;
  const day = words.formatDate(isPresent ? words.today : date, 'medium');
  const without = completion.kind === 'open' ? openLinesWords(completion, lineNumber, i18n) : null;

  function whole(): string {
    if (without === null) {
      if (!isFromStock) return t(i18n)`Complete on ${day} at max lead time`;
      return isToday ? t(i18n)`Complete today` : t(i18n)`Complete on ${day}`;
    }
    if (!isFromStock) return t(i18n)`Complete on ${day} at max lead time without ${without}`;
    return isToday ? t(i18n)`Complete today without ${without}` : t(i18n)`Complete on ${day} without ${without}`;
  }

  const inStock = counts['in-stock'];
  if (inStock === 0 || (isPresent && isFromStock)) return whole();
  if (words.namedToday !== null) return t(i18n)`${whole()}; ${inStock} of ${lineCount} today`;
  const present = words.formatDate(words.today, 'medium');
  return t(i18n)`${whole()}; ${inStock} of ${lineCount} on ${present}`;
}

/** Names the lines without a ship date: `line 2`, `lines 2 and 4`, `5 lines`. */
export function openLinesWords(
  { causes }: Pick<Extract<OrderCompletion, { kind: 'open' }>, 'causes'>,
  lineNumber: (key: LineKey) => number,
  i18n: I18n,
): string {
  const numbers = causes.flatMap(({ lines }) => lines.map(lineNumber)).toSorted((a, b) => a - b);
  if (numbers.length > maxNumbers) return t(i18n)`${plural(numbers.length, { other: '# lines' })}`;
  const list = new Intl.ListFormat(i18n.locale).format(numbers.map(String));
  return numbers.length === 1 ? t(i18n)`line ${list}` : t(i18n)`lines ${list}`;
}

/** Explains why an order has no complete date: its only cause, or the number of lines without a date. */
export function causeWords(
  {
    causes,
    withoutThese,
  }: Pick<Extract<OrderCompletion, { kind: 'open' }>, 'causes'> & {
    withoutThese: unknown;
  },
  i18n: I18n,
): string {
  const [first, ...others] = causes;
  if (withoutThese === null && causes.some(({ status }) => status === 'not-checked')) return t(i18n)`Not checked yet`;
  const count = causes.reduce((sum, { lines }) => sum + lines.length, 0);
  if (others.length > 0) {
    return t(i18n)`${plural(count, { one: '# line without a ship date', other: '# lines without a ship date' })}`;
  }
  switch (first?.status) {
    case 'not-available':
      return t(
        i18n,
      )`Can't ship complete, ${plural(count, { one: '# line not available', other: '# lines not available' })}`;
    case 'unknown-product':
      return t(i18n)`${plural(count, { one: '# unknown product', other: '# unknown products' })}`;
    case 'unit-differs':
      return t(i18n)`${plural(count, { one: 'Unit differs in # line', other: 'Unit differs in # lines' })}`;
    case 'not-checked':
      return t(i18n)`${plural(count, { one: '# line not checked', other: '# lines not checked' })}`;
    case undefined:
    case 'checking':
    case 'no-stock-data':
    case 'no-result':
    case 'not-trusted':
    case 'outdated':
    default:
      return t(i18n)`${plural(count, { one: '# line without result', other: '# lines without result' })}`;
  }
}

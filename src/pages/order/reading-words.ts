import { t } from '@lingui/core/macro';

import type { OrderListQuestion, QuestionReading } from '#domain/order-list/order-list.ts';
import { toThousandths } from '#lib/thousandths.ts';

import type { OrderWords } from './order-words.ts';

/** What is asked about a list as a whole. */
export function questionWords({ about, readings }: OrderListQuestion, { i18n }: OrderWords): string {
  const example = readings[0]?.example ?? '';
  if (about === 'quantity') return t(i18n)`How is the quantity “${example}” meant?`;
  if (about === 'date') return t(i18n)`Which day is “${example}”?`;
  return t(i18n)`Which column is the product, which the quantity?`;
}

/** One answer to the question, told by what it makes of the example. */
export function readingWords(
  { about, readings }: OrderListQuestion,
  reading: QuestionReading,
  { i18n, formatQuantity, formatDate }: OrderWords,
): string {
  const line = tellingLine(about, reading, readings);
  if (line === undefined) return about === 'columns' ? t(i18n)`neither line has a quantity then` : reading.label;
  const quantity = formatQuantity(toThousandths(line.quantity), line.unit);
  if (about === 'columns') return t(i18n)`product “${line.product}”, quantity ${quantity} in the first line`;
  const rest = t(i18n)`line ${line.line}, product “${line.product}”`;
  if (about === 'quantity') return `${quantity} (${rest})`;
  return line.neededBy ? `${formatDate(line.neededBy, 'long')} (${rest})` : reading.label;
}

/** The first line that the readings understand differently. */
function tellingLine(about: OrderListQuestion['about'], reading: QuestionReading, all: readonly QuestionReading[]) {
  const [first] = reading.lines;
  if (about === 'columns') return first;
  const other = all.find((each) => each !== reading);
  const others = new Map(other?.lines.map((line) => [line.line, line]));
  const differs = reading.lines.find((line) => {
    const twin = others.get(line.line);
    return about === 'quantity' ? twin?.quantity !== line.quantity : twin?.neededBy !== line.neededBy;
  });
  return differs ?? first;
}

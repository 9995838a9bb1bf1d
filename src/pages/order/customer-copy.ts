import { t } from '@lingui/core/macro';

import type { CopiedContent } from '#features/export/copy-to-clipboard.ts';
import { customerRow, customerTable } from '#features/export/customer-table.ts';
import type { RowEntry } from '#features/grid/row-entry.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { ExportRow } from '#domain/export/export-table.ts';
import { isBlank } from '#domain/order/order-line.ts';
import type { OrderVerdict } from '#domain/order/order-verdict.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import { formatDate } from '#lib/locale-date.ts';

import type { LineView } from './line-view.ts';
import { promisedAnswer } from './order-rows.ts';
import type { OrderWords } from './order-words.ts';

type Entry = RowEntry<DraftLine, LineView>;

export interface OrderToCopy {
  entries: readonly Entry[];
  verdict: OrderVerdict;
  words: OrderWords;
}

/**
 * An order as a customer may read it: when all of it can leave, then a line each with name, quantity and date. No
 * internal codes; what rests on the max lead time says so; when it was looked up stands last.
 */
export function customerCopy({ entries, verdict, words }: OrderToCopy): CopiedContent {
  const { i18n } = words;
  const lines = entries.filter(({ row }) => !isBlank(row));
  const table = customerTable(
    lines.map((entry) => rowOf(entry, words)),
    words,
  );
  const opening = sentences(lines, verdict, words);
  const closing = [t(i18n)`These are the days on which the goods can leave, not delivery dates.`, asOf(verdict, words)];
  return {
    text: [...opening, '', table.text, '', ...closing.filter(Boolean)].join('\r\n'),
    html: `${paragraphs(opening)}${table.html}${paragraphs(closing)}`,
  };
}

function rowOf({ row, derived }: Entry, words: OrderWords): ExportRow {
  const product = derived?.product ?? null;
  const amount = row.quantity === null ? row.quantityText : words.formatQuantity(row.quantity, product?.unit ?? null);
  const name = product?.name === undefined || product.name === null ? row.product : named(product.name, product.sku);
  const answer = derived?.state.kind === 'not-available' ? derived.state : promisedAnswer(derived);
  return answer === null ? { cells: [name, amount, noDate(derived, words)] } : customerRow(name, amount, answer, words);
}

function named(name: string, sku: string | null): string {
  return sku === null ? name : `${name} (${sku})`;
}

function noDate(view: LineView | undefined, { i18n }: OrderWords): string {
  return view?.state.kind === 'unknown-product' ? t(i18n)`not a product that we know` : t(i18n)`to be confirmed`;
}

function sentences(lines: readonly Entry[], { completion }: OrderVerdict, words: OrderWords): string[] {
  const { i18n, today, locale } = words;
  const written = (date: CalendarDate) => formatDate(later(date, today), locale, 'weekday');
  if (completion.kind !== 'known') {
    const open = lines.filter(({ derived }) => promisedAnswer(derived) === null).length;
    return [
      t(i18n)`When all of the order can leave is not known yet: ${open} of ${lines.length} lines are still open.`,
    ];
  }
  const { real, withMaxLeadTime } = completion;
  if (real.kind === 'date' && real.date >= withMaxLeadTime && !restsOnTheory(lines)) {
    return [t(i18n)`All of the order can leave on ${written(real.date)}.`];
  }
  const theory = t(
    i18n,
  )`All of the order can leave from ${written(withMaxLeadTime)}, subject to the maximum lead time of the lines marked so.`;
  return real.kind === 'date'
    ? [theory, t(i18n)`From stock and expected goods alone: ${written(real.date)}.`]
    : [theory];
}

function restsOnTheory(lines: readonly Entry[]): boolean {
  return lines.some(({ derived }) => promisedAnswer(derived)?.kind === 'max-lead-time');
}

function asOf({ oldestCheck }: OrderVerdict, { i18n, locale }: OrderWords): string {
  if (oldestCheck === null) return '';
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(oldestCheck);
  return t(i18n)`As of ${at}.`;
}

function paragraphs(sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .map((sentence) => `<p>${sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('');
}

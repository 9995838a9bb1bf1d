import { t } from '@lingui/core/macro';

import type { CalendarEvent } from '#domain/export/calendar-file.ts';
import type { CopiedContent } from '#features/export/copy-to-clipboard.ts';
import { customerRow, customerTable } from '#features/export/customer-table.ts';
import type { RowEntry } from '#features/grid/grid-column.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { ExportRow } from '#domain/export/export-table.ts';
import { isBlank } from '#domain/order/order-line.ts';
import type { OrderVerdict } from '#domain/order/order-verdict.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import { formatDate } from '#lib/locale-date.ts';
import type { LineView } from '#pages/order/lines/line-view.ts';
import { promisedAnswer } from '#pages/order/lines/line-view.ts';
import type { OrderWords } from '#pages/order/order-words.ts';

type Entry = RowEntry<DraftLine, LineView>;

/** An order as it is handed on. */
interface OrderToCopy {
  /** What tells the order from every other one. */
  id: string;
  name: string;
  entries: readonly Entry[];
  verdict: OrderVerdict;
  words: OrderWords;
}

/**
 * An order as a customer may read it: when all of it can leave, then a line each with name, quantity and date. No
 * internal codes; what rests on the max lead time says so; when it was looked up stands last.
 */
export function customerCopy({ entries, verdict, words }: Omit<OrderToCopy, 'id' | 'name'>): CopiedContent {
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
  const name = product?.name == null ? row.product : product.name + (product.sku === null ? '' : ` (${product.sku})`);
  const answer = derived?.state.kind === 'not-available' ? derived.state : promisedAnswer(derived);
  return answer === null ? { cells: [name, amount, noDate(derived, words)] } : customerRow(name, amount, answer, words);
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

/** A calendar with more entries than this for one order would be of no use: then a day has one for all its lines. */
const mostLines = 100;

/** The promised days of an order: of each line, and of all of it where that is known. */
export function orderEvents({ id, name, entries, verdict, words }: OrderToCopy): CalendarEvent[] {
  const { i18n, today } = words;
  const promised = entries.flatMap(({ row, derived }) => {
    const answer = promisedAnswer(derived);
    if (answer === null || row.quantity === null) return [];
    const amount = words.formatQuantity(row.quantity, derived?.product?.unit ?? null);
    const goods = t(i18n)`${amount} of ${derived?.product?.name ?? row.product}`;
    const isTheory = answer.kind === 'max-lead-time';
    const line = isTheory ? t(i18n)`${goods} (subject to the maximum lead time)` : goods;
    return [{ key: `${id}-${row.key}`, date: later(answer.date, today), line }];
  });
  const ofLines =
    promised.length <= mostLines
      ? promised.map(({ key, date, line }) => event(key, date, [line], words))
      : [...new Set(promised.map(({ date }) => date))].map((day) => {
          const lines = promised.filter(({ date }) => date === day).map(({ line }) => line);
          return event(`${id}-${day}`, day, lines, words);
        });
  return [...ofLines, ...ofOrder(id, name, verdict, words)];
}

function ofOrder(id: string, name: string, { completion }: OrderVerdict, { i18n, today }: OrderWords): CalendarEvent[] {
  if (completion.kind !== 'known') return [];
  const { real, withMaxLeadTime } = completion;
  const isTheory = real.kind !== 'date' || real.date > withMaxLeadTime;
  const title = name === '' ? t(i18n)`Order complete` : t(i18n)`Order complete: ${name}`;
  const summary = isTheory ? t(i18n)`${title} (subject to the maximum lead time)` : title;
  return [{ key: id, date: later(withMaxLeadTime, today), summary, description: dayWords(i18n) }];
}

function event(key: string, date: CalendarDate, lines: readonly string[], { i18n }: OrderWords): CalendarEvent {
  const [first = ''] = lines;
  const summary = lines.length === 1 ? first : t(i18n)`${lines.length} lines can leave`;
  return { key, date, summary, description: [...(lines.length === 1 ? [] : lines), dayWords(i18n)].join('\n') };
}

function dayWords(i18n: OrderWords['i18n']): string {
  return t(i18n)`The day on which the goods can leave, not a delivery date.`;
}

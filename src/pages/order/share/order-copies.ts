import { t } from '@lingui/core/macro';

import { htmlText } from '#domain/export/clipboard-table.ts';
import type { CalendarEvent } from '#domain/export/calendar-file.ts';
import { datedResult, resultOf } from '#domain/order/line-state.ts';
import { isBlank } from '#domain/order/order-line.ts';
import type { OrderSummary } from '#domain/order/order-summary.ts';
import type { CopiedContent } from '#features/export/copy-to-clipboard.ts';
import { type CustomerLine, customerTable } from '#features/export/customer-table.ts';
import type { RowEntry } from '#features/grid/grid-column.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import { formatDate, formatMoment } from '#lib/locale-date.ts';
import type { LineView } from '#pages/order/lines/line-view.ts';
import { daysLateWords, type OrderWords } from '#pages/order/order-words.ts';

type Entry = RowEntry<DraftLine, LineView>;

interface OrderToCopy {
  /** Unique id of the order. */
  id: string;
  name: string;
  entries: readonly Entry[];
  summary: OrderSummary;
  words: OrderWords;
}

/**
 * The order as text for a customer: complete ship date, then name, quantity and date of each line. Without internal
 * codes. Dates that aren't backed by stock or are of an earlier check are marked; the time of the check comes last.
 */
export function customerCopy({ entries, summary, words }: Omit<OrderToCopy, 'id' | 'name'>): CopiedContent {
  const { i18n } = words;
  const lines = entries.filter(({ row }) => !isBlank(row));
  const table = customerTable(
    lines.map((entry) => customerLine(entry, words)),
    words,
  );
  const opening = sentences(lines, summary, words);
  const closing = [t(i18n)`Ship dates, not delivery dates.`, checkedOn(summary.oldestCheck, words)];
  return {
    text: [...opening, '', table.text, '', ...closing.filter(Boolean)].join('\r\n'),
    html: `${paragraphs(opening)}${table.html}${paragraphs(closing)}`,
  };
}

function customerLine({ row, derived }: Entry, words: OrderWords): CustomerLine {
  const product = derived?.product ?? null;
  // For unconfirmed units and unknown products, the quantity as entered.
  const unit = derived?.state.kind === 'unit-differs' ? row.writtenUnit : (product?.unit ?? (row.writtenUnit || null));
  const amount = row.quantity === null ? row.quantityText : words.formatQuantity(row.quantity, unit);
  const name = product?.name == null ? row.product : product.name + (product.sku === null ? '' : ` (${product.sku})`);
  const result = derived && resultOf(derived.state);
  const answer = !result ? null : result.kind === 'not-available' ? result : datedResult(result);
  const remarks = derived && answer !== null ? customerRemarks(row, derived, words) : [];
  const asOf = derived?.state.kind === 'outdated' ? derived.state.day : words.today;
  return {
    product: name,
    amount,
    answer,
    asOf,
    noDate: noDate(derived, words),
    note: remarks.join('; ').replaceAll('.;', ';'),
  };
}

/** Remarks beside the date: days late, an earlier part, and reservations. */
function customerRemarks(row: DraftLine, view: LineView, words: OrderWords): string[] {
  const { i18n, locale } = words;
  const written = (date: CalendarDate) => formatDate(date, locale, 'long');
  const { state, advice, product } = view;
  const part = advice?.part;
  return [
    row.neededBy && view.daysLate !== null
      ? t(i18n)`${daysLateWords(view.daysLate, i18n)} (ship by ${written(row.neededBy)})`
      : null,
    part && t(i18n)`${words.formatQuantity(part.quantity, product?.unit)} can ship on ${written(part.date)}`,
    state.kind === 'outdated' ? t(i18n)`checked on ${formatDate(state.day, locale, 'long')}` : null,
  ].filter((remark) => typeof remark === 'string');
}

/** The date shown for a line; at an earlier check, no earlier than that day. */
function shownAnswer(view: LineView | undefined) {
  const answer = view ? datedResult(view.state) : null;
  if (answer === null || view?.state.kind !== 'outdated') return answer;
  return { ...answer, date: later(answer.date, view.state.day) };
}

function noDate(view: LineView | undefined, { i18n }: OrderWords): string {
  return view && resultOf(view.state).kind === 'unknown-product' ? t(i18n)`unknown product` : t(i18n)`to be confirmed`;
}

function sentences(lines: readonly Entry[], { completion }: OrderSummary, words: OrderWords): string[] {
  const { i18n, today, locale } = words;
  const written = (date: CalendarDate) => formatDate(later(date, today), locale, 'weekday');
  if (completion.kind !== 'known') {
    const open = lines.filter(({ derived }) => !derived || datedResult(derived.state) === null).length;
    const isEarlier = lines.some(({ derived }) => derived?.state.kind === 'outdated');
    return [
      open > 0
        ? t(i18n)`The complete ship date is open. ${open} of ${lines.length} lines are not available or not confirmed.`
        : t(i18n)`The complete ship date is open.`,
      isEarlier ? t(i18n)`Lines marked “checked on” are from an earlier check.` : '',
    ].filter(Boolean);
  }
  const { real, withMaxLeadTime } = completion;
  const isMaxLeadTime = lines.some(({ derived }) => derived && datedResult(derived.state)?.kind === 'max-lead-time');
  if (real.kind === 'date' && real.date >= withMaxLeadTime && !isMaxLeadTime) {
    return [t(i18n)`The complete order can ship on ${written(real.date)}.`];
  }
  const theory = t(
    i18n,
  )`The complete order can ship from ${written(withMaxLeadTime)}. Lines marked “subject to the maximum lead time” are not backed by stock.`;
  return real.kind === 'date'
    ? [theory, t(i18n)`From current and expected stock only: ${written(real.date)}.`]
    : [theory];
}

function checkedOn(time: number | null, { i18n, locale }: OrderWords): string {
  if (time === null) return '';
  const at = formatMoment(time, locale);
  return t(i18n)`Checked on ${at}.`;
}

function paragraphs(sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .map((sentence) => `<p>${htmlText(sentence)}</p>`)
    .join('');
}

/** Maximum lines with an event each. With more lines, each day gets one event. */
const maxLineEvents = 100;

/** Returns events for the ship date of each line and, if known, of the complete order. */
export function orderEvents({ id, name, entries, summary, words }: OrderToCopy): CalendarEvent[] {
  const { i18n, today } = words;
  const description = [t(i18n)`Ship date, not delivery date.`, checkedOn(summary.oldestCheck, words)].join('\n');
  const dated = entries.flatMap(({ row, derived }) => {
    const answer = shownAnswer(derived);
    if (answer === null || row.quantity === null) return [];
    const amount = words.formatQuantity(row.quantity, derived?.product?.unit ?? null);
    const goods = t(i18n)`${amount} of ${derived?.product?.name ?? row.product}`;
    const isMaxLeadTime = answer.kind === 'max-lead-time';
    const line = isMaxLeadTime ? t(i18n)`${goods} (subject to the maximum lead time)` : goods;
    const date = derived?.state.kind === 'outdated' ? answer.date : later(answer.date, today);
    return [{ key: `${id}-${row.key}`, date, line }];
  });
  const event = (key: string, date: CalendarDate, lines: readonly string[]): CalendarEvent => {
    const [first = ''] = lines;
    const isOne = lines.length === 1;
    const summary = isOne ? first : t(i18n)`${lines.length} lines can ship`;
    return { key, date, summary, description: [...(isOne ? [] : lines), description].join('\n') };
  };
  const ofLines =
    dated.length <= maxLineEvents
      ? dated.map(({ key, date, line }) => event(key, date, [line]))
      : [...new Set(dated.map(({ date }) => date))].map((day) =>
          event(
            `${id}-${day}`,
            day,
            dated.filter(({ date }) => date === day).map(({ line }) => line),
          ),
        );
  return [...ofLines, ...ofOrder(id, name, summary, words, description)];
}

function ofOrder(
  id: string,
  name: string,
  { completion }: OrderSummary,
  { i18n, today }: OrderWords,
  description: string,
): CalendarEvent[] {
  if (completion.kind !== 'known') return [];
  const { real, withMaxLeadTime } = completion;
  const isMaxLeadTime = real.kind !== 'date' || real.date > withMaxLeadTime;
  const title = name === '' ? t(i18n)`Order complete` : t(i18n)`Order complete: ${name}`;
  const summary = isMaxLeadTime ? t(i18n)`${title} (subject to the maximum lead time)` : title;
  return [{ key: id, date: later(withMaxLeadTime, today), summary, description }];
}

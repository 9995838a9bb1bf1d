import { t } from '@lingui/core/macro';

import type { RowEntry } from '#features/grid/row-entry.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { CalendarEvent } from '#domain/export/calendar-file.ts';
import type { OrderVerdict } from '#domain/order/order-verdict.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';

import type { LineView } from './line-view.ts';
import { promisedAnswer } from './order-rows.ts';
import type { OrderWords } from './order-words.ts';

interface OrderOfEvents {
  /** What tells the order from every other one. */
  id: string;
  name: string;
  entries: readonly RowEntry<DraftLine, LineView>[];
  verdict: OrderVerdict;
  words: OrderWords;
}

/** A calendar with more entries than this for one order would be of no use: then a day has one for all its lines. */
const mostLines = 100;

/** The promised days of an order: of each line, and of all of it where that is known. */
export function orderEvents({ id, name, entries, verdict, words }: OrderOfEvents): CalendarEvent[] {
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

import { msg, t } from '@lingui/core/macro';

import type { DeliveryOptions } from '#stock/delivery-estimate.ts';
import { type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import type { CalendarEvent } from '#stock/export/calendar-file.ts';
import { datedResult, isClosed, resultOf } from '#stock/order/line-state.ts';
import { isBlank } from '#stock/order/order-line.ts';
import type { OrderSummary } from '#stock/order/order-summary.ts';
import type { CopiedContent, Told } from '#parts/export/copy-to-clipboard.ts';
import type { CustomerTable } from '#parts/export/exportable.ts';
import type { PageLetter } from '#parts/export/customer-page.ts';
import { type CustomerLine, customerTable } from '#parts/export/customer-table.ts';
import {
  closingSentences,
  type CustomerOffer,
  type CustomerWords,
  orderLetter,
  paragraphs,
  wholeSentences,
} from '#parts/export/customer-text.ts';
import { promisedLines } from '#parts/promises/promised-lines.ts';
import type { DraftLine } from '#parts/saved-orders/saved-order.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { formatDate, formatMoment } from '#stock/locale-date.ts';
import { withYears } from '#ui/locale.tsx';
import {
  datedOf,
  dayOfResult,
  type LineEntry,
  lineNotes,
  type LineView,
  quantityToShip,
  shipDateOf,
  stateWords,
} from '#orders/lines/line-view.ts';
import { daysLateWords, type OrderWords, statusWords } from '#orders/order-words.ts';

interface OrderToCopy {
  /** Unique id of the order. */
  id: string;
  name: string;
  /** The customer's, or the order's name. */
  reference?: string;
  customer?: string;
  entries: readonly LineEntry[];
  summary: OrderSummary;
  words: OrderWords;
}

/** Returns the lines about which a customer can't be told anything yet: unchecked, unknown, unclear or not reliable. */
export function unsettledLines(entries: readonly LineEntry[]): readonly LineEntry[] {
  return entries.filter(({ row, derived }) => {
    if (isBlank(row)) return false;
    const kind = derived && resultOf(derived.state).kind;
    return kind !== 'result' && kind !== 'not-available' && !isClosedLine({ derived });
  });
}

/** Whether a line's promise was closed, so that the customer is told nothing of it. */
export function isClosedLine({ derived }: Pick<LineEntry, 'derived'>): boolean {
  return derived !== undefined && isClosed(derived.state);
}

/** The lines that a customer is told about. */
function toldLines(entries: readonly LineEntry[]): LineEntry[] {
  const leftOut = new Set(unsettledLines(entries));
  return entries.filter((entry) => !isBlank(entry.row) && !leftOut.has(entry) && !isClosedLine(entry));
}

/** Whether a check could settle a line. */
export function needsCheck({ derived }: LineEntry): boolean {
  const kind = derived?.state.kind;
  return kind === undefined || kind === 'not-checked' || kind === 'no-result' || kind === 'not-trusted';
}

/** What a customer is told about the order, without its unsettled and closed lines. With transit days it says when the goods arrive. */
export function letterOf(
  { name, reference = name, customer = '', entries, summary, words }: Omit<OrderToCopy, 'id'>,
  transit: DeliveryOptions | null,
): PageLetter {
  const told = toldLines(entries);
  return {
    name: customer,
    offers: told.flatMap((entry) =>
      offerOf(entry, words).map((offer) => Object.assign({ key: String(entry.row.key) }, offer)),
    ),
    reference,
    isPartial: told.length < entries.filter(({ row }) => !isBlank(row)).length,
    checkedAt: summary.oldestCheck,
    checkedUntil: summary.latestCheck,
    transit,
  };
}

/** The order as text for a customer, in the words of {@link letterOf}. */
export function customerCopy(order: OrderToCopy, transit: DeliveryOptions | null, text: CustomerWords): CopiedContent {
  return { ...orderLetter(letterOf(order, transit), text), told: toldOf(order) };
}

/** A line or a part of it, as the customer is told. */
interface ToldRow extends Pick<CustomerOffer, 'quantity' | 'stockResult' | 'asOf' | 'isEarlier'> {
  entry: LineEntry;
  number: number;
  unit: string | null;
}

/** The order as a table for a customer: what {@link letterOf} says, with a row for each part of a line. */
export function customerRows(order: OrderToCopy, transit: DeliveryOptions | null, text: CustomerWords): CustomerTable {
  const { i18n, locale } = text;
  const { entries, words } = order;
  const letter = letterOf(order, transit);
  const rows = toldLines(entries).flatMap((entry) =>
    offerOf(entry, words).flatMap(({ quantity, part, stockResult, ...offer }): ToldRow[] => {
      const row = { ...offer, entry, number: entries.indexOf(entry) + 1 };
      const rest = { ...row, quantity: quantity - (part?.quantity ?? 0), stockResult };
      if (part === null) return [rest];
      const kind = part.date <= offer.asOf ? 'in-stock' : 'expected';
      return [{ ...row, quantity: part.quantity, stockResult: { kind, date: part.date } }, rest];
    }),
  );
  const isMaxLeadTime = ({ stockResult }: ToldRow) => stockResult?.kind === 'max-lead-time';
  const note: NamedColumn<ToldRow> = {
    header: t(i18n)`Note`,
    kind: 'text',
    cell: ({ isEarlier, asOf }) => (isEarlier ? t(i18n)`Checked on ${formatDate(asOf, locale, 'long')}.` : null),
  };
  const columns: NamedColumn<ToldRow>[] = [
    { header: t(i18n)`Line`, kind: 'count', cell: ({ number }) => number },
    {
      header: t(i18n)`Product`,
      kind: 'text',
      cell: ({ entry: { row, derived } }) => derived?.product?.name ?? row.product,
    },
    { header: t(i18n)`SKU`, kind: 'code', cell: ({ entry: { derived } }) => derived?.product?.sku ?? null },
    { header: t(i18n)`Quantity`, kind: 'quantity', cell: ({ quantity }) => quantity },
    { header: t(i18n)`Unit`, kind: 'text', cell: ({ unit }) => unit },
    {
      header: t(i18n)`Ship date`,
      kind: 'date',
      cell: ({ stockResult, asOf }) => stockResult && later(stockResult.date, asOf),
      isMaxLeadTime,
    },
    {
      header: t(i18n)`Basis`,
      kind: 'text',
      cell: (row) =>
        isMaxLeadTime(row)
          ? t(i18n)`Subject to the maximum lead time`
          : statusWords(row.stockResult?.kind ?? 'not-available', i18n),
    },
    ...(rows.some(({ isEarlier }) => isEarlier) ? [note] : []),
  ];
  const { reference } = letter;
  return {
    name: t(i18n)`Order lines`,
    above: [
      ...(reference === '' ? [] : [i18n._(msg`Your order: ${reference}`)]),
      ...wholeSentences(letter, text),
      ...closingSentences(letter, text),
    ],
    columns,
    rows: rows.map((row) => rowOf(columns, row)),
  };
}

/** What the text promises: nothing if a line is of an earlier check. */
function toldOf({ id, name, reference = name, entries, summary, words }: OrderToCopy): Told {
  const told = toldLines(entries);
  const isCurrent = told.every(({ derived }) => derived?.state.kind !== 'outdated');
  const lines = told.flatMap((entry) => {
    const productId = entry.derived?.product?.productId;
    return productId === undefined
      ? []
      : offerOf(entry, words).flatMap((offer) => promisedLines(productId, offer, entry.row.key));
  });
  return {
    lines: isCurrent ? lines : [],
    reference,
    orderId: id,
    day: words.today,
    checkedAt: summary.oldestCheck ?? 0,
  };
}

function offerOf({ row, derived }: LineEntry, words: OrderWords): CustomerOffer[] {
  const quantity = quantityToShip(row, derived);
  if (!derived || quantity === null) return [];
  const { state, product, advice } = derived;
  return [
    {
      product: nameOf(row, derived),
      quantity,
      unit: product?.unit ?? (row.writtenUnit || null),
      stockResult: datedResult(state),
      part: advice?.part ?? null,
      asOf: dayOfResult(state, words.today),
      isEarlier: state.kind === 'outdated',
    },
  ];
}

/**
 * The order as text for a colleague: complete ship date, then each line with what its row says. Dates that aren't backed
 * by stock or are of an earlier check are marked; the time of the check comes last.
 */
export function colleagueCopy({
  entries,
  summary,
  ...order
}: Pick<OrderToCopy, 'entries' | 'summary' | 'words'>): CopiedContent {
  const words = withYears(order.words);
  const { i18n } = words;
  const lines = entries.filter(({ row }) => !isBlank(row));
  const table = customerTable(
    lines.map((entry) => colleagueLine(entry, words)),
    words,
  );
  const opening = sentences(
    lines.filter((entry) => !isClosedLine(entry)),
    summary,
    words,
  );
  const closing = [t(i18n)`Ship dates, not delivery dates.`, checkedOn(summary, words)].filter(Boolean);
  return {
    text: [...opening, '', table.text, '', ...closing].join('\r\n'),
    html: `${paragraphs(opening)}${table.html}${paragraphs(closing)}`,
  };
}

function colleagueLine({ row, derived }: LineEntry, words: OrderWords): CustomerLine {
  const { i18n, locale } = words;
  const state = derived?.state;
  const product = derived?.product ?? null;
  const quantity = quantityToShip(row, derived);
  // For unconfirmed units and unknown products, the quantity as entered.
  const unit = state?.kind === 'unit-differs' ? row.writtenUnit : (product?.unit ?? (row.writtenUnit || null));
  const result = state && resultOf(state);
  const stockResult = !result ? null : result.kind === 'not-available' ? result : datedResult(result);
  const notes = [
    row.shipBy && derived?.daysLate != null
      ? t(i18n)`${daysLateWords(derived.daysLate, i18n)} (ship by ${formatDate(row.shipBy, locale, 'long')})`
      : null,
    ...(derived ? lineNotes(row, derived, { ...words, isForFile: true }) : []),
    state?.kind === 'outdated' ? t(i18n)`checked on ${formatDate(state.day, locale, 'long')}` : null,
  ];
  return {
    product: nameOf(row, derived),
    amount: quantity === null ? row.quantityText : words.formatQuantity(quantity, unit),
    stockResult,
    asOf: state ? dayOfResult(state, words.today) : words.today,
    noDate: state === undefined ? t(i18n)`Not checked` : stateWords(state, words),
    note: notes.filter(Boolean).join(' · '),
  };
}

/** The product's name and SKU; without a name, the product as entered. */
function nameOf(row: DraftLine, view: LineView | undefined): string {
  const product = view?.product ?? null;
  if (product?.name == null) return row.product;
  return product.name + (product.sku === null ? '' : ` (${product.sku})`);
}

function sentences(lines: readonly LineEntry[], { completion }: OrderSummary, words: OrderWords): string[] {
  const { i18n, today, locale } = words;
  const written = (date: CalendarDate) => formatDate(later(date, today), locale, 'weekday');
  if (completion.kind !== 'known') {
    const open = lines.filter(({ derived }) => datedOf(derived) === null).length;
    const isEarlier = lines.some(({ derived }) => derived?.state.kind === 'outdated');
    return [
      open > 0
        ? t(i18n)`The complete ship date is open. ${open} of ${lines.length} lines are not available or not confirmed.`
        : t(i18n)`The complete ship date is open.`,
      isEarlier ? t(i18n)`Lines marked “checked on” are from an earlier check.` : '',
    ].filter(Boolean);
  }
  const { real, withMaxLeadTime } = completion;
  const isMaxLeadTime = lines.some(({ derived }) => datedOf(derived)?.kind === 'max-lead-time');
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

function checkedOn({ oldestCheck, latestCheck }: OrderSummary, { i18n, locale }: OrderWords): string {
  if (oldestCheck === null || latestCheck === null) return '';
  const at = formatMoment(oldestCheck, locale, latestCheck);
  return t(i18n)`Checked on ${at}.`;
}

/** Maximum lines with an event each. With more lines, each day gets one event. */
const maxLineEvents = 100;

/** Returns events for the ship date of each line and, if known, of the complete order. */
export function orderEvents({ id, name, entries, summary, words }: OrderToCopy): CalendarEvent[] {
  const { i18n, today } = words;
  const description = [t(i18n)`Ship date, not delivery date.`, checkedOn(summary, words)].join('\n');
  const dated = entries.flatMap(({ row, derived }) => {
    const date = shipDateOf(derived, today);
    const quantity = quantityToShip(row, derived);
    if (date === null || quantity === null) return [];
    const amount = words.formatQuantity(quantity, derived?.product?.unit ?? null);
    const goods = t(i18n)`${amount} of ${derived?.product?.name ?? row.product}`;
    const isMaxLeadTime = datedOf(derived)?.kind === 'max-lead-time';
    const line = isMaxLeadTime ? t(i18n)`${goods} (subject to the maximum lead time)` : goods;
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

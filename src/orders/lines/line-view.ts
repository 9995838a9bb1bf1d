import { plural, t } from '@lingui/core/macro';

import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { LineChange } from '#stock/order/check-record.ts';
import type { LineAdvice } from '#stock/order/line-advice.ts';
import type { DatedResult } from '#stock/stock-result.ts';
import {
  datedResult,
  type LineProblem,
  type LineState,
  type NoResult,
  resultOf,
  statusOf,
} from '#stock/order/line-state.ts';
import type { RowEntry } from '#parts/grid/grid-column.ts';
import { noResultWords } from '#parts/result/no-result-words.ts';
import { differenceWords, laterDemandWords } from '#parts/result/wording.ts';
import type { DraftLine } from '#parts/saved-orders/saved-order.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import { formatMoment, formatTime } from '#stock/locale-date.ts';
import type { ClosedAs } from '#stock/promises/told-order.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { changeWords, type OrderWords, problemWords, reasonWords, statusWords } from '#orders/order-words.ts';

/** Derived data of a line. */
export interface LineView {
  product: Product | null;
  productId: ProductId | null;
  /** Why the product lookup failed. */
  failure: NoResult | null;
  /** Failure of the latest check, and time of the earlier result shown instead; null if it didn't fail. */
  stale: { failure: NoResult; checkedAt: number } | null;
  /** Whether the product is being looked up. */
  isLookingUp: boolean;
  /** Result for the line together with the lines of its product above. */
  state: LineState;
  /** Null if it isn't late. */
  daysLate: number | null;
  /** Checked quantity, and numbers of the lines above that it includes; null for a line on its own. */
  combined: { quantity: Thousandths; lines: readonly number[] } | null;
  /** Null until the product's stock calendar is loaded. */
  advice: LineAdvice | null;
  /** What was ordered or shipped of it before; null if nothing was, or all. */
  closed: { as: ClosedAs; quantity: Thousandths } | null;
  /** Change since the previous check, or since the customer was told; null if there is nothing to compare. */
  change: LineChange | null;
  problem: LineProblem | null;
}

/** A line with its derived data. */
export type LineEntry = RowEntry<DraftLine, LineView>;

/** Returns the previous view if nothing differs, to avoid rerenders. */
export function sameView(before: LineView | undefined, now: LineView): LineView {
  const isSame = (name: keyof LineView) =>
    before !== undefined &&
    (Object.is(before[name], now[name]) ||
      (name !== 'state' && name !== 'product' && JSON.stringify(before[name]) === JSON.stringify(now[name])));
  return before !== undefined && (Object.keys(now) as (keyof LineView)[]).every(isSame) ? before : now;
}

/** Returns the notes on a line, the most severe first: what can ship says more than what is short of it. */
export function lineNotes(line: DraftLine, view: LineView, words: OrderWords): string[] {
  const { i18n } = words;
  const { problem, state, product, failure, combined, advice, change } = view;
  return [
    problem && problemWords(problem, line, product, words),
    closedWords(view, words),
    failure && state === failure && t(i18n)`Couldn't look up the product.`,
    state.kind === 'outdated' && datedResult(state)?.kind === 'max-lead-time' && statusWords('max-lead-time', i18n),
    partWords(view, words) ??
      maximumWords(view, words) ??
      (problem === 'not-found' ? null : reasonWords(resultOf(state), words)),
    advice?.short && shortWords(view, words),
    view.stale && staleWords(view.stale, words),
    combined && combinedWords(view, words),
    afterWords(view, words),
    unconfirmedWords(line, view, words),
    change && changeWords(change, words),
    demandWords(view, words),
  ].filter((note) => typeof note === 'string');
}

/** Quantity of a line that is to ship: without what was ordered or shipped of it before. Null if it can't be read. */
export function quantityToShip({ quantity }: DraftLine, view: LineView | undefined): Thousandths | null {
  return quantity && quantity - (view?.closed?.quantity ?? 0);
}

/** `95.5 m shipped`: part of a line that is out of the order; null if there is none. */
export function closedWords({ closed, product }: LineView, words: OrderWords): string | null {
  if (closed === null) return null;
  const amount = words.formatQuantity(closed.quantity, product?.unit);
  return closed.as === 'shipped' ? t(words.i18n)`${amount} shipped` : t(words.i18n)`${amount} ordered`;
}

/** `60 m short`: missing quantity of a line that is late or not available. */
function shortWords({ advice, product }: LineView, words: OrderWords): string {
  const short = words.formatQuantity(advice?.short ?? 0, product?.unit);
  return t(words.i18n)`${short} short`;
}

/** `Max 240 m by Dec 25`: quantity that can ship of a line that is late or not available. */
function maximumWords({ advice, state, product }: LineView, words: OrderWords): string | null {
  if (!advice?.most) return null;
  const { i18n } = words;
  const date = dayWords(advice.most.date, state, words);
  const isNever = resultOf(state).kind === 'not-available';
  if (advice.most.quantity === 0) {
    return isNever ? t(i18n)`No stock left` : t(i18n)`None by ${date}`;
  }
  const amount = words.formatQuantity(advice.most.quantity, product?.unit);
  return isNever ? t(i18n)`Max ${amount} from ${date}` : t(i18n)`Max ${amount} by ${date}`;
}

/** Explains why an earlier result is shown, and of which time. */
function staleWords({ failure, checkedAt }: NonNullable<LineView['stale']>, { i18n, locale }: OrderWords): string {
  const time = formatMoment(checkedAt, locale);
  return `${t(i18n)`Checked ${time}, couldn't recheck.`} ${noResultWords(failure, i18n)}`;
}

/** `148.5 m today, the rest Dec 8`: part of a late line that ships on time; null if there is none. */
function partWords({ state, advice, product }: LineView, words: OrderWords): string | null {
  const stockResult = datedResult(state);
  const part = advice?.part ?? null;
  if (part === null || stockResult === null) return null;
  const { i18n } = words;
  const amount = words.formatQuantity(part.quantity, product?.unit);
  const [first, rest] = [dayWords(part.date, state, words), dayWords(stockResult.date, state, words)];
  return stockResult.kind === 'max-lead-time'
    ? t(i18n)`${amount} ${first}, the rest ${rest} (max lead time)`
    : t(i18n)`${amount} ${first}, the rest ${rest}`;
}

/** Maximum line numbers in a note, since a product may be on hundreds of lines. */
const maxNumbers = 5;

/** `340 m with lines 2 and 6`. */
function combinedWords({ combined, product }: LineView, words: OrderWords): string | null {
  if (!combined) return null;
  const { i18n } = words;
  const amount = words.formatQuantity(combined.quantity, product?.unit);
  const lines = lineNumbers(combined.lines, words);
  return combined.lines.length === 1 ? t(i18n)`${amount} with line ${lines}` : t(i18n)`${amount} with lines ${lines}`;
}

/** `after line 1, alone Dec 8`: an earlier date that the line could have before those of its product above. */
function afterWords({ combined, advice, state }: LineView, words: OrderWords): string | null {
  if (!combined || !advice?.alone) return null;
  const { i18n } = words;
  const [lines, date] = [lineNumbers(combined.lines, words), dayWords(advice.alone, state, words)];
  return combined.lines.length === 1
    ? t(i18n)`after line ${lines}, alone ${date}`
    : t(i18n)`after lines ${lines}, alone ${date}`;
}

/** `2 and 6`. */
function lineNumbers(lines: readonly number[], { i18n }: OrderWords): string {
  const named = lines.slice(-maxNumbers).map(String);
  const more = lines.length - named.length;
  return new Intl.ListFormat(i18n.locale).format(
    more > 0 ? [t(i18n)`${plural(more, { one: '# more', other: '# more' })}`, ...named] : named,
  );
}

/** An earlier date in the stock calendar, which the service doesn't confirm; null if there is none. */
function unconfirmedWords(line: DraftLine, { state, combined, product }: LineView, words: OrderWords): string | null {
  const quantity = combined?.quantity ?? line.quantity;
  if (state.kind !== 'result' || !state.earlier || quantity === null) return null;
  const formatQuantity = (thousandths: Thousandths) => words.formatQuantity(thousandths, product?.unit);
  return differenceWords({ ...words, formatQuantity }, quantity, state.earlier, state.stockResult);
}

/** Hint of later demand for the line's quantity; null if there is none. */
function demandWords({ advice, product }: LineView, words: OrderWords): string | null {
  if (!advice?.laterDemand) return null;
  const formatQuantity = (quantity: Thousandths) => words.formatQuantity(quantity, product?.unit);
  return laterDemandWords({ ...words, formatQuantity }, advice.laterDemand, 'medium');
}

/** A day in a note. Never *today* in a file or for an earlier check. */
function dayWords(date: CalendarDate, state: LineState, words: OrderWords): string {
  const { today, formatDate, formatFromToday, isForFile } = words;
  if (isForFile) return formatDate(state.kind === 'outdated' ? date : later(date, today), 'medium');
  if (date <= today && state.kind !== 'outdated') return formatFromToday(today);
  return formatDate(date, 'medium');
}

/** A status in words; an outdated one with the day of its check, `Checked Nov 19`, or on screen its time if that was today. */
export function stateWords(state: LineState, words: OrderWords): string {
  const { i18n, formatDate, locale, today, isForFile = false } = words;
  if (state.kind !== 'outdated') return statusWords(statusOf(state), i18n);
  const at = state.day === today && !isForFile ? formatTime(state.checkedAt, locale) : formatDate(state.day, 'medium');
  return t(i18n)`Checked ${at}`;
}

/** Day that a result is of: that of the check for an earlier one. */
export function dayOfResult(state: LineState, today: CalendarDate): CalendarDate {
  return state.kind === 'outdated' ? state.day : today;
}

/** Result with the date on which a line ships; null without one. */
export function datedOf(view: LineView | undefined): DatedResult | null {
  return view ? datedResult(view.state) : null;
}

/** Date on which a line ships, at the earliest the day that its result is of; null without one. */
export function shipDateOf(view: LineView | undefined, today: CalendarDate): CalendarDate | null {
  const dated = datedOf(view);
  return dated && view ? later(dated.date, dayOfResult(view.state, today)) : null;
}

/** Returns the days from today until a line ships; null without a current date. */
export function daysToShip(view: LineView | undefined, today: CalendarDate): number | null {
  if (view?.state.kind !== 'result') return null;
  return daysBetween(today, later(view.state.stockResult.date, today));
}

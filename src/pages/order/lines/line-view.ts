import { plural, t } from '@lingui/core/macro';

import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { LineChange } from '#domain/order/check-record.ts';
import type { LineAdvice } from '#domain/order/line-advice.ts';
import { datedResult, type LineState, type NotAnswered, resultOf, statusOf } from '#domain/order/line-state.ts';
import { notAnsweredWords } from '#features/answer/not-answered-words.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import { formatMoment } from '#lib/locale-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { changeWords, type OrderWords, problemWords, reasonWords, statusWords } from '#pages/order/order-words.ts';

/** What is shown for a line beside what the person wrote. */
export interface LineView {
  product: Product | null;
  productId: ProductId | null;
  /** Why the product could not be looked up. */
  failure: NotAnswered | null;
  /** Why the latest check brought no result, so that the one of an earlier check stays, and when that was. */
  kept: { failure: NotAnswered; checkedAt: number } | null;
  /** Whether the product is being looked up. */
  isSought: boolean;
  /** What the line is promised, together with the lines of its product above. */
  state: LineState;
  /** Null where it isn't late. */
  daysLate: number | null;
  /** The quantity that was checked and the numbers of the lines above in it; null for a line on its own. */
  together: { quantity: Thousandths; lines: readonly number[] } | null;
  /** Null until the product's stock calendar is loaded. */
  advice: LineAdvice | null;
  /** What changed since the check before; null where there is nothing to compare. */
  change: LineChange | null;
  problem: LineProblem | null;
}

/** What the person should correct before a line is checked. */
export type LineProblem = 'no-product' | 'not-found' | 'no-quantity' | 'other-unit' | 'past-date';

/** The view of before where nothing differs, so that whoever shows it needs not draw it again. */
export function sameView(before: LineView | undefined, now: LineView): LineView {
  const isSame = (name: keyof LineView) =>
    before !== undefined &&
    (Object.is(before[name], now[name]) ||
      (name !== 'state' && name !== 'product' && JSON.stringify(before[name]) === JSON.stringify(now[name])));
  return before !== undefined && (Object.keys(now) as (keyof LineView)[]).every(isSame) ? before : now;
}

/** What there is to say about a line beside its cells, the gravest first; `short` leaves out what a column says. */
export function lineNotes(line: DraftLine, view: LineView, words: OrderWords): string[] {
  const { i18n } = words;
  const { problem, state, product, failure, together, advice, change } = view;
  return [
    problem && problemWords(problem, line, product, words),
    failure && state === failure && t(i18n)`Couldn't look up the product.`,
    advice?.short && shortWords(view, words),
    state.kind === 'outdated' && datedResult(state)?.kind === 'max-lead-time' && statusWords('max-lead-time', i18n),
    adviceMost(view, words) ?? (problem === 'not-found' ? null : reasonWords(resultOf(state), words)),
    view.kept && keptWords(view.kept, words),
    partWords(view, words),
    together && togetherWords(view, words),
    advice?.fall && fallWords(view, words),
    change && changeWords(change, words),
  ].filter((note) => typeof note === 'string');
}

/** `60 m short`: what a line that is late or not available lacks. */
function shortWords({ advice, product }: LineView, words: OrderWords): string {
  const short = words.formatQuantity(advice?.short ?? 0, product?.unit);
  return t(words.i18n)`${short} short`;
}

/** `Max 240 m by Dec 25`: what can ship of a line that is late or not available. */
function adviceMost({ advice, state, product }: LineView, words: OrderWords): string | null {
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

/** Why a result is of an earlier check than the latest, and of which time. */
function keptWords({ failure, checkedAt }: NonNullable<LineView['kept']>, { i18n, locale }: OrderWords): string {
  const time = formatMoment(checkedAt, locale);
  return `${t(i18n)`Checked ${time}, couldn't recheck.`} ${notAnsweredWords(failure, i18n)}`;
}

/** `148.5 m today, the rest Dec 8`: the part of a late line that ships on time; null where there is none. */
export function partWords({ advice, state, product }: LineView, words: OrderWords): string | null {
  const dated = datedResult(state);
  if (!advice?.part || !dated) return null;
  const { i18n } = words;
  const amount = words.formatQuantity(advice.part.quantity, product?.unit);
  const [first, rest] = [dayWords(advice.part.date, state, words), dayWords(dated.date, state, words)];
  return dated.kind === 'max-lead-time'
    ? t(i18n)`${amount} ${first}, the rest ${rest} (max lead time)`
    : t(i18n)`${amount} ${first}, the rest ${rest}`;
}

/** Numbers that a note names; a product on hundreds of lines would fill the screen. */
const mostNumbers = 5;

/** `340 m with lines 2 and 6`. */
function togetherWords({ together, product }: LineView, words: OrderWords): string | null {
  if (!together) return null;
  const { i18n } = words;
  const amount = words.formatQuantity(together.quantity, product?.unit);
  const named = together.lines.slice(-mostNumbers).map(String);
  const more = together.lines.length - named.length;
  const lines = new Intl.ListFormat(i18n.locale).format(
    more > 0 ? [t(i18n)`${plural(more, { one: '# more', other: '# more' })}`, ...named] : named,
  );
  return named.length === 1 ? t(i18n)`${amount} with line ${lines}` : t(i18n)`${amount} with lines ${lines}`;
}

/** That later demand needs part of what the line takes. */
export function fallWords({ advice, product }: LineView, words: OrderWords): string | null {
  if (!advice?.fall) return null;
  const level = words.formatQuantity(advice.fall.level, product?.unit);
  return t(words.i18n)`Available quantity drops to ${level} on ${words.formatDate(advice.fall.date, 'medium')}.`;
}

/** A day in a note: without its year where that is this one. That of an earlier check, or in a file, is never today. */
function dayWords(date: CalendarDate, state: LineState, words: OrderWords): string {
  const { i18n, today, formatDate, isForFile } = words;
  if (isForFile) return formatDate(state.kind === 'outdated' ? date : later(date, today), 'medium');
  if (date <= today && state.kind !== 'outdated') return t(i18n)`today`;
  return formatDate(date, date.slice(0, 4) === today.slice(0, 4) ? 'short' : 'medium');
}

/** The words of a status; an outdated one names the day of its check, `Checked Nov 19`. */
export function stateWords(state: LineState, { i18n, formatDate }: OrderWords): string {
  return state.kind === 'outdated'
    ? t(i18n)`Checked ${formatDate(state.day, 'short')}`
    : statusWords(statusOf(state), i18n);
}

/** Days from today until a line ships; null where that isn't known today. */
export function daysToShip(view: LineView | undefined, today: CalendarDate): number | null {
  if (view?.state.kind !== 'answered') return null;
  return daysBetween(today, later(view.state.answer.date, today));
}

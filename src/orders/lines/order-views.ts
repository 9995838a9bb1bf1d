import { changeSince, type CheckRecord, type LineChange } from '#stock/order/check-record.ts';
import { lineAdvice } from '#stock/order/line-advice.ts';
import {
  daysLate,
  isClosed,
  type LineProblem,
  type LineState,
  ofProduct,
  resultOf,
  notChecked,
} from '#stock/order/line-state.ts';
import { isBlank, isValidQuantity, type LineKey, lineQueries, type LineQuery } from '#stock/order/order-line.ts';
import { checkedAtOf, type OrderResults } from '#stock/order/order-results.ts';
import { orderSummary, type OrderSummary, type SummaryLine } from '#stock/order/order-summary.ts';
import { isSameUnit } from '#stock/order-list/unit-word.ts';
import type { DraftLine } from '#parts/saved-orders/saved-order.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { isLater } from '#stock/promises/promise-status.ts';
import {
  type ClosedAs,
  lineClosedAs,
  type PromisedLine,
  promisedLine,
  type PromisedLines,
  quantityLeft,
} from '#stock/promises/told-order.ts';
import { shipByProblem } from '#stock/ship-by.ts';

import { dayOfResult, type LineView, sameView } from './line-view.ts';
import type { ProductLookup } from './product-directory.ts';

/** What the views of an order's lines are derived from. */
export interface OrderKnowledge {
  results: OrderResults;
  /** Undefined while a product is being looked up. */
  findProduct: (text: string) => ProductLookup | undefined;
  /** Undefined for a line that can't be checked. */
  queryOf: (key: LineKey) => LineQuery | undefined;
  /** Number of a line, from 1. */
  numberOf: (key: LineKey) => number;
  /** Whether a line is being entered, so that its quantity isn't missing yet. */
  isEntered: (key: LineKey) => boolean;
  /** The previous check; null if there is none. */
  previous: CheckRecord | null;
  /** What was promised of the lines, of which some may be closed. */
  promised: PromisedLines;
  /** The same to compare the lines with, instead of the previous check; null if nothing was promised. */
  told: CheckRecord | null;
}

/** Returns what is promised as a check that lines are compared with; null if nothing is. */
export function toldRecord(promised: PromisedLines): CheckRecord | null {
  if (promised.size === 0) return null;
  const lines = [...promised].map(
    // Stock on hand is promised for its day.
    ([
      key,
      {
        productId,
        openQuantity: quantity,
        promised: { date, day, kind },
      },
    ]) => [key, { productId, quantity, outcome: { kind, date: later(date, day) } }] as const,
  );
  return { checkedAt: 0, isTold: true, lines: new Map(lines) };
}

type Promises = Pick<OrderKnowledge, 'findProduct' | 'promised'>;

function promisedOf({ key, product }: DraftLine, { findProduct, promised }: Promises): PromisedLine | undefined {
  return promisedLine(key, findProduct(product)?.productId, promised);
}

/** The queries of an order's lines. */
export interface OrderQueries {
  /** Of the lines that can be checked, in list order. */
  list: readonly LineQuery[];
  byKey: ReadonlyMap<LineKey, LineQuery>;
  /** Numbers of all lines, from 1. */
  numbers: ReadonlyMap<LineKey, number>;
}

export function orderQueries(lines: readonly DraftLine[], promises: Promises): OrderQueries {
  const checkable = lines.flatMap((line) => {
    const finding = promises.findProduct(line.product);
    const productId = finding?.productId ?? null;
    const quantity = quantityLeft(line.quantity, promisedOf(line, promises));
    if (productId === null || !isValidQuantity(quantity) || isOtherUnit(line, finding)) return [];
    return { key: line.key, productId, quantity };
  });
  const list = lineQueries(checkable);
  return {
    list,
    byKey: new Map(list.map((query) => [query.key, query])),
    numbers: new Map(lines.map(({ key }, index) => [key, index + 1])),
  };
}

/** Number of lines by kind of change since the previous check. */
export interface Comparison extends Record<Exclude<LineChange['kind'], 'unchanged'>, number> {
  /** Time of the previous check, Unix milliseconds. */
  since: number;
  /** Number of lines that could be compared. */
  compared: number;
  /** The lines counted by kind. */
  changed: readonly LineKey[];
}

/** State of the whole order. Immutable: a new object after every change. */
export interface OrderOverview {
  summary: OrderSummary;
  /** Number of lines that aren't blank. */
  lineCount: number;
  /** Whether product lookups failed, so that names and units are missing. */
  lookupFailed: boolean;
  /** Number of lines that weren't checked, for example after a canceled check. */
  unchecked: number;
  /** Whether edited lines are checked automatically, now or soon. */
  autoChecks: boolean;
  /** Number of lines for which the latest check failed, so that they show an earlier result. */
  stale: number;
  /** Changes since the previous check; null if there is none, or if lines are compared with what was promised. */
  comparison: Comparison | null;
}

/** Whether a line's unit isn't the product's. Units are never converted: the user decides. */
export function isOtherUnit({ writtenUnit }: DraftLine, finding: ProductLookup | undefined): boolean {
  const unit = finding?.product?.unit ?? null;
  return writtenUnit !== '' && unit !== null && !isSameUnit(writtenUnit, unit);
}

function problemOf(line: DraftLine, finding: ProductLookup | undefined, day: CalendarDate): LineProblem | null {
  if (line.product.trim() === '') return 'no-product';
  if (finding && finding.productId === null && !finding.failure) return 'not-found';
  if (line.quantity === null) return 'no-quantity';
  if (isOtherUnit(line, finding)) return 'other-unit';
  return line.shipBy && shipByProblem(line.shipBy, day);
}

function stateOf(
  line: DraftLine,
  problem: LineProblem | null,
  { results, findProduct, queryOf }: OrderKnowledge,
): LineState {
  if (problem === 'other-unit') return unitDiffers;
  if (problem === 'not-found') return unknownProduct;
  const query = queryOf(line.key);
  if (query === undefined) {
    const failure = findProduct(line.product)?.failure;
    return failure && isValidQuantity(line.quantity) ? failure : notChecked;
  }
  if (!isValidQuantity(query.quantity)) return exceedsLimit;
  const state = results.stateOf(query);
  const product = findProduct(line.product)?.product;
  return state.kind === 'outdated' ? { ...state, was: ofProduct(state.was, product) } : ofProduct(state, product);
}

function summaryLine(line: DraftLine, knowledge: OrderKnowledge): SummaryLine {
  const { key } = line;
  const { results, findProduct, queryOf } = knowledge;
  const { present } = results;
  const closed = lineClosedAs(line.quantity, promisedOf(line, knowledge));
  if (closed !== null) return { key, shipBy: line.shipBy, state: closedStates[closed], query: null };
  const state = stateOf(line, problemOf(line, findProduct(line.product), present.day), knowledge);
  // No line is late for a rejected ship-by date.
  const day = dayOfResult(state, present.day);
  const shipBy = line.shipBy && shipByProblem(line.shipBy, day) === null ? line.shipBy : null;
  return { key, shipBy, state, query: queryOf(key) ?? null };
}

/** The lines that aren't blank, as the summary counts them. */
export function summaryLines(lines: readonly DraftLine[], knowledge: OrderKnowledge): SummaryLine[] {
  return lines.flatMap((line) => (isBlank(line) ? [] : summaryLine(line, knowledge)));
}

/** Returns the view of a line; undefined while nothing is known, to save work for thousands of new lines. */
export function lineView(
  line: DraftLine,
  before: LineView | undefined,
  knowledge: OrderKnowledge,
): LineView | undefined {
  const { results, findProduct, previous, told } = knowledge;
  const record = told ?? previous;
  if (isBlank(line)) return undefined;
  const finding = findProduct(line.product);
  if (finding === undefined && line.product.trim() !== '' && line.quantity !== null) return undefined;
  const { state, query, shipBy } = summaryLine(line, knowledge);
  const { day } = results.present;
  const part = promisedOf(line, knowledge);
  const timeline =
    query && (state.kind === 'outdated' ? results.timelineThen(query) : results.timelineOf(query.productId));
  const found = query && results.find(query);
  const failed = (!found?.isInFlight && found?.failure) || null;
  const isCombined = query !== null && query.place > 0;
  // A promised date asks for a part in time, too.
  const advice = timeline && lineAdvice(timeline, query, resultOf(state), shipBy ?? dateInTime(part, state, day));
  return sameView(before, {
    product: finding?.product ?? null,
    productId: finding?.productId ?? null,
    failure: finding?.failure ?? null,
    stale: found && failed ? { failure: failed, checkedAt: checkedAtOf(found) } : null,
    isLookingUp: finding === undefined && line.product.trim() !== '',
    state,
    daysLate: daysLate(shipBy, state, day),
    combined: isCombined ? { quantity: query.quantity, lines: numbersAbove(query, knowledge) } : null,
    advice,
    closed:
      part && part.closedAs !== null && !isClosed(state) ? { as: part.closedAs, quantity: part.closedQuantity } : null,
    change: failed ? null : record && changeSince(record, { key: line.key, shipBy: null, state, query }, day),
    problem:
      isClosed(state) || (line.quantityText === '' && knowledge.isEntered(line.key))
        ? null
        : problemOf(line, finding, day),
  });
}

/** The day that is promised of a line; null if it is past, or if nothing is. */
function promisedDay(line: PromisedLine | undefined, today: CalendarDate): CalendarDate | null {
  if (line === undefined || line.openQuantity === 0) return null;
  const day = later(line.promised.date, line.promised.day);
  return day < today ? null : day;
}

/** The promised day, for which a line asks for a part in time too; null for a max lead time date that moved on with the days. */
function dateInTime(line: PromisedLine | undefined, state: LineState, today: CalendarDate): CalendarDate | null {
  const isAsPromised =
    line !== undefined && state.kind === 'result' && !isLater(line.promised, { ...state.stockResult, day: today });
  return isAsPromised ? null : promisedDay(line, today);
}

/** Returns the numbers of the lines of the same product above. */
function numbersAbove({ lines, place }: LineQuery, { numberOf }: OrderKnowledge): number[] {
  return lines.slice(0, place).map(numberOf);
}

/** @param autoChecks whether edited lines are checked automatically, now or soon */
export function orderOverview(
  rows: readonly DraftLine[],
  knowledge: OrderKnowledge,
  autoChecks: boolean,
): OrderOverview {
  const { results, findProduct, previous, told } = knowledge;
  const { day } = results.present;
  const lines = summaryLines(rows, knowledge);
  const summary = orderSummary(lines, results, day);
  const fresh = lines.filter(({ query }) => !query || !results.find(query)?.failure);
  return {
    summary,
    lineCount: lines.length,
    lookupFailed: rows.some(({ product }) => findProduct(product)?.failure !== undefined),
    unchecked: lines.filter(({ state, query }) => query && state === notChecked).length,
    autoChecks,
    stale: lines.length - fresh.length,
    comparison: told ? null : previous && comparisonOf(previous, fresh, day),
  };
}

const closedStates: Record<ClosedAs, LineState> = { ordered: { kind: 'ordered' }, shipped: { kind: 'shipped' } };
const unitDiffers: LineState = { kind: 'unit-differs' };
const unknownProduct: LineState = { kind: 'unknown-product' };
/** The quantity, with the lines of its product above, exceeds the limit of a request. */
const exceedsLimit: LineState = { kind: 'no-result', reason: 'refused', requestId: null };

function comparisonOf(before: CheckRecord, lines: readonly SummaryLine[], today: CalendarDate): Comparison {
  const since = before.checkedAt;
  const changed: LineKey[] = [];
  const comparison = { since, compared: 0, changed, moved: 0, 'newly-max-lead-time': 0, recovered: 0, lost: 0 };
  for (const line of lines) {
    const change = changeSince(before, line, today);
    if (change === null) continue;
    comparison.compared += 1;
    if (change.kind === 'unchanged') continue;
    comparison[change.kind] += 1;
    changed.push(line.key);
  }
  return comparison;
}

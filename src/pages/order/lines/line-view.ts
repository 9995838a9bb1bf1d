import { t } from '@lingui/core/macro';

import type { Product } from '#contract/gateway.ts';
import type { DatedAnswer } from '#domain/answer.ts';
import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';
import { isSameUnit } from '#domain/order-list/unit-word.ts';
import { changeSince, type CheckRecord, type LineChange } from '#domain/order/check-record.ts';
import { isLate, type LineState, type OrderAnswers, statusOf } from '#domain/order/line-state.ts';
import { isBlank } from '#domain/order/order-line.ts';
import type { OrderVerdict, Together } from '#domain/order/order-verdict.ts';
import type { RowEntry } from '#features/grid/grid-column.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import { changeWords, type OrderWords, problemWords, reasonWords, statusWords } from '#pages/order/order-words.ts';

import type { Finding } from './product-directory.ts';

/** What is shown for a line beside what the person wrote. */
export interface LineView {
  product: Product | null;
  /** Whether the product is being looked up. */
  isSought: boolean;
  state: LineState;
  late: boolean;
  /** What the lines of its product make together, where there are several; null where it is the only one. */
  together: Together | null;
  /** What changed since the check before; null where there is nothing to compare. */
  change: LineChange | null;
  problem: LineProblem | null;
}

/** What the person should mend before a line is asked. */
export type LineProblem = 'no-product' | 'not-found' | 'no-quantity' | 'other-unit' | 'past-date';

export interface LineKnowledge {
  answers: OrderAnswers;
  together: OrderVerdict['together'];
  find: (product: string) => Finding | undefined;
  previous: CheckRecord | null;
  today: CalendarDate;
}

/**
 * The view of a line; `before` itself where nothing differs, so that whoever shows it needs not draw it again. None
 * for a line of which nothing is known yet: thousands of those come at once.
 */
export function lineView(
  line: DraftLine,
  before: LineView | undefined,
  knowledge: LineKnowledge,
): LineView | undefined {
  if (isBlank(line)) return undefined;
  const { answers, together, find, previous, today } = knowledge;
  const finding = find(line.product);
  const state = answers.stateOf(line);
  if (finding === undefined && state.kind === 'unasked' && line.product !== '' && line.quantity !== null) {
    return undefined;
  }
  const view: LineView = {
    product: finding?.product ?? null,
    isSought: finding === undefined && !line.lookupFailure && line.product.trim() !== '',
    state,
    late: isLate(line, state, today),
    together: sameTogether(
      line.productId === null ? undefined : together.get(line.productId),
      before?.together ?? null,
    ),
    change: previous === null ? null : sameChange(changeSince(previous, line, state, today), before?.change ?? null),
    problem: problemOf(line, finding, today),
  };
  return before !== undefined && isSame(view, before) ? before : view;
}

function problemOf(line: DraftLine, finding: Finding | undefined, today: CalendarDate): LineProblem | null {
  if (line.product.trim() === '') return 'no-product';
  if (finding !== undefined && finding.productId === null) return 'not-found';
  if (line.quantity === null) return 'no-quantity';
  if (hasOtherUnit(line, finding?.product ?? null)) return 'other-unit';
  return line.neededBy !== null && line.neededBy < today ? 'past-date' : null;
}

/** A unit is never converted: where it isn't the product's, the person decides what was meant. */
function hasOtherUnit({ writtenUnit }: DraftLine, product: Product | null): boolean {
  return writtenUnit !== '' && product?.unit != null && !isSameUnit(writtenUnit, product.unit);
}

function isSame(a: LineView, b: LineView): boolean {
  return (Object.keys(a) as (keyof LineView)[]).every((name) => Object.is(a[name], b[name]));
}

function sameTogether(together: Together | undefined, before: Together | null): Together | null {
  return together?.state === before?.state && together?.quantity === before?.quantity ? before : (together ?? null);
}

function sameChange(change: LineChange | null, before: LineChange | null): LineChange | null {
  return JSON.stringify(change) === JSON.stringify(before) ? before : change;
}

/** What there is to say about a line beside its cells, the gravest first. */
export function lineNotes(line: DraftLine, view: LineView, words: OrderWords): string[] {
  const { i18n } = words;
  const { problem, state, product, together, change } = view;
  return [
    problem && problemWords(problem, line, product, words),
    state === line.lookupFailure && t(i18n)`The product could not be looked up.`,
    reasonWords(state, words),
    together &&
      t(i18n)`together ${words.formatQuantity(together.quantity, product?.unit)}: ${togetherWords(view, words)}`,
    change && changeWords(change, words),
  ].filter((note) => typeof note === 'string');
}

function togetherWords({ together }: LineView, { i18n, today, formatDate }: OrderWords): string {
  if (together?.state.kind !== 'answered') return t(i18n)`no answer`;
  const { kind, date } = together.state.answer;
  if (kind === 'max-lead-time') return t(i18n)`max lead time ${formatDate(date, 'medium')}`;
  return date <= today ? t(i18n)`today` : formatDate(date, 'medium');
}

/** An order's columns as they are taken along: those on screen, then what a program needs to tell lines apart. */
export function exportColumns({ i18n }: Pick<OrderWords, 'i18n'>): ExportColumn[] {
  return [
    { header: t(i18n)`Product`, kind: 'code' },
    { header: t(i18n)`Name`, kind: 'text' },
    { header: t(i18n)`Quantity`, kind: 'quantity' },
    { header: t(i18n)`Unit`, kind: 'text' },
    { header: t(i18n)`Needed by`, kind: 'date' },
    { header: t(i18n)`Answer`, kind: 'date' },
    { header: t(i18n)`Status`, kind: 'text' },
    { header: t(i18n)`Days`, kind: 'count' },
    { header: t(i18n)`Note`, kind: 'text' },
    { header: t(i18n)`Product id`, kind: 'id' },
    { header: t(i18n)`SKU`, kind: 'code' },
    { header: t(i18n)`Max lead time`, kind: 'flag' },
  ];
}

const answerColumn = 5;
const statusColumn = 6;

/** A line as a row of {@link exportColumns}; a quantity that can't be read stays as it was written. */
export function exportRow({ row, derived }: RowEntry<DraftLine, LineView>, words: OrderWords): ExportRow {
  const { i18n, today } = words;
  const product = derived?.product ?? null;
  const answer = answerOf(derived);
  const status = derived ? statusWords(statusOf(derived.state), i18n) : '';
  const isTheory = answer?.kind === 'max-lead-time';
  const notes = [row.note, ...(derived ? lineNotes(row, derived, words) : [])].filter((note) => note !== '');
  return {
    cells: [
      row.product,
      product?.name ?? null,
      row.quantity ?? row.quantityText,
      product?.unit ?? (row.writtenUnit || null),
      row.neededBy,
      answer?.date ?? null,
      status,
      answer && daysBetween(today, later(answer.date, today)),
      notes.join(' · ') || null,
      row.productId,
      product?.sku ?? null,
      isTheory ? status : null,
    ],
    ...(isTheory && { theoretical: [answerColumn, statusColumn] }),
  };
}

/**
 * The date that a line may be promised for: where several lines draw on one product, that of their sum. Null where it
 * has no answer to count on.
 */
export function promisedAnswer(view: LineView | undefined): DatedAnswer | null {
  const together = view?.together;
  if (!together) return answerOf(view);
  return answerOf(view) !== null && together.state.kind === 'answered' ? together.state.answer : null;
}

function answerOf(view: LineView | undefined): DatedAnswer | null {
  return view?.state.kind === 'answered' ? view.state.answer : null;
}

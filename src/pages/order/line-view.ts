import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { Product } from '#contract/gateway.ts';
import { isSameUnit } from '#domain/order-list/unit-word.ts';
import { changeSince, type CheckRecord, type LineChange } from '#domain/order/check-record.ts';
import { isLate, type LineState, type OrderAnswers } from '#domain/order/line-state.ts';
import { isBlank } from '#domain/order/order-line.ts';
import type { OrderVerdict, Together } from '#domain/order/order-verdict.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

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

import type { ProductId } from '#contract/product-id.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { Answered } from './line-state.ts';
import { isAskable, isAskableQuantity, type LineKey, type OrderLine, type StockQuestion } from './order-line.ts';
import type { OrderAnswers } from './order-answers.ts';

/** What the lines of one product draw from its one stock, together (rules, *Order verdict*). */
export interface ProductDemand extends StockQuestion {
  /** Those that have an answer of their own, in order; at least one. */
  lines: DemandLine[];
}

interface DemandLine {
  key: LineKey;
  quantity: Thousandths;
  answered: Answered;
}

/** A demand with the answer that counts for it. */
export interface AnsweredDemand {
  demand: ProductDemand;
  answered: Answered;
}

/** The demands of an order, in the order of their first lines: from its lines that have an answer. */
export function productDemands(
  lines: readonly OrderLine[],
  answers: Pick<OrderAnswers, 'stateOf'>,
): Iterable<ProductDemand> {
  const demands = new Map<ProductId, ProductDemand>();
  for (const line of lines) {
    if (!isAskable(line)) continue;
    const answered = answers.stateOf(line);
    if (answered.kind !== 'answered') continue;
    const { key, productId, quantity } = line;
    const demand = demands.get(productId);
    if (demand === undefined) {
      demands.set(productId, { productId, quantity, lines: [{ key, quantity, answered }] });
    } else {
      demand.quantity += quantity;
      demand.lines.push({ key, quantity, answered });
    }
  }
  return demands.values();
}

/** The answer that counts for a demand: that of its one line, else that of the sum; null where there is none. */
export function answerToDemand({ productId, quantity, lines }: ProductDemand, answers: OrderAnswers): Answered | null {
  if (lines.length === 1) return lines[0]?.answered ?? null;
  if (!isAskableQuantity(quantity)) return null;
  const state = answers.answerTo({ productId, quantity });
  return state.kind === 'answered' ? state : null;
}

/** What is left of a demand without one of its lines; null where nothing is. */
export function demandWithout(demand: ProductDemand, key: LineKey): ProductDemand | null {
  const lines = demand.lines.filter((line) => line.key !== key);
  if (lines.length === 0) return null;
  return { productId: demand.productId, quantity: lines.reduce((sum, line) => sum + line.quantity, 0), lines };
}

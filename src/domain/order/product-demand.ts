import type { ProductId } from '#contract/product-id.ts';

import type { Answered } from './line-state.ts';
import type { OrderAnswers } from './order-answers.ts';
import {
  type AskableLine,
  isAskable,
  isAskableQuantity,
  type LineKey,
  type OrderLine,
  type StockQuestion,
} from './order-line.ts';

/** What the lines of one product draw from its one stock, together (rules, *Order verdict*). */
export interface ProductDemand extends StockQuestion {
  /** Those that have an answer of their own, in order; at least one. */
  lines: AskableLine[];
  /** The answer that counts: that of the one line, else that of the sum; null where there is none. */
  answered: Answered | null;
}

export type AnsweredDemand = ProductDemand & { answered: Answered };

/** The demands of an order, in the order of their first lines: from its lines that have an answer. */
export function productDemands(
  lines: readonly OrderLine[],
  answers: Pick<OrderAnswers, 'stateOf' | 'answerTo'>,
): ProductDemand[] {
  const byProduct = new Map<ProductId, ProductDemand>();
  for (const line of lines) {
    if (!isAskable(line)) continue;
    const answered = answers.stateOf(line);
    if (answered.kind !== 'answered') continue;
    const { productId, quantity } = line;
    const demand = byProduct.get(productId);
    if (demand === undefined) {
      byProduct.set(productId, { productId, quantity, lines: [line], answered });
    } else {
      demand.quantity += quantity;
      demand.lines.push(line);
    }
  }
  const demands = [...byProduct.values()];
  for (const demand of demands) if (demand.lines.length > 1) demand.answered = answerToSum(demand, answers);
  return demands;
}

/** The demands without one of their lines. */
export function demandsWithout(
  demands: readonly ProductDemand[],
  key: LineKey,
  answers: Pick<OrderAnswers, 'stateOf' | 'answerTo'>,
): ProductDemand[] {
  return demands.flatMap((demand) => {
    if (!demand.lines.some((line) => line.key === key)) return [demand];
    return productDemands(
      demand.lines.filter((line) => line.key !== key),
      answers,
    );
  });
}

export function isAnswered(demand: ProductDemand): demand is AnsweredDemand {
  return demand.answered !== null;
}

function answerToSum({ productId, quantity }: StockQuestion, answers: Pick<OrderAnswers, 'answerTo'>): Answered | null {
  if (!isAskableQuantity(quantity)) return null;
  const state = answers.answerTo({ productId, quantity });
  return state.kind === 'answered' ? state : null;
}

import type { ProductId } from '#contract/product-id.ts';
import { checking, type LineResult, type LineState, unasked } from '#domain/order/line-state.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** A question and what came of asking it; lines that ask the same share one. */
export interface BookedQuestion extends StockQuestion {
  result: LineResult | null;
  /** When the result came, in milliseconds since 1970. */
  settledAt: number;
  /** The number of the run in which it came; 0 where it was restored. */
  settledIn: number;
  /** Whether it is being asked; what was known before is kept meanwhile. */
  isUnderWay: boolean;
}

/** Every question of an order that was or is asked, by product and quantity. */
export class QuestionBook {
  readonly #byProduct = new Map<ProductId, Map<Thousandths, BookedQuestion>>();

  find({ productId, quantity }: StockQuestion): BookedQuestion | undefined {
    return this.#byProduct.get(productId)?.get(quantity);
  }

  enter({ productId, quantity }: StockQuestion): BookedQuestion {
    let quantities = this.#byProduct.get(productId);
    if (quantities === undefined) this.#byProduct.set(productId, (quantities = new Map()));
    let question = quantities.get(quantity);
    if (question === undefined) {
      question = { productId, quantity, result: null, settledAt: 0, settledIn: 0, isUnderWay: false };
      quantities.set(quantity, question);
    }
    return question;
  }

  ofProduct(productId: ProductId): Iterable<BookedQuestion> {
    return this.#byProduct.get(productId)?.values() ?? [];
  }

  *all(): Iterable<BookedQuestion> {
    for (const quantities of this.#byProduct.values()) yield* quantities.values();
  }
}

export function stateOfQuestion(question: BookedQuestion | undefined): LineState {
  if (question === undefined) return unasked;
  return question.isUnderWay ? checking : (question.result ?? unasked);
}

/** Whether asking again may bring an answer: there is none that counts, and none to the contrary. */
export function isOpen({ result }: BookedQuestion): boolean {
  return result === null || isRetryable(result);
}

export function isRetryable({ kind }: LineState): boolean {
  return kind === 'not-answered' || kind === 'not-trusted';
}

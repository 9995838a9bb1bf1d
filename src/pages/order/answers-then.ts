import type { AnswersThen, SharedOrder } from '#features/saved-orders/order-link.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { CheckRecord } from '#domain/order/check-record.ts';
import type { LineKey } from '#domain/order/order-line.ts';

/**
 * The answers that came with a link, as of the lines that were made of it. A line that was changed or left out while
 * the list was looked over has none. Null where the link held no answers.
 */
export function answersThen({ lines, answers }: SharedOrder, made: readonly DraftLine[]): CheckRecord | null {
  if (!answers) return null;
  const rest = lines.map((line, at) => ({ line, answered: answers.outcomes[at] ?? null }));
  const record = new Map<LineKey, NonNullable<AnswersThen['outcomes'][number]> & { quantity: number }>();
  for (const { key, product, quantity } of made) {
    const at = rest.findIndex(({ line }) => line.product === product && line.quantity === quantity);
    const [found] = at < 0 ? [] : rest.splice(at, 1);
    if (found?.answered && quantity !== null) record.set(key, { ...found.answered, quantity });
  }
  return { checkedAt: answers.checkedAt, lines: record };
}

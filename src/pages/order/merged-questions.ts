import type { OrderListQuestion } from '#domain/order-list/order-list.ts';

/**
 * The questions to show after a list was read again with another answer. One that was answered isn't put again and
 * stays; what follows from the answer may be one of its own. With other columns every other question is put anew.
 */
export function mergedQuestions(
  before: readonly OrderListQuestion[],
  next: readonly OrderListQuestion[],
  answered: string,
): OrderListQuestion[] {
  const kept = answered === 'columns' ? before.filter(({ about }) => about === answered) : before;
  return [...kept, ...next.filter(({ about }) => kept.every((question) => question.about !== about))];
}

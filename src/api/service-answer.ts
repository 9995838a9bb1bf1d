import { type ProblemCode, problemCode } from '#contract/problem.ts';
import type { StockItem } from '#contract/envelope.ts';
import { type Answer, answerOfItem } from '#domain/answer.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { HttpError } from './errors.ts';

/** What came of asking the service: TanStack Query's result, as far as it matters here. */
interface Outcome {
  data: StockItem | undefined;
  error: Error | null;
}

/** The service's answer; null where none came, or where the latest attempt failed and `data` is an older one. */
export function serviceAnswer({ data, error }: Outcome, today: CalendarDate): Answer | null {
  if (isNotAvailable(error)) return { kind: 'not-available' };
  return error === null && data !== undefined ? answerOfItem(data, today) : null;
}

/** Whether the service refused because no date holds the quantity (§4.2): that is an answer, not a failure. */
export function isNotAvailable(error: Error | null): boolean {
  return codeOf(error) === 'quantity-not-available';
}

/** Whether the service refused because it knows no such product (§4.1, §4.2). */
export function isUnknownProduct(error: unknown): boolean {
  return codeOf(error) === 'unknown-product';
}

function codeOf(error: unknown): ProblemCode | undefined {
  return error instanceof HttpError && error.problem !== null ? problemCode(error.problem.type) : undefined;
}

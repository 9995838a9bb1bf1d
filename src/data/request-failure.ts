import type { ProductId } from '#stock/contract/product-id.ts';
import type { NotAnswered, NotAnsweredReason } from '#stock/order/line-state.ts';

import { ContractError, HttpError, NetworkError, TimeoutError } from './errors.ts';

/** What a failed call means for a check; `why` is the result of its lines if retries fail too. */
export type CallFailure =
  | { kind: 'signed-out'; why: NotAnswered }
  /** No call can succeed: remaining lines aren't sent. */
  | { kind: 'final'; why: NotAnswered }
  /** The service requested a pause. */
  | { kind: 'pause'; milliseconds: number; why: NotAnswered }
  /**
   * May succeed if retried, unless the gateway already has (`isRepeated`). With `mayBeOneLine`, a single line may cause
   * the failure.
   */
  | { kind: 'passing'; mayBeOneLine: boolean; isRepeated: boolean; why: NotAnswered }
  /** Too many lines in one call. */
  | { kind: 'too-many'; why: NotAnswered }
  /** These products have no result; the other lines would have succeeded. */
  | { kind: 'named'; unknown: ReadonlySet<ProductId>; unavailable: ReadonlySet<ProductId>; why: NotAnswered }
  /** At least one line is rejected, but the response doesn't say which. */
  | { kind: 'refused'; why: NotAnswered };

/** Thrown to stop a check: all open lines are settled with `why`. */
export class CheckStopped extends Error {
  override readonly name = 'CheckStopped';
  readonly why: NotAnswered;

  constructor(why: NotAnswered) {
    super('Nothing was answered');
    this.why = why;
  }
}

const defaultPause = 2_000;
const shortestPause = 250;

/** Classifies an error thrown by a call. Never throws. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof CheckStopped) return { kind: 'final', why: error.why };
  if (error instanceof HttpError) return refusalOf(error);
  if (error instanceof TimeoutError) return passing(because('timeout'));
  if (error instanceof NetworkError) return passing(because('no-connection'));
  const requestId = error instanceof ContractError ? error.requestId : null;
  return { kind: 'refused', why: { ...because('broken-answer'), requestId } };
}

function refusalOf(error: HttpError): CallFailure {
  const { status, problem } = error;
  const why = (reason: NotAnsweredReason): NotAnswered => ({
    kind: 'not-answered',
    reason,
    requestId: error.requestId,
    ...(error.sentence !== null && { sentence: error.sentence }),
  });
  if (status === 401) return { kind: 'signed-out', why: why('not-allowed') };
  if (status === 429 || (error.retryAfter !== null && (status === 403 || status >= 500))) {
    const milliseconds = error.retryAfter === null ? defaultPause : Math.max(error.retryAfter * 1000, shortestPause);
    return { kind: 'pause', milliseconds, why: why('busy') };
  }
  if (status === 403) return { kind: 'final', why: why('not-allowed') };
  const isRepeated = error.attempts > 1;
  if (status === 408) return { ...passing(why('timeout')), isRepeated };
  if (status >= 500) return { ...passing(why('service-error')), mayBeOneLine: status === 500, isRepeated };
  if (isSizeError(error)) return { kind: 'too-many', why: why('refused') };
  const unknown = new Set(problem?.unknownProductIds);
  const unavailable = new Set(problem?.unavailableProductIds);
  if (unknown.size + unavailable.size > 0) return { kind: 'named', unknown, unavailable, why: why('refused') };
  return { kind: 'refused', why: why('refused') };
}

function passing(why: NotAnswered): CallFailure & { kind: 'passing' } {
  return { kind: 'passing', mayBeOneLine: false, isRepeated: false, why };
}

function because(reason: NotAnsweredReason): NotAnswered {
  return { kind: 'not-answered', reason, requestId: null };
}

const tooManyWords =
  /\btoo (?:many|large|big|long)\b|\b(?:at most|no more than|maximum|max\.?|exceeds?|exceeded|limit(?:ed)?) .*\b(?:products?|items?|lines?|entries|elements?|records?|bytes|ids)\b|\b(?:products?|items?|lines?|entries|elements?|records?) .*\b(?:exceeds?|exceeded|maximum|limit)\b|\blist of 1 to\b|\b(?:batch|body|payload|request) size\b/i;

/** An error about one line, such as `products[3].quantity`, isn't about the size. */
const ofOneLine = /\[\d+\]/;

/**
 * Whether the service rejected a call as too large: a 413, or a 400 with a matching message. A missed wording only
 * costs extra calls, since rejected batches are split anyway.
 */
export function isSizeError({
  status,
  sentence,
  problem,
}: Pick<HttpError, 'status' | 'sentence' | 'problem'>): boolean {
  if (status === 413) return true;
  if (status !== 400) return false;
  const errors = problem?.errors ?? [];
  if (errors.some(({ path }) => ofOneLine.test(path))) return false;
  return [sentence ?? '', ...errors.map(({ message }) => message)].some((text) => tooManyWords.test(text));
}

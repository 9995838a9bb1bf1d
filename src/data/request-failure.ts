import type { NoResult, NoResultReason } from '#stock/order/line-state.ts';

import { ContractError, HttpError, NetworkError, TimeoutError } from './errors.ts';

/** What a failed call means for a job; `why` is the result of its lines if retries fail too. */
export type CallFailure =
  | { kind: 'signed-out'; why: NoResult }
  /** The service requested a pause. */
  | { kind: 'pause'; milliseconds: number; why: NoResult }
  /** May succeed if retried, unless the gateway already has (`isRepeated`). */
  | { kind: 'passing'; isRepeated: boolean; why: NoResult }
  | { kind: 'refused'; why: NoResult };

const defaultPause = 2_000;
const shortestPause = 250;

/** Classifies an error thrown by a call. Never throws. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof HttpError) return refusalOf(error);
  if (error instanceof TimeoutError) return passing(because('timeout'));
  if (error instanceof NetworkError) return passing(because('no-connection'));
  const requestId = error instanceof ContractError ? error.requestId : null;
  return { kind: 'refused', why: { ...because('broken-response'), requestId } };
}

function refusalOf(error: HttpError): CallFailure {
  const { status } = error;
  const why = (reason: NoResultReason): NoResult => ({
    kind: 'no-result',
    reason,
    requestId: error.requestId,
    ...(error.sentence !== null && { sentence: error.sentence }),
  });
  if (status === 401) return { kind: 'signed-out', why: why('not-allowed') };
  if (status === 429 || (error.retryAfter !== null && (status === 403 || status >= 500))) {
    const milliseconds = error.retryAfter === null ? defaultPause : Math.max(error.retryAfter * 1000, shortestPause);
    return { kind: 'pause', milliseconds, why: why('busy') };
  }
  if (status === 403) return { kind: 'refused', why: why('not-allowed') };
  const isRepeated = error.attempts > 1;
  if (status === 408) return { ...passing(why('timeout')), isRepeated };
  if (status >= 500) return { ...passing(why('service-error')), isRepeated };
  return { kind: 'refused', why: why('refused') };
}

function passing(why: NoResult): CallFailure & { kind: 'passing' } {
  return { kind: 'passing', isRepeated: false, why };
}

function because(reason: NoResultReason): NoResult {
  return { kind: 'no-result', reason, requestId: null };
}

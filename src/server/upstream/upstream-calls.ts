import { BulkheadRejectedError, ExponentialBackoff, fullJitterGenerator, handleWhen, retry } from 'cockatiel';
import { setTimeout as wait } from 'node:timers/promises';

import { readRetryAfter } from '#stock/retry-after.ts';
import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import type { CheckedResponse, ReceivedResponse } from './response-reader.ts';
import { CircuitOpenError, type Opening, TrialUnderwayError } from './circuit.ts';
import { concurrencyLimit } from './concurrency-limit.ts';
import { isOutage, upstreamBreaker } from './upstream-breaker.ts';
import { failureOf, TransportFailure, type UpstreamRequest } from './upstream-transport.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import type { UpstreamObserver } from './upstream-observer.ts';
import { upstreamPauses } from './upstream-pauses.ts';

/** Result of an upstream request after all retries. */
export type UpstreamOutcome =
  /** A response with any status. */
  | { kind: 'response'; response: CheckedResponse; attempts: number }
  /** No attempt returned a complete response. */
  | { kind: 'failed'; failure: TransportFailure; attempts: number }
  /** The circuit breaker is open, or the upstream requested a pause (`Retry-After`). */
  | ({ kind: 'held' } & Opening)
  /** The queue is full. */
  | { kind: 'crowded' };

interface UpstreamCallsOptions {
  /** Makes one attempt. */
  exchange: (request: UpstreamRequest, signal: AbortSignal) => Promise<ReceivedResponse>;
  limits: UpstreamLimits;
  observer: UpstreamObserver;
  /** Unix milliseconds, for times given by the upstream's clock. */
  now: () => number;
  /** Milliseconds on a monotonic clock. */
  elapsed: () => number;
}

export interface UpstreamCalls {
  /** When the circuit breaker lets the next call through, on the monotonic clock; null while it is closed. */
  retryAt(): number | null;
  /** Rejects with the signal's reason if it aborts. */
  ask(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamOutcome>;
}

/**
 * Calls an upstream with a concurrency limit, retries and a circuit breaker. All four operations are reads, so failed
 * calls are retried, with jittered backoff and within one deadline, unless a `Retry-After` pause or open breaker forbids.
 */
export function upstreamCalls({ exchange, limits, observer, now, elapsed }: UpstreamCallsOptions): UpstreamCalls {
  const pauses = upstreamPauses(limits, elapsed);
  const breaker = upstreamBreaker(limits, observer, elapsed);
  const limitCalls = concurrencyLimit(limits.maxConcurrentCalls, limits.maxQueued);
  // Held until the response is read: responses waiting to be read use no call slot, and their memory stays bounded.
  const limitLongResponses = concurrencyLimit(limits.maxConcurrentLongResponses, limits.maxQueued);

  /** Whether to retry. Never if the upstream requested a pause longer than `maxRetryAfterWait`. */
  const isRetryable = (response: BackendResponse): boolean => {
    const { status } = response;
    const pause = pauses.requested(response);
    if (pause !== null) return pause <= limits.maxRetryAfterWait;
    return status === 408 || (status >= 500 && status !== 501 && status !== 505);
  };
  const retryPolicy = retry(
    handleWhen(isOutage).orWhenResult((result) => isRetryable(result as BackendResponse)),
    {
      maxAttempts: limits.maxAttempts - 1,
      backoff: new ExponentialBackoff({
        generator: fullJitterGenerator,
        initialDelay: limits.initialBackoff,
        maxDelay: limits.maxBackoff,
      }),
    },
  );

  const callOnce = async (request: UpstreamRequest, signal: AbortSignal): Promise<ReceivedResponse> => {
    const { operation } = request;
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    try {
      const received = await exchange(request, signal);
      const response = withNormalizedRetryAfter(received, limits.maxPause, now());
      observer.called(operation, { kind: 'response', status: response.status }, seconds());
      return response;
    } catch (error) {
      const failure = failureOf(error);
      if (failure instanceof TransportFailure) {
        failure.hitDeadline = failure !== error && seconds() * 1000 < limits.headersTimeout;
        observer.called(operation, { kind: 'failed', reason: failure.reason }, seconds());
      }
      throw failure;
    }
  };

  /** Makes the call when a concurrency slot is free, unless a pause or the breaker prevents it. */
  const callLimited = (
    request: UpstreamRequest,
    call: () => Promise<ReceivedResponse>,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> =>
    limitCalls(() => pauses.run(request.credentialKey, () => breaker.run(request, call)), signal);

  /**
   * Makes the call and reads the response. Waits for short pauses, also those that start while the call is queued, and
   * for calls on trial.
   * @throws CircuitOpenError during a longer pause, and while the breaker is open
   */
  const callWhenAllowed = async (
    request: UpstreamRequest,
    call: () => Promise<ReceivedResponse>,
    signal: AbortSignal,
  ): Promise<CheckedResponse> => {
    const callAndRead = async () => {
      const response = await callLimited(request, call, signal);
      if (!('read' in response)) return response;
      const { read, ...received } = response;
      return { ...received, ...(await read(signal)) };
    };
    const mayBeLong = limits.maxResponseBytes[request.operation] > limits.inlineReadBytes;
    for (;;) {
      try {
        // Calls that would only be turned away later don't queue.
        pauses.check(request.credentialKey);
        breaker.check();
        return await (mayBeLong ? limitLongResponses(callAndRead, signal) : callAndRead());
      } catch (error) {
        if (error instanceof TrialUnderwayError) await abortable(error.ended, signal);
        else if (error instanceof CircuitOpenError && isShortPause(error.opening))
          await wait(Math.max(error.opening.until - elapsed(), 1), undefined, { signal });
        else throw error;
      }
    }
  };

  const isShortPause = ({ refusal, until }: Opening): boolean =>
    refusal !== null && until - elapsed() <= limits.maxRetryAfterWait;

  const ask = async (request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamOutcome> => {
    const deadline = AbortSignal.timeout(limits.requestTimeout);
    const either = AbortSignal.any([signal, deadline]);
    let attempts = 0;
    try {
      const call = () => {
        attempts += 1;
        if (attempts > 1) observer.retried(request.operation);
        return callOnce(request, either);
      };
      const response = await retryPolicy.execute(() => callWhenAllowed(request, call, either), either);
      return { kind: 'response', response, attempts };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CircuitOpenError) return { kind: 'held', ...error.opening };
      if (error instanceof BulkheadRejectedError) return { kind: 'crowded' };
      if (error instanceof TransportFailure) return { kind: 'failed', failure: error, attempts };
      if (deadline.aborted) return { kind: 'failed', failure: new TransportFailure('timeout'), attempts };
      throw error;
    }
  };

  return { retryAt: breaker.retryAt, ask };
}

/** Resolves with `promise`, or rejects with the signal's reason as soon as it aborts. */
function abortable(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/**
 * Returns the response with `Retry-After` in whole seconds, capped at `longest` milliseconds. A date by the upstream's
 * clock would otherwise be read by other clocks. An unreadable value is removed.
 * @param now Unix milliseconds
 */
function withNormalizedRetryAfter<Received extends BackendResponse>(
  response: Received,
  longest: number,
  now: number,
): Received {
  const { 'retry-after': given, ...headers } = response.headers;
  if (given === undefined) return response;
  const seconds = readRetryAfter(given, headers['date'], now);
  const plain = seconds === null ? null : String(Math.min(seconds, Math.ceil(longest / 1000)));
  return { ...response, headers: { ...headers, ...(plain !== null && { 'retry-after': plain }) } };
}

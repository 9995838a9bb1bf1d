import {
  BrokenCircuitError,
  BulkheadRejectedError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  type IBackoff,
  ExponentialBackoff,
  fullJitterGenerator,
  handleWhen,
  type IHalfOpenAfterBackoffContext,
  retry,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { setTimeout as wait } from 'node:timers/promises';

import type { OperationName } from '#contract/operations.ts';
import { readRetryAfter } from '#lib/retry-after.ts';
import type { BackendProbe, BackendResponse } from '#server/gateway/stock-backend.ts';

import type { CheckedResponse, ReceivedResponse } from './answer-reader.ts';
import { concurrencyLimit } from './concurrency-limit.ts';
import { failureOf, TransportFailure } from './upstream-transport.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import type { BreakerState, UpstreamObserver } from './upstream-observer.ts';

/** One request to the upstream. */
export interface UpstreamRequest extends Omit<BackendProbe, 'signal'> {
  operation: OperationName;
  /** Digest of the credentials. */
  credentialKey: string;
  /** Header values that must not appear in the response. */
  secrets: readonly string[];
}

/** Result of an upstream request after all retries. */
export type UpstreamOutcome =
  /** A response with any status. */
  | { kind: 'answer'; response: CheckedResponse; attempts: number }
  /** No attempt returned a complete response. */
  | { kind: 'failed'; failure: TransportFailure; attempts: number }
  /** The circuit breaker is open. */
  | { kind: 'resting'; until: number }
  /** The upstream requested a pause (`Retry-After`). */
  | { kind: 'paused'; pause: Pause }
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
  const pauses = trackPauses(elapsed);
  const breaker = upstreamBreaker(limits, observer, elapsed);
  const limitCalls = concurrencyLimit(limits.maxConcurrentCalls, limits.maxQueued);
  // Held until the response is read: responses waiting to be read use no call slot, and their memory stays bounded.
  const limitLongAnswers = concurrencyLimit(limits.maxConcurrentLongAnswers, limits.maxQueued);

  /** Whether to retry. Never on 429 without `Retry-After`, or if it exceeds `maxRetryAfterWait`. */
  const isRetryable = (response: BackendResponse): boolean => {
    const { status } = response;
    const pause = requestedPause(response);
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
    const { operation, credentialKey } = request;
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    try {
      const answer = await exchange(request, signal);
      const response = withNormalizedRetryAfter(answer, limits.maxPause, now());
      observer.called(operation, { kind: 'answered', status: response.status }, seconds());
      pauses.record(credentialKey, response);
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

  /** Waits for the current pause to end; throws PausedError if it lasts too long. */
  const waitForPause = async (credentialKey: string, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const pause = pauses.current(credentialKey);
      if (pause === null) return;
      const remaining = pause.until - elapsed();
      if (remaining > limits.maxRetryAfterWait) throw new PausedError(pause);
      await wait(Math.max(remaining, 1), undefined, { signal });
    }
  };

  const throwIfPaused = (credentialKey: string): void => {
    const pause = pauses.current(credentialKey);
    if (pause !== null) throw new PausedError(pause);
  };

  /** Makes the call when a concurrency slot is free. */
  const callLimited = (
    credentialKey: string,
    call: () => Promise<ReceivedResponse>,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> =>
    limitCalls(async () => {
      throwIfPaused(credentialKey);
      // While half-open, the breaker holds all calls but one, and a pause may start meanwhile.
      return breaker.run(async () => {
        throwIfPaused(credentialKey);
        return call();
      });
    }, signal);

  /**
   * Makes the call when no pause or open breaker prevents it, and reads the response. A pause that starts while the
   * call is queued also applies to it.
   */
  const callWhenAllowed = async (
    { operation, credentialKey }: UpstreamRequest,
    call: () => Promise<ReceivedResponse>,
    signal: AbortSignal,
  ): Promise<CheckedResponse> => {
    const callAndRead = async () => {
      const answer = await callLimited(credentialKey, call, signal);
      if (!('read' in answer)) return answer;
      const { read, ...received } = answer;
      return { ...received, ...(await read(signal)) };
    };
    const mayBeLong = limits.maxAnswerBytes[operation] > limits.inlineReadBytes;
    for (;;) {
      await waitForPause(credentialKey, signal);
      breaker.throwWhileOpen();
      try {
        return await (mayBeLong ? limitLongAnswers(callAndRead, signal) : callAndRead());
      } catch (error) {
        if (!(error instanceof PausedError)) throw error;
      }
    }
  };

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
      return { kind: 'answer', response, attempts };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PausedError) return { kind: 'paused', pause: error.pause };
      if (error instanceof BrokenCircuitError) return { kind: 'resting', until: breaker.retryAt() ?? elapsed() };
      if (error instanceof BulkheadRejectedError) return { kind: 'crowded' };
      if (error instanceof TransportFailure) return { kind: 'failed', failure: error, attempts };
      if (deadline.aborted) return { kind: 'failed', failure: new TransportFailure('timeout'), attempts };
      throw error;
    }
  };

  return { retryAt: breaker.retryAt, ask };
}

class PausedError extends Error {
  override readonly name = 'PausedError';
  readonly pause: Pause;

  constructor(pause: Pause) {
    super('The upstream requested a pause');
    this.pause = pause;
  }
}

/** A time during which the upstream must not be called. */
export interface Pause {
  /** The response that requested the pause. */
  refusal: BackendResponse;
  /** When the pause ends, in milliseconds on the monotonic clock. */
  until: number;
}

/** Statuses whose `Retry-After` starts a pause. API gateways send 403 for an exhausted quota. */
const pausingStatuses = new Set([403, 429, 503]);

/** Milliseconds that an error response with a normalized `Retry-After` requests; null if it requests none. */
function requestedPause({ status, headers }: BackendResponse): number | null {
  const seconds = headers['retry-after'];
  return pausingStatuses.has(status) && seconds !== undefined ? Number(seconds) * 1000 : null;
}

/**
 * Tracks the pauses that the upstream requested: for one user's credentials (403, 429) or for all (503).
 * @param now milliseconds on a monotonic clock
 */
function trackPauses(now: () => number) {
  const byCredentials = new LRUCache<string, Pause>({ max: 10_000 });
  let globalPause: Pause | null = null;
  return {
    /** The pause that applies to these credentials; null if there is none. */
    current: (credentialKey: string): Pause | null =>
      [globalPause, byCredentials.get(credentialKey)].find((pause) => pause != null && pause.until > now()) ?? null,
    /** Records the pause that the response requests, if any. */
    record: (credentialKey: string, refusal: BackendResponse): void => {
      const milliseconds = requestedPause(refusal);
      if (milliseconds === null || milliseconds === 0) return;
      const pause = { refusal, until: now() + milliseconds };
      if (refusal.status === 503) globalPause = pause;
      else byCredentials.set(credentialKey, pause);
    },
  };
}

/**
 * Returns the response with `Retry-After` in whole seconds, capped at `longest` milliseconds. A date by the upstream's
 * clock would otherwise be read by other clocks. An unreadable value is removed.
 * @param now Unix milliseconds
 */
function withNormalizedRetryAfter<Answer extends BackendResponse>(
  answer: Answer,
  longest: number,
  now: number,
): Answer {
  const { 'retry-after': given, ...headers } = answer.headers;
  if (given === undefined) return answer;
  const seconds = readRetryAfter(given, headers['date'], now);
  const plain = seconds === null ? null : String(Math.min(seconds, Math.ceil(longest / 1000)));
  return { ...answer, headers: { ...headers, ...(plain !== null && { 'retry-after': plain }) } };
}

const states: Partial<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
};

/** Whether a call failed in a way that indicates an outage: a 5xx response or no response. */
export function isOutage(result: unknown): boolean {
  if (result instanceof TransportFailure) return result.reason !== 'too-large';
  return (result as BackendResponse | undefined)?.status !== undefined && (result as BackendResponse).status >= 500;
}

/** Circuit breaker that opens when most calls fail. When half-open, one call decides whether it closes. */
function upstreamBreaker(limits: UpstreamLimits, observer: UpstreamObserver, elapsed: () => number) {
  let until = 0;
  // Timed here, as the policy uses the adjustable system clock: its duration is infinite until `until` has passed.
  const openAfter = ({ attempt }: IHalfOpenAfterBackoffContext): IBackoff<IHalfOpenAfterBackoffContext> => {
    until = elapsed() + Math.min(limits.maxOpenTime, limits.initialOpenTime * 2 ** (attempt - 1));
    return {
      get duration() {
        return elapsed() >= until ? -Infinity : Infinity;
      },
      next: openAfter,
    };
  };
  let lastSuccessAt = -Infinity;
  // A request that queued for long hits its deadline early. That indicates no outage while other calls succeed.
  const isInconclusive = (error: Error): boolean =>
    error instanceof TransportFailure && error.hitDeadline && elapsed() - lastSuccessAt < limits.headersTimeout;
  // An aborted half-open call proves nothing, so it counts as a failure and the breaker opens again.
  const countsAsFailure = (error: Error): boolean =>
    policy.state === CircuitState.HalfOpen || (isOutage(error) && !isInconclusive(error));
  const policy: CircuitBreakerPolicy = circuitBreaker(handleWhen(countsAsFailure).orWhenResult(isOutage), {
    breaker: new CountBreaker({
      threshold: limits.breakerThreshold,
      size: limits.breakerWindow,
      minimumNumberOfCalls: limits.breakerMinCalls,
    }),
    halfOpenAfter: { next: openAfter },
  });
  policy.onStateChange((state) => observer.breakerChanged(states[state] ?? 'open'));

  /** Throws cockatiel's BrokenCircuitError while open, so that calls don't queue in vain. */
  const throwWhileOpen = (): void => {
    if (policy.state === CircuitState.Open && elapsed() < until) throw new BrokenCircuitError();
  };
  return {
    /** When the next call is let through, on the monotonic clock; null while closed. */
    retryAt: (): number | null => (policy.state === CircuitState.Closed ? null : until),
    throwWhileOpen,
    /** Makes the call; rejects with cockatiel's BrokenCircuitError while open. */
    run: async <Answer extends BackendResponse>(call: () => Promise<Answer>): Promise<Answer> => {
      throwWhileOpen();
      const answer = await policy.execute(call);
      if (!isOutage(answer)) lastSuccessAt = elapsed();
      return answer;
    },
  };
}

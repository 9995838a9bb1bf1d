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
import { turnsOf } from './turns.ts';
import { failureOf, TransportFailure } from './upstream-transport.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import type { BreakerState, UpstreamObserver } from './upstream-observer.ts';

/** One request to the upstream. */
export interface UpstreamQuestion extends Omit<BackendProbe, 'signal'> {
  operation: OperationName;
  /** Digest of the credentials. */
  person: string;
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
  exchange: (question: UpstreamQuestion, signal: AbortSignal) => Promise<ReceivedResponse>;
  limits: UpstreamLimits;
  observer: UpstreamObserver;
  /** Unix milliseconds, for times given by the upstream's clock. */
  now: () => number;
  /** Milliseconds on a monotonic clock. */
  elapsed: () => number;
}

export interface UpstreamCalls {
  /** When the circuit breaker lets the next call through, on the monotonic clock; null while it is closed. */
  restsUntil(): number | null;
  /** Rejects with the signal's reason if it aborts. */
  ask(question: UpstreamQuestion, signal: AbortSignal): Promise<UpstreamOutcome>;
}

/**
 * Calls an upstream with a concurrency limit, retries and a circuit breaker. All four operations are reads, so failed
 * calls are retried, with jittered backoff and within one deadline, unless a `Retry-After` pause or open breaker forbids.
 */
export function upstreamCalls({ exchange, limits, observer, now, elapsed }: UpstreamCallsOptions): UpstreamCalls {
  const pauses = pausesOf(elapsed);
  const breaker = upstreamBreaker(limits, observer, elapsed);
  const takeTurn = turnsOf(limits.callsAtOnce, limits.questionsWaiting);
  // Held until the response is read: responses waiting to be read use no call slot, and their memory stays bounded.
  const takeLongTurn = turnsOf(limits.longAnswersAtOnce, limits.questionsWaiting);

  /** Whether to retry. Never on 429 without `Retry-After`, or if it exceeds `longestWait`. */
  const isWorthAnother = (response: BackendResponse): boolean => {
    const { status } = response;
    const pause = pauseAskedFor(response);
    if (pause !== null) return pause <= limits.longestWait;
    return status === 408 || (status >= 500 && status !== 501 && status !== 505);
  };
  const again = retry(
    handleWhen(isOutage).orWhenResult((result) => isWorthAnother(result as BackendResponse)),
    {
      maxAttempts: limits.attempts - 1,
      backoff: new ExponentialBackoff({
        generator: fullJitterGenerator,
        initialDelay: limits.firstBackOff,
        maxDelay: limits.longestBackOff,
      }),
    },
  );

  const callOnce = async (question: UpstreamQuestion, signal: AbortSignal): Promise<ReceivedResponse> => {
    const { operation, person } = question;
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    try {
      const answer = await exchange(question, signal);
      const response = withPlainRetryAfter(answer, limits.longestPause, now());
      observer.called(operation, { kind: 'answered', status: response.status }, seconds());
      pauses.note(person, response);
      return response;
    } catch (error) {
      const failure = failureOf(error);
      if (failure instanceof TransportFailure) {
        failure.isCutShort = failure !== error && seconds() * 1000 < limits.headers;
        observer.called(operation, { kind: 'failed', reason: failure.reason }, seconds());
      }
      throw failure;
    }
  };

  /** Waits for the current pause to end; throws PauseAhead if it lasts too long. */
  const pauseOver = async (person: string, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const pause = pauses.current(person);
      if (pause === null) return;
      const rest = pause.until - elapsed();
      if (rest > limits.longestWait) throw new PauseAhead(pause);
      await wait(Math.max(rest, 1), undefined, { signal });
    }
  };

  const throwIfPaused = (person: string): void => {
    const pause = pauses.current(person);
    if (pause !== null) throw new PauseAhead(pause);
  };

  /** Makes the call when a concurrency slot is free. */
  const callInTurn = (
    person: string,
    call: () => Promise<ReceivedResponse>,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> =>
    takeTurn(async () => {
      throwIfPaused(person);
      // While half-open, the breaker holds all calls but one, and a pause may start meanwhile.
      return breaker.run(async () => {
        throwIfPaused(person);
        return call();
      });
    }, signal);

  /**
   * Makes the call when no pause or open breaker prevents it, and reads the response. A pause that starts while the
   * call is queued also applies to it.
   */
  const inTurn = async (
    { operation, person }: UpstreamQuestion,
    call: () => Promise<ReceivedResponse>,
    signal: AbortSignal,
  ): Promise<CheckedResponse> => {
    const callAndRead = async () => {
      const answer = await callInTurn(person, call, signal);
      if (!('read' in answer)) return answer;
      const { read, ...received } = answer;
      return { ...received, ...(await read(signal)) };
    };
    const mayBeLong = limits.answerBytes[operation] > limits.readHereBytes;
    for (;;) {
      await pauseOver(person, signal);
      breaker.throwWhileOpen();
      try {
        return await (mayBeLong ? takeLongTurn(callAndRead, signal) : callAndRead());
      } catch (error) {
        if (!(error instanceof PauseAhead)) throw error;
      }
    }
  };

  const ask = async (question: UpstreamQuestion, signal: AbortSignal): Promise<UpstreamOutcome> => {
    const deadline = AbortSignal.timeout(limits.wholeQuestion);
    const either = AbortSignal.any([signal, deadline]);
    let attempts = 0;
    try {
      const call = () => {
        attempts += 1;
        if (attempts > 1) observer.retried(question.operation);
        return callOnce(question, either);
      };
      const response = await again.execute(() => inTurn(question, call, either), either);
      return { kind: 'answer', response, attempts };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PauseAhead) return { kind: 'paused', pause: error.pause };
      if (error instanceof BrokenCircuitError) return { kind: 'resting', until: breaker.restsUntil() ?? elapsed() };
      if (error instanceof BulkheadRejectedError) return { kind: 'crowded' };
      if (error instanceof TransportFailure) return { kind: 'failed', failure: error, attempts };
      if (deadline.aborted) return { kind: 'failed', failure: new TransportFailure('timeout'), attempts };
      throw error;
    }
  };

  return { restsUntil: breaker.restsUntil, ask };
}

class PauseAhead extends Error {
  override readonly name = 'PauseAhead';
  readonly pause: Pause;

  constructor(pause: Pause) {
    super('The upstream wants to be left alone');
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
const pausing = new Set([403, 429, 503]);

/** Milliseconds that an error response with a normalized `Retry-After` requests; null if it requests none. */
function pauseAskedFor({ status, headers }: BackendResponse): number | null {
  const seconds = headers['retry-after'];
  return pausing.has(status) && seconds !== undefined ? Number(seconds) * 1000 : null;
}

/**
 * Tracks the pauses that the upstream requested: for one user's credentials (403, 429) or for all (503).
 * @param now milliseconds on a monotonic clock
 */
function pausesOf(now: () => number) {
  const ofPerson = new LRUCache<string, Pause>({ max: 10_000 });
  let ofAll: Pause | null = null;
  return {
    /** The pause that applies to these credentials; null if there is none. */
    current: (person: string): Pause | null =>
      [ofAll, ofPerson.get(person)].find((pause) => pause != null && pause.until > now()) ?? null,
    /** Records the pause that the response requests, if any. */
    note: (person: string, refusal: BackendResponse): void => {
      const milliseconds = pauseAskedFor(refusal);
      if (milliseconds === null || milliseconds === 0) return;
      const pause = { refusal, until: now() + milliseconds };
      if (refusal.status === 503) ofAll = pause;
      else ofPerson.set(person, pause);
    },
  };
}

/**
 * Returns the response with `Retry-After` in whole seconds, capped at `longest` milliseconds. A date by the upstream's
 * clock would otherwise be read by other clocks. An unreadable value is removed.
 * @param now Unix milliseconds
 */
function withPlainRetryAfter<Answer extends BackendResponse>(answer: Answer, longest: number, now: number): Answer {
  const { 'retry-after': asked, ...headers } = answer.headers;
  if (asked === undefined) return answer;
  const seconds = readRetryAfter(asked, headers['date'], now);
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
  const restAfter = ({ attempt }: IHalfOpenAfterBackoffContext): IBackoff<IHalfOpenAfterBackoffContext> => {
    until = elapsed() + Math.min(limits.longestRest, limits.firstRest * 2 ** (attempt - 1));
    return {
      get duration() {
        return elapsed() >= until ? -Infinity : Infinity;
      },
      next: restAfter,
    };
  };
  let answeredAt = -Infinity;
  // A request that queued for long hits its deadline early. That indicates no outage while other calls succeed.
  const showsNothing = (error: Error): boolean =>
    error instanceof TransportFailure && error.isCutShort && elapsed() - answeredAt < limits.headers;
  // An aborted half-open call proves nothing, so it counts as a failure and the breaker opens again.
  const isCounted = (error: Error): boolean =>
    policy.state === CircuitState.HalfOpen || (isOutage(error) && !showsNothing(error));
  const policy: CircuitBreakerPolicy = circuitBreaker(handleWhen(isCounted).orWhenResult(isOutage), {
    breaker: new CountBreaker({
      threshold: limits.breakerShare,
      size: limits.breakerCalls,
      minimumNumberOfCalls: limits.breakerFewest,
    }),
    halfOpenAfter: { next: restAfter },
  });
  policy.onStateChange((state) => observer.breakerChanged(states[state] ?? 'open'));

  /** Throws cockatiel's BrokenCircuitError while open, so that calls don't queue in vain. */
  const throwWhileOpen = (): void => {
    if (policy.state === CircuitState.Open && elapsed() < until) throw new BrokenCircuitError();
  };
  return {
    /** When the next call is let through, on the monotonic clock; null while closed. */
    restsUntil: (): number | null => (policy.state === CircuitState.Closed ? null : until),
    throwWhileOpen,
    /** Makes the call; rejects with cockatiel's BrokenCircuitError while open. */
    run: async <Answer extends BackendResponse>(call: () => Promise<Answer>): Promise<Answer> => {
      throwWhileOpen();
      const answer = await policy.execute(call);
      if (!isOutage(answer)) answeredAt = elapsed();
      return answer;
    },
  };
}

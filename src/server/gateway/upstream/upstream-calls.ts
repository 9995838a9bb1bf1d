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

/** One question to the upstream. */
export interface UpstreamQuestion extends Omit<BackendProbe, 'signal'> {
  operation: OperationName;
  /** Digest of the credentials. */
  person: string;
  /** What of the headers nobody is to read in the answer. */
  secrets: readonly string[];
}

/** What came of a question, after as many calls as it took. */
export type UpstreamOutcome =
  /** An answer of whatever status. */
  | { kind: 'answer'; response: CheckedResponse; attempts: number }
  /** Each call ended without a whole answer. */
  | { kind: 'failed'; failure: TransportFailure; attempts: number }
  /** The upstream is left alone because it fails. */
  | { kind: 'resting'; until: number }
  /** The upstream is left alone because it asked for it. */
  | { kind: 'paused'; pause: Pause }
  /** Too many questions wait already. */
  | { kind: 'crowded' };

interface UpstreamCallsOptions {
  /** Makes one call. */
  exchange: (question: UpstreamQuestion, signal: AbortSignal) => Promise<ReceivedResponse>;
  limits: UpstreamLimits;
  observer: UpstreamObserver;
  /** Unix milliseconds, for moments that the upstream names by its own clock. */
  now: () => number;
  /** Milliseconds since some moment, by a clock that nobody sets. */
  elapsed: () => number;
}

export interface UpstreamCalls {
  /** Until when the upstream is left alone because it fails, by the clock that nobody sets; null while it is asked as usual. */
  restsUntil(): number | null;
  /** Rejects with the signal's reason where it is called off. */
  ask(question: UpstreamQuestion, signal: AbortSignal): Promise<UpstreamOutcome>;
}

/**
 * Calls an upstream with care. All four operations are reads, so a call that failed may be made again: a few times,
 * after random pauses, within one deadline, and not while the upstream asks for a pause or the breaker is open.
 */
export function upstreamCalls({ exchange, limits, observer, now, elapsed }: UpstreamCallsOptions): UpstreamCalls {
  const pauses = pausesOf(elapsed);
  const breaker = upstreamBreaker(limits, observer, elapsed);
  const takeTurn = turnsOf(limits.callsAtOnce, limits.questionsWaiting);
  // Held until an answer is read, so that those which wait for that take no call's turn and not all the memory.
  const takeLongTurn = turnsOf(limits.longAnswersAtOnce, limits.questionsWaiting);

  /** Not where the upstream is too busy to say when, or says that it will be long. */
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

  /** Waits for the end of a pause that is short enough; throws PauseAhead where it isn't. */
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

  /** Makes the call once a turn is free. */
  const callInTurn = (
    person: string,
    call: () => Promise<ReceivedResponse>,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> =>
    takeTurn(async () => {
      throwIfPaused(person);
      // The breaker has all but one wait while that one tells whether the upstream is back.
      return breaker.run(async () => {
        throwIfPaused(person);
        return call();
      });
    }, signal);

  /**
   * Makes the call once the upstream may be asked, and reads its answer. What others were answered while this one
   * waited for its turn counts for it too.
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

/** A time in which the upstream wants to be left alone. */
export interface Pause {
  /** The refusal that named it. */
  refusal: BackendResponse;
  /** Milliseconds by the clock that nobody sets. */
  until: number;
}

/** Busy, and (by gateways in front of services) a quota that is spent. */
const pausing = new Set([403, 429, 503]);

/** How many milliseconds a refusal with a plain `Retry-After` asks for; null where for none. */
function pauseAskedFor({ status, headers }: BackendResponse): number | null {
  const seconds = headers['retry-after'];
  return pausing.has(status) && seconds !== undefined ? Number(seconds) * 1000 : null;
}

/**
 * Until when the upstream is left alone, by its own word: by one person (429, 403) or by everybody (503).
 * @param now milliseconds by a clock that nobody sets
 */
function pausesOf(now: () => number) {
  const ofPerson = new LRUCache<string, Pause>({ max: 10_000 });
  let ofAll: Pause | null = null;
  return {
    /** The pause that a person is to keep, if any. */
    current: (person: string): Pause | null =>
      [ofAll, ofPerson.get(person)].find((pause) => pause != null && pause.until > now()) ?? null,
    /** Takes down what a refusal asks for. */
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
 * The answer with its `Retry-After` in whole seconds, `longest` at most: a moment by the upstream's clock would be
 * read by ours further on. Without one where it says nothing that can be read.
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

/** Whether a call failed in a way that says that the upstream is in trouble: it answered 5xx, or not at all. */
export function isOutage(result: unknown): boolean {
  if (result instanceof TransportFailure) return result.reason !== 'too-large';
  return (result as BackendResponse | undefined)?.status !== undefined && (result as BackendResponse).status >= 500;
}

/** Leaves an upstream alone for a while once most calls to it fail; then one call tells whether it is back. */
function upstreamBreaker(limits: UpstreamLimits, observer: UpstreamObserver, elapsed: () => number) {
  let until = 0;
  // The rest is timed here: the policy would go by a clock that can be set, so it is told to wait on or no longer.
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
  // Questions that waited long for their turn are over soon after it. While others are answered, that shows nothing.
  const showsNothing = (error: Error): boolean =>
    error instanceof TransportFailure && error.isCutShort && elapsed() - answeredAt < limits.headers;
  // A call that is tried after a rest and then called off has shown nothing: the rest goes on.
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

  /** Throws cockatiel's BrokenCircuitError while the upstream is left alone, for those who would only wait in vain. */
  const throwWhileOpen = (): void => {
    if (policy.state === CircuitState.Open && elapsed() < until) throw new BrokenCircuitError();
  };
  return {
    /** Until when the upstream is left alone, by the clock that nobody sets; null while it is asked as usual. */
    restsUntil: (): number | null => (policy.state === CircuitState.Closed ? null : until),
    throwWhileOpen,
    /** Makes the call; rejects with cockatiel's BrokenCircuitError where the upstream is left alone. */
    run: async <Answer extends BackendResponse>(call: () => Promise<Answer>): Promise<Answer> => {
      throwWhileOpen();
      const answer = await policy.execute(call);
      if (!isOutage(answer)) answeredAt = elapsed();
      return answer;
    },
  };
}

import {
  BrokenCircuitError,
  bulkhead,
  type BulkheadPolicy,
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
  type RetryPolicy,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { setTimeout as wait } from 'node:timers/promises';

import type { OperationName } from '#contract/operations.ts';
import { readRetryAfter } from '#lib/retry-after.ts';
import type { BackendProbe, BackendResponse } from '#server/gateway/stock-backend.ts';

import { TransportFailure, withoutEchoes } from './upstream-transport.ts';
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
  | { kind: 'answer'; response: BackendResponse; attempts: number }
  /** Each call ended without a whole answer. */
  | { kind: 'failed'; failure: TransportFailure; attempts: number }
  /** The upstream is left alone because it fails. */
  | { kind: 'resting'; until: number }
  /** The upstream is left alone because it asked for it. */
  | { kind: 'paused'; pause: Pause }
  /** Too many questions wait already. */
  | { kind: 'crowded' };

interface UpstreamCallsOptions {
  exchange: (request: BackendProbe & { operation: OperationName }) => Promise<BackendResponse>;
  limits: UpstreamLimits;
  observer: UpstreamObserver;
  /** Unix milliseconds, for moments that the upstream names by its own clock. */
  now: () => number;
  /** Milliseconds since some moment, by a clock that nobody sets. */
  elapsed: () => number;
}

/**
 * Calls an upstream with care. All four operations are reads, so a call that failed may be made again: a few times,
 * after random pauses, within one deadline, and not while the upstream asks for a pause or the breaker is open.
 */
export class UpstreamCalls {
  readonly #options: UpstreamCallsOptions;
  readonly #retry: RetryPolicy;
  readonly #turns: BulkheadPolicy;
  readonly #pauses: Pauses;
  readonly #breaker: UpstreamBreaker;

  constructor(options: UpstreamCallsOptions) {
    const { limits, observer, elapsed } = options;
    this.#options = options;
    this.#pauses = new Pauses(elapsed);
    this.#breaker = new UpstreamBreaker(limits, observer, elapsed);
    this.#turns = bulkhead(limits.callsAtOnce, limits.questionsWaiting);
    this.#retry = retry(
      handleWhen(isOutage).orWhenResult((result) => this.#isWorthAnother(result as BackendResponse)),
      {
        maxAttempts: limits.attempts - 1,
        backoff: new ExponentialBackoff({
          generator: fullJitterGenerator,
          initialDelay: limits.firstBackOff,
          maxDelay: limits.longestBackOff,
        }),
      },
    );
  }

  /** Until when the upstream is left alone because it fails, by the clock that nobody sets; null while it is asked as usual. */
  get restsUntil(): number | null {
    return this.#breaker.restsUntil;
  }

  /** Rejects with the signal's reason where it is called off. */
  async ask(question: UpstreamQuestion, signal: AbortSignal): Promise<UpstreamOutcome> {
    const deadline = AbortSignal.timeout(this.#options.limits.wholeQuestion);
    const either = AbortSignal.any([signal, deadline]);
    let attempts = 0;
    try {
      const call = () => {
        attempts += 1;
        if (attempts > 1) this.#options.observer.retried(question.operation);
        return this.#call(question, either);
      };
      const response = await this.#retry.execute(() => this.#inTurn(question.person, call, either), either);
      return { kind: 'answer', response, attempts };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PauseAhead) return { kind: 'paused', pause: error.pause };
      if (error instanceof BrokenCircuitError)
        return { kind: 'resting', until: this.restsUntil ?? this.#options.elapsed() };
      if (error instanceof BulkheadRejectedError) return { kind: 'crowded' };
      if (error instanceof TransportFailure) return { kind: 'failed', failure: error, attempts };
      if (deadline.aborted) return { kind: 'failed', failure: new TransportFailure('timeout'), attempts };
      throw error;
    }
  }

  /**
   * Makes the call once the upstream may be asked and a turn is free. What others were answered while this one waited
   * for its turn counts for it too.
   */
  async #inTurn(person: string, call: () => Promise<BackendResponse>, signal: AbortSignal): Promise<BackendResponse> {
    for (;;) {
      await this.#pauseOver(person, signal);
      this.#breaker.throwWhileOpen();
      try {
        return await this.#turns.execute(() => {
          this.#throwIfPaused(person);
          // The breaker has all but one wait while that one tells whether the upstream is back.
          return this.#breaker.run(async () => {
            this.#throwIfPaused(person);
            return call();
          });
        }, signal);
      } catch (error) {
        if (!(error instanceof PauseAhead)) throw error;
      }
    }
  }

  async #call(question: UpstreamQuestion, signal: AbortSignal): Promise<BackendResponse> {
    const { exchange, observer, limits, now } = this.#options;
    const { operation, person, secrets } = question;
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    try {
      const answer = withoutEchoes(await exchange({ ...question, signal }), secrets);
      const response = withPlainRetryAfter(answer, limits.longestPause, now());
      observer.called(operation, { kind: 'answered', status: response.status }, seconds());
      this.#pauses.note(person, response);
      return response;
    } catch (error) {
      const isDeadline = error instanceof DOMException && error.name === 'TimeoutError';
      const failure = isDeadline ? new TransportFailure('timeout', { cause: error }) : error;
      if (failure instanceof TransportFailure)
        observer.called(operation, { kind: 'failed', reason: failure.reason }, seconds());
      throw failure;
    }
  }

  /** Waits for the end of a pause that is short enough; throws PauseAhead where it isn't. */
  async #pauseOver(person: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const pause = this.#pauses.current(person);
      if (pause === null) return;
      const rest = pause.until - this.#options.elapsed();
      if (rest > this.#options.limits.longestWait) throw new PauseAhead(pause);
      await wait(Math.max(rest, 1), undefined, { signal });
    }
  }

  #throwIfPaused(person: string): void {
    const pause = this.#pauses.current(person);
    if (pause !== null) throw new PauseAhead(pause);
  }

  /** Not where the upstream is too busy to say when, or says that it will be long. */
  #isWorthAnother(response: BackendResponse): boolean {
    const { status } = response;
    const pause = this.#pauses.asked(response);
    if (pause !== null) return pause <= this.#options.limits.longestWait;
    return status === 408 || (status >= 500 && status !== 501 && status !== 505);
  }
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

/** Until when the upstream is left alone, by its own word: by one person (429, 403) or by everybody (503). */
export class Pauses {
  readonly #ofPerson = new LRUCache<string, Pause>({ max: 10_000 });
  #ofAll: Pause | null = null;
  readonly #now: () => number;

  /** @param now milliseconds by a clock that nobody sets */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The pause that a person is to keep, if any. */
  current(person: string): Pause | null {
    const pauses = [this.#ofAll, this.#ofPerson.get(person)];
    return pauses.find((pause) => pause != null && pause.until > this.#now()) ?? null;
  }

  /** How many milliseconds a refusal with a plain `Retry-After` asks for; null where for none. */
  asked({ status, headers }: BackendResponse): number | null {
    const seconds = headers['retry-after'];
    return pausing.has(status) && seconds !== undefined ? Number(seconds) * 1000 : null;
  }

  /** Takes down what a refusal asks for. */
  note(person: string, refusal: BackendResponse): void {
    const milliseconds = this.asked(refusal);
    if (milliseconds === null || milliseconds === 0) return;
    const pause = { refusal, until: this.#now() + milliseconds };
    if (refusal.status === 503) this.#ofAll = pause;
    else this.#ofPerson.set(person, pause);
  }
}

/**
 * The answer with its `Retry-After` in whole seconds, `longest` at most: a moment by the upstream's clock would be
 * read by ours further on. Without one where it says nothing that can be read.
 * @param now Unix milliseconds
 */
function withPlainRetryAfter(answer: BackendResponse, longest: number, now: number): BackendResponse {
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
export class UpstreamBreaker {
  readonly #policy: CircuitBreakerPolicy;
  readonly #elapsed: () => number;
  #restsUntil = 0;

  constructor(limits: UpstreamLimits, observer: UpstreamObserver, elapsed: () => number) {
    this.#elapsed = elapsed;
    // The rest is timed here: the policy would go by a clock that can be set, so it is told to wait on or no longer.
    const restAfter = ({ attempt }: IHalfOpenAfterBackoffContext): IBackoff<IHalfOpenAfterBackoffContext> => {
      const isOver = () => elapsed() >= this.#restsUntil;
      this.#restsUntil = elapsed() + Math.min(limits.longestRest, limits.firstRest * 2 ** (attempt - 1));
      return {
        get duration() {
          return isOver() ? -Infinity : Infinity;
        },
        next: restAfter,
      };
    };
    // A call that is tried after a rest and then called off has shown nothing: the rest goes on.
    const isCounted = (error: Error) => isOutage(error) || this.#policy.state === CircuitState.HalfOpen;
    this.#policy = circuitBreaker(handleWhen(isCounted).orWhenResult(isOutage), {
      breaker: new CountBreaker({
        threshold: limits.breakerShare,
        size: limits.breakerCalls,
        minimumNumberOfCalls: limits.breakerFewest,
      }),
      halfOpenAfter: { next: restAfter },
    });
    this.#policy.onStateChange((state) => observer.breakerChanged(states[state] ?? 'open'));
  }

  /** Until when the upstream is left alone, by the clock that nobody sets; null while it is asked as usual. */
  get restsUntil(): number | null {
    return this.#policy.state === CircuitState.Closed ? null : this.#restsUntil;
  }

  /** @throws cockatiel's BrokenCircuitError while the upstream is left alone, for those who would only wait in vain. */
  throwWhileOpen(): void {
    if (this.#policy.state === CircuitState.Open && this.#elapsed() < this.#restsUntil) throw new BrokenCircuitError();
  }

  /** Makes the call; rejects with cockatiel's BrokenCircuitError where the upstream is left alone. */
  async run(call: () => Promise<BackendResponse>): Promise<BackendResponse> {
    this.throwWhileOpen();
    return this.#policy.execute(call);
  }
}

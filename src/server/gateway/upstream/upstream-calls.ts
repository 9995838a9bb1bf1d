import {
  bulkhead,
  type BulkheadPolicy,
  BulkheadRejectedError,
  BrokenCircuitError,
  ExponentialBackoff,
  fullJitterGenerator,
  handleWhen,
  retry,
  type RetryPolicy,
} from 'cockatiel';
import { setTimeout as wait } from 'node:timers/promises';

import type { OperationName } from '#contract/operations.ts';
import type { BackendProbe, BackendResponse } from '#server/gateway/stock-backend.ts';

import { type Pause, Pauses } from './pauses.ts';
import { withPlainRetryAfter } from './plain-retry-after.ts';
import { TransportFailure } from './transport-failure.ts';
import { isOutage, UpstreamBreaker } from './upstream-breaker.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import type { UpstreamObserver } from './upstream-observer.ts';
import { withoutEchoes } from './without-echoes.ts';

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
  exchange: (request: BackendProbe) => Promise<BackendResponse>;
  limits: UpstreamLimits;
  observer: UpstreamObserver;
  /** Unix milliseconds. */
  now: () => number;
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
    const { limits, observer, now } = options;
    this.#options = options;
    this.#pauses = new Pauses(now);
    this.#breaker = new UpstreamBreaker(limits, observer);
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

  /** Until when the upstream is left alone because it fails, in Unix milliseconds; null while it is asked as usual. */
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
      if (error instanceof BrokenCircuitError) return { kind: 'resting', until: this.restsUntil ?? Date.now() };
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
      const rest = pause.until - this.#options.now();
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

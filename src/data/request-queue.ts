import PQueue from 'p-queue';

import { type CallFailure, failureOf } from './request-failure.ts';

export interface Clock {
  /** Unix milliseconds. */
  now: () => number;
  /** Waits; rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Maximum concurrent requests of all jobs. */
export const maxConcurrency = 4;
/** Maximum attempts at a request with temporary failures. */
export const maxAttempts = 3;
/** Delay before the first retry; doubles with each retry. */
const firstDelay = 500;
/** Longer pauses aren't waited for; the user decides. */
export const maxPause = 120_000;
const maxPauses = 20;

/**
 * Queue of all requests of jobs: order checks and product lookups. It limits
 * concurrency, pauses on `Retry-After` and 401 responses, retries temporary failures, and drops canceled requests
 * unsent.
 */
export class RequestQueue {
  readonly #queue = new PQueue({ concurrency: maxConcurrency });
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #pausedUntil: number | null = null;
  /** Callbacks that end each job's wait; with the original error if another user signed in. */
  readonly #waitForSignIn = new Set<(refusal: unknown) => void>();
  #refusal: unknown = null;
  #signIns = 0;

  constructor(clock: Clock = { now: Date.now, wait }) {
    this.#clock = clock;
  }

  /** When requests resume, Unix milliseconds; null if not paused. */
  get pausedUntil(): number | null {
    return this.#pausedUntil;
  }

  /** Whether jobs are waiting for a sign-in. */
  get isSignedOut(): boolean {
    return this.#waitForSignIn.size > 0;
  }

  /** Continues the jobs waiting for a sign-in. If another user signed in, they reject with their original error. */
  signedIn(who: 'same' | 'other' = 'same'): void {
    this.#signIns += 1;
    const waiting = [...this.#waitForSignIn];
    this.#waitForSignIn.clear();
    for (const end of waiting) end(who === 'same' ? null : this.#refusal);
    this.#announce();
  }

  /** Calls the listener when a pause starts, is extended or ends, and when a job starts waiting for a sign-in. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Wraps a call so that it is queued and waits for pauses. Rejects with the reason of its signal, the last argument,
   * if that aborts while queued.
   */
  limit<Arguments extends [...unknown[], AbortSignal], Result>(
    call: (...given: Arguments) => Promise<Result>,
  ): (...given: Arguments) => Promise<Result> {
    return (...given) => this.#add(() => call(...given), given.at(-1) as AbortSignal);
  }

  /** Retries a limited call on temporary failures, after requested pauses and after a sign-in. */
  async repeat<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    let failures = 0;
    for (let pauses = 1; ;) {
      if (this.isSignedOut) await this.#nextSignIn(signal);
      const signInsBefore = this.#signIns;
      try {
        return await call();
      } catch (error) {
        signal.throwIfAborted();
        const failure = failureOf(error);
        if (failure.kind === 'signed-out') {
          this.#refusal = error;
          // A sign-in may have happened since the call started.
          if (this.#signIns === signInsBefore) await this.#nextSignIn(signal);
          continue;
        }
        if (isShortPause(failure) && pauses < maxPauses) {
          pauses += 1;
          continue;
        }
        if (failure.kind !== 'passing') throw error;
        failures = failure.isRepeated ? maxAttempts : failures + 1;
        if (failures >= maxAttempts) throw error;
        await this.#clock.wait(firstDelay * 2 ** (failures - 1), signal);
      }
    }
  }

  #add<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
      void this.#queue.add(async () => {
        signal.removeEventListener('abort', leave);
        if (signal.aborted) return;
        const wasSignedOut = this.isSignedOut;
        try {
          const response = await call();
          // Jobs are blocked meanwhile, so a call for the screen found the session renewed.
          if (wasSignedOut && this.isSignedOut) this.signedIn();
          resolve(response);
        } catch (error) {
          const failure = failureOf(error);
          if (!signal.aborted && isShortPause(failure)) this.#pause(failure.milliseconds);
          reject(error);
        }
      });
    });
  }

  #nextSignIn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const end = (refusal: unknown) => {
        signal.removeEventListener('abort', leave);
        if (refusal === null) resolve();
        else reject(refusal);
      };
      const leave = () => {
        this.#waitForSignIn.delete(end);
        this.#announce();
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waitForSignIn.add(end);
      this.#announce();
    });
  }

  #pause(milliseconds: number): void {
    const isPaused = this.#pausedUntil !== null;
    this.#changePause(Math.max(this.#pausedUntil ?? 0, this.#clock.now() + milliseconds));
    if (isPaused) return;
    this.#queue.pause();
    void this.#endPause();
  }

  async #endPause(): Promise<void> {
    const { signal } = new AbortController();
    const rest = () => (this.#pausedUntil ?? 0) - this.#clock.now();
    while (rest() > 0) await this.#clock.wait(rest(), signal);
    this.#changePause(null);
    this.#queue.start();
  }

  #changePause(until: number | null): void {
    this.#pausedUntil = until;
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The queue of this browser tab. */
export const requestQueue = new RequestQueue();

/** Whether a job waits for the requested pause. */
function isShortPause(failure: CallFailure): failure is CallFailure & { kind: 'pause' } {
  return failure.kind === 'pause' && failure.milliseconds <= maxPause;
}

/** Waits for some milliseconds; rejects with the signal's reason when it aborts. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

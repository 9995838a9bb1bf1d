import PQueue from 'p-queue';

import { type CallFailure, failureOf } from './call-failure.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Waits; rejects when the signal is aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Requests of jobs running at the same time, whatever they are for. */
export const maxConcurrency = 4;
/** Attempts at one request that fail in a way that may pass. */
export const maxAttempts = 3;
/** Failed calls without a success between them, until the service is taken to be down. */
export const maxFailuresInARow = 16;
/** The delay before the second attempt; it doubles with each. */
const firstDelay = 500;
/** A service that wants a longer pause has the user decide. */
export const longestPause = 120_000;
const maxPauses = 20;

export interface RepeatOptions {
  signal: AbortSignal;
  /** Attempts that have failed before. */
  failures?: number;
  /** Called with each failure that may pass; throwing ends the repetition with what is thrown. */
  onFailure?: (failure: CallFailure) => void;
  /** Whether a failure may pass. */
  mayPass?: (failure: CallFailure) => boolean;
}

/**
 * The one queue of all requests that belong to a job: order checks, all pages, exports, last updates and product
 * look-ups. It limits how many run at once, pauses for all of them when the service asks for it (`Retry-After`) or
 * wants a sign-in (401), repeats what may pass, and lets a cancelled request leave without being sent.
 */
export class RequestQueue {
  readonly #queue = new PQueue({ concurrency: maxConcurrency });
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #pausedUntil: number | null = null;
  /** Ends the wait of each job; with the refusal that the wait began with where another user signed in. */
  readonly #waitForSignIn = new Set<(refusal: unknown) => void>();
  #refusal: unknown = null;
  #signIns = 0;

  constructor(clock: Clock = { now: Date.now, wait }) {
    this.#clock = clock;
  }

  /** Until when the service wants no requests, in milliseconds since 1970; null when it is not paused. */
  get pausedUntil(): number | null {
    return this.#pausedUntil;
  }

  /** Whether jobs wait for the user to sign in. */
  get isSignedOut(): boolean {
    return this.#waitForSignIn.size > 0;
  }

  /**
   * The user has signed in: jobs that wait for that go on. Where it is another user than before, they end with the
   * refusal that they had.
   */
  signedIn(who: 'same' | 'other' = 'same'): void {
    this.#signIns += 1;
    const waiting = [...this.#waitForSignIn];
    this.#waitForSignIn.clear();
    for (const end of waiting) end(who === 'same' ? null : this.#refusal);
    this.#announce();
  }

  /** Calls the listener when a pause begins, is extended or ends, and when a job comes to wait for a sign-in. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * The call as one that waits for its turn and for the end of a pause. It rejects with the reason of its signal, the
   * last argument, if that is aborted before.
   */
  limit<Arguments extends [...unknown[], AbortSignal], Result>(
    call: (...given: Arguments) => Promise<Result>,
  ): (...given: Arguments) => Promise<Result> {
    return (...given) => this.#add(() => call(...given), given.at(-1) as AbortSignal);
  }

  /** Makes limited calls again while they fail in a way that may pass, with a request for a pause, or for want of a sign-in. */
  async repeat<Result>(call: () => Promise<Result>, options: RepeatOptions): Promise<Result> {
    const { signal, onFailure, mayPass = ({ kind }) => kind === 'passing' } = options;
    let { failures = 0 } = options;
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
          // There may have been one since the call was made.
          if (this.#signIns === signInsBefore) await this.#nextSignIn(signal);
          continue;
        }
        if (isShortPause(failure) && pauses < maxPauses) {
          pauses += 1;
          continue;
        }
        if (!mayPass(failure)) throw error;
        onFailure?.(failure);
        failures = failure.kind === 'passing' && failure.isRepeated ? maxAttempts : failures + 1;
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
          const answer = await call();
          // No job calls meanwhile: a call for the screen has found the session renewed.
          if (wasSignedOut && this.isSignedOut) this.signedIn();
          resolve(answer);
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

/** Whether the service wants a pause that a job waits out. */
function isShortPause(failure: CallFailure): failure is CallFailure & { kind: 'pause' } {
  return failure.kind === 'pause' && failure.milliseconds <= longestPause;
}

/** Waits so many milliseconds; rejects with the signal's reason when it is aborted. */
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

import type { OperationName } from '#contract/operations.ts';

/** How one call to the upstream ended: with an answer of whatever status, or without one. */
export type CallOutcome =
  | { kind: 'answered'; status: number }
  | { kind: 'failed'; reason: 'unreachable' | 'timeout' | 'broken-off' | 'too-large' };

/** Whether the upstream is asked as usual, left alone for a while, or tried with one call after that. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/**
 * From where an answer came: `hit` the cache; `shared` a call that was under way already; `miss` a call of its own;
 * `stale` the cache, past its time, because no answer came.
 */
export type AnswerSource = 'hit' | 'shared' | 'miss' | 'stale';

/** Is told what happens between the gateway and the upstream, for metrics. Nothing here may throw. */
export interface UpstreamObserver {
  /** One call is over; a retry is a call too. */
  called(operation: OperationName, outcome: CallOutcome, seconds: number): void;
  /** A call failed and is made again. */
  retried(operation: OperationName): void;
  /** An answer is on its way to the browser. */
  answered(operation: OperationName, source: AnswerSource): void;
  breakerChanged(state: BreakerState): void;
}

/** An observer that looks away. */
export const noObserver: UpstreamObserver = {
  called: () => undefined,
  retried: () => undefined,
  answered: () => undefined,
  breakerChanged: () => undefined,
};

import type { OperationName } from '#stock/contract/operation-list.ts';

/** Result of one call to the upstream: a response with any status, or a failure. */
export type CallOutcome =
  | { kind: 'response'; status: number }
  | { kind: 'failed'; reason: 'unreachable' | 'timeout' | 'broken-off' | 'too-large' };

/** State of the circuit breaker: calls pass, are rejected, or one call is tried. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/**
 * Where a response came from: `hit` the cache; `shared` a call already in flight; `miss` a call of its own; `stale` the
 * cache, after it expired, because the upstream failed.
 */
type ResponseSource = 'hit' | 'shared' | 'miss' | 'stale';

/** Receives events between the gateway and the upstream, for metrics. Methods must not throw. */
export interface UpstreamObserver {
  /** One call has ended; each retry is a separate call. */
  called(operation: OperationName, outcome: CallOutcome, seconds: number): void;
  /** A failed call is retried. */
  retried(operation: OperationName): void;
  /** A response is sent to the browser. */
  responded(operation: OperationName, source: ResponseSource): void;
  breakerChanged(state: BreakerState): void;
}

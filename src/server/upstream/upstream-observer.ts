import type { FastifyBaseLogger } from 'fastify';

import type { OperationName } from '#stock/contract/operation-list.ts';

import type { ContractBreach } from './answer-check.ts';
import type { UpstreamOutcome } from './upstream-calls.ts';

/** Result of one call to the upstream: a response with any status, or a failure. */
export type CallOutcome =
  | { kind: 'answered'; status: number }
  | { kind: 'failed'; reason: 'unreachable' | 'timeout' | 'broken-off' | 'too-large' };

/** State of the circuit breaker: calls pass, are rejected, or one call is tried. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/**
 * Where a response came from: `hit` the cache; `shared` a call already in flight; `miss` a call of its own; `stale` the
 * cache, after it expired, because the upstream failed.
 */
type AnswerSource = 'hit' | 'shared' | 'miss' | 'stale';

/** Receives events between the gateway and the upstream, for metrics. Methods must not throw. */
export interface UpstreamObserver {
  /** One call has ended; each retry is a separate call. */
  called(operation: OperationName, outcome: CallOutcome, seconds: number): void;
  /** A failed call is retried. */
  retried(operation: OperationName): void;
  /** A response is sent to the browser. */
  answered(operation: OperationName, source: AnswerSource): void;
  breakerChanged(state: BreakerState): void;
}

/** One of the four operations, or a `probe` (sent by a sign-in or the API check). */
interface LoggedRequest {
  requestId: string;
  operation: OperationName | 'probe';
}

/** Logs upstream failures for administrators. Credentials and response bodies are never logged. */
export function upstreamLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  const warn = ({ requestId, operation }: LoggedRequest, reason: Reason): void =>
    log.warn({ reqId: requestId, operation, ...reason }, 'question to the upstream failed');
  return {
    /** Skips errors caused by the request or its credentials, which aren't the upstream's fault. */
    failed: (request: LoggedRequest, outcome: UpstreamOutcome): void => {
      const reason = reasonOf(outcome);
      if (reason !== null) warn(request, reason);
    },
    contractViolation: (request: LoggedRequest, { path, rule }: ContractBreach): void =>
      warn(request, { reason: 'contract-broken', where: `${path} ${rule}` }),
    breakerChanged: (breaker: BreakerState): void => log.warn({ breaker }, 'upstream breaker changed'),
  };
}
export type UpstreamLog = ReturnType<typeof upstreamLog>;

type Reason = { status: number } | { reason: string; code?: string; where?: string };

function reasonOf(outcome: UpstreamOutcome): Reason | null {
  if (outcome.kind === 'answer') {
    const { status } = outcome.response;
    return status >= 500 || status < 400 || status === 408 || status === 429 ? { status } : null;
  }
  if (outcome.kind === 'held') return { reason: outcome.refusal === null ? 'resting' : 'paused' };
  if (outcome.kind !== 'failed') return { reason: outcome.kind };
  const { reason, cause } = outcome.failure;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return { reason, ...(code !== null && { code }) };
}

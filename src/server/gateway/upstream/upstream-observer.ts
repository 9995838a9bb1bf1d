import type { FastifyBaseLogger } from 'fastify';

import type { OperationName } from '#contract/operations.ts';

import type { ContractBreach } from './answer-check.ts';
import type { UpstreamOutcome } from './upstream-calls.ts';

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
type AnswerSource = 'hit' | 'shared' | 'miss' | 'stale';

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

/** One of the four operations, or a `probe`: what a sign-in or the API check sends. */
interface LoggedRequest {
  requestId: string;
  operation: OperationName | 'probe';
}

/** Writes down trouble with an upstream, for those who run the server: no credentials, and nothing of an answer. */
export function upstreamLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  const warn = ({ requestId, operation }: LoggedRequest, reason: Reason): void =>
    log.warn({ reqId: requestId, operation, ...reason }, 'question to the upstream failed');
  return {
    /** What the upstream refuses because of the question or of who asks is no trouble of its. */
    failed: (request: LoggedRequest, outcome: UpstreamOutcome): void => {
      const reason = reasonOf(outcome);
      if (reason !== null) warn(request, reason);
    },
    departed: (request: LoggedRequest, { path, rule }: ContractBreach): void =>
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
  if (outcome.kind !== 'failed') return { reason: outcome.kind };
  const { reason, cause } = outcome.failure;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return { reason, ...(code !== null && { code }) };
}

import type { FastifyBaseLogger } from 'fastify';

import type { OperationName } from '#stock/contract/operation-list.ts';

import type { ContractBreach } from './response-check.ts';
import type { UpstreamOutcome } from './upstream-calls.ts';
import type { BreakerState } from './upstream-observer.ts';

/** One of the four operations, or a `probe` (sent by a sign-in or the API check). */
interface LoggedRequest {
  requestId: string;
  operation: OperationName | 'probe';
}

/** Logs upstream failures for administrators. Credentials and response bodies are never logged. */
export function upstreamLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  const warn = ({ requestId, operation }: LoggedRequest, reason: Reason): void =>
    log.warn({ reqId: requestId, operation, ...reason }, 'request to the upstream failed');
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
  if (outcome.kind === 'response') {
    const { status } = outcome.response;
    return status >= 500 || status < 400 || status === 408 || status === 429 ? { status } : null;
  }
  if (outcome.kind === 'held') return { reason: outcome.refusal === null ? 'resting' : 'paused' };
  if (outcome.kind !== 'failed') return { reason: outcome.kind };
  const { reason, cause } = outcome.failure;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return { reason, ...(code !== null && { code }) };
}

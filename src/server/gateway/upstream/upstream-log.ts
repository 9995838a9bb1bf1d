import type { FastifyBaseLogger } from 'fastify';

import type { BackendRequest } from '#server/gateway/stock-backend.ts';

import type { ContractBreach } from './answer-check.ts';
import type { UpstreamOutcome } from './upstream-calls.ts';
import type { BreakerState } from './upstream-observer.ts';

/** Writes down trouble with an upstream, for those who run the server: no credentials, and nothing of an answer. */
export class UpstreamLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;

  constructor(log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log;
  }

  /** What the upstream refuses because of the question or of who asks is no trouble of its. */
  failed(request: Pick<BackendRequest, 'requestId' | 'operation'>, outcome: UpstreamOutcome): void {
    const reason = reasonOf(outcome);
    if (reason !== null) this.#warn(request, reason);
  }

  departed(request: Pick<BackendRequest, 'requestId' | 'operation'>, { path, rule }: ContractBreach): void {
    this.#warn(request, { reason: 'contract-broken', where: `${path} ${rule}` });
  }

  breakerChanged(breaker: BreakerState): void {
    this.#log.warn({ breaker }, 'upstream breaker changed');
  }

  #warn({ requestId, operation }: Pick<BackendRequest, 'requestId' | 'operation'>, reason: Reason): void {
    this.#log.warn({ reqId: requestId, operation, ...reason }, 'question to the upstream failed');
  }
}

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

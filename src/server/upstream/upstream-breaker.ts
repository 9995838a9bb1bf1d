import { hash } from 'node:crypto';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import { Circuit } from './circuit.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import type { UpstreamObserver } from './upstream-observer.ts';
import { TransportFailure, type UpstreamRequest } from './upstream-transport.ts';

/** Whether a call failed in a way that indicates an outage: a 5xx response or no response. */
export function isOutage(result: unknown): boolean {
  if (result instanceof TransportFailure) return result.reason !== 'too-large';
  return (result as BackendResponse | undefined)?.status !== undefined && (result as BackendResponse).status >= 500;
}

/**
 * Circuit breaker that opens when most requests fail. A request counts once, whatever its attempts, and so do all failed
 * requests for one product or with the same parameters: a service that fails for one product isn't down. After a while,
 * one call on trial decides whether it closes.
 * @param elapsed milliseconds on a monotonic clock
 */
export function upstreamBreaker(limits: UpstreamLimits, observer: UpstreamObserver, elapsed: () => number) {
  const circuit = new Circuit(elapsed, (state) => observer.breakerChanged(state));
  let outcomes: { subject: string; hasFailed: boolean }[] = [];
  let openings = 0;
  let lastSuccessAt = -Infinity;
  // A request that queued for long hits its deadline early. That indicates no outage while other calls succeed.
  const isInconclusive = (error: unknown): boolean =>
    error instanceof TransportFailure && error.hitDeadline && elapsed() - lastSuccessAt < limits.headersTimeout;

  const open = (): void => {
    const until = elapsed() + Math.min(limits.maxOpenTime, limits.initialOpenTime * 2 ** openings);
    openings += 1;
    circuit.open({ until, refusal: null });
  };

  const succeeded = (request: UpstreamRequest, isTrial: boolean): void => {
    lastSuccessAt = elapsed();
    if (isTrial) {
      outcomes = [];
      openings = 0;
      circuit.close();
    }
    const failures = outcomes.filter(({ hasFailed }) => hasFailed);
    const subject = failures.length > 0 ? subjectOf(request) : '';
    const own = failures.find((failure) => failure.subject === subject);
    if (own !== undefined) own.hasFailed = false;
    else count(subject, false);
  };

  const failed = (request: UpstreamRequest, isTrial: boolean): void => {
    if (isTrial) open();
    if (circuit.opening !== null) return;
    const subject = subjectOf(request);
    if (outcomes.some((outcome) => outcome.hasFailed && outcome.subject === subject)) return;
    count(subject, true);
    const failures = outcomes.filter(({ hasFailed }) => hasFailed).length;
    if (outcomes.length >= limits.breakerMinRequests && failures > outcomes.length * limits.breakerThreshold) open();
  };

  const count = (subject: string, hasFailed: boolean): void => {
    outcomes = [...outcomes, { subject, hasFailed }].slice(-limits.breakerWindow);
  };

  return {
    /** When the next call is let through, on the monotonic clock; null while closed. */
    retryAt: (): number | null => circuit.opening?.until ?? null,
    /** @throws CircuitOpenError or TrialUnderwayError if no call passes now */
    check: () => circuit.check(),
    /** Makes one attempt of the request; throws like `check` instead. */
    run: <Received extends BackendResponse>(
      request: UpstreamRequest,
      call: () => Promise<Received>,
    ): Promise<Received> =>
      circuit.run(async (isTrial) => {
        try {
          const response = await call();
          (isOutage(response) ? failed : succeeded)(request, isTrial);
          return response;
        } catch (error) {
          if (isOutage(error) && (isTrial || !isInconclusive(error))) failed(request, isTrial);
          throw error;
        }
      }),
  };
}

/** What a request asks about: the product of §4.1 and §4.2, or all parameters of the others. */
function subjectOf({ operation, path, body = '' }: UpstreamRequest): string {
  const [, product] = /^(\/stock\/[^/?]+)/.exec(path) ?? [];
  const isOfOne = operation === 'stockOfProduct' || operation === 'productCalendar';
  return isOfOne && product !== undefined ? product : hash('sha1', `${path} ${body}`);
}

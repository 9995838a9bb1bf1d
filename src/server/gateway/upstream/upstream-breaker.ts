import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  circuitBreaker,
  CircuitState,
  CountBreaker,
  DelegateBackoff,
  handleWhen,
  type IHalfOpenAfterBackoffContext,
} from 'cockatiel';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import { TransportFailure } from './transport-failure.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import type { BreakerState, UpstreamObserver } from './upstream-observer.ts';

const states: Partial<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
};

/** Whether a call failed in a way that says that the upstream is in trouble: it answered 5xx, or not at all. */
export function isOutage(result: unknown): boolean {
  if (result instanceof TransportFailure) return result.reason !== 'too-large';
  return (result as BackendResponse | undefined)?.status !== undefined && (result as BackendResponse).status >= 500;
}

/** Leaves an upstream alone for a while once most calls to it fail; then one call tells whether it is back. */
export class UpstreamBreaker {
  readonly #policy: CircuitBreakerPolicy;
  #restsUntil = 0;

  constructor(limits: UpstreamLimits, observer: UpstreamObserver) {
    const restOf = ({ attempt }: IHalfOpenAfterBackoffContext) => {
      const rest = Math.min(limits.longestRest, limits.firstRest * 2 ** (attempt - 1));
      this.#restsUntil = Date.now() + rest;
      return rest;
    };
    // A call that is tried after a rest and then called off has shown nothing: the rest goes on.
    const isCounted = (error: Error) => isOutage(error) || this.#policy.state === CircuitState.HalfOpen;
    this.#policy = circuitBreaker(handleWhen(isCounted).orWhenResult(isOutage), {
      breaker: new CountBreaker({
        threshold: limits.breakerShare,
        size: limits.breakerCalls,
        minimumNumberOfCalls: limits.breakerFewest,
      }),
      halfOpenAfter: new DelegateBackoff(restOf),
    });
    this.#policy.onStateChange((state) => observer.breakerChanged(states[state] ?? 'open'));
  }

  /** Until when the upstream is left alone, in Unix milliseconds; null while it is asked as usual. */
  get restsUntil(): number | null {
    return this.#policy.state === CircuitState.Closed ? null : this.#restsUntil;
  }

  /** @throws cockatiel's BrokenCircuitError while the upstream is left alone, for those who would only wait in vain. */
  throwWhileOpen(): void {
    if (this.#policy.state === CircuitState.Open && Date.now() < this.#restsUntil) throw new BrokenCircuitError();
  }

  /** Makes the call; rejects with cockatiel's BrokenCircuitError where the upstream is left alone. */
  run(call: () => Promise<BackendResponse>): Promise<BackendResponse> {
    return this.#policy.execute(call);
  }
}

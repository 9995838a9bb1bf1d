import { LRUCache } from 'lru-cache';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import { Circuit } from './circuit.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import { TransportFailure } from './upstream-transport.ts';

/** Statuses whose `Retry-After` starts a pause. API gateways send 403 for an exhausted quota. */
const pausingStatuses = new Set([403, 429, 503]);

/**
 * Pauses that the upstream requested: for one user's credentials (403, 429) or for all (503). When one ends, the first
 * call is on trial, since its response may request the next.
 * @param elapsed milliseconds on a monotonic clock
 */
export function upstreamPauses({ defaultPause }: Pick<UpstreamLimits, 'defaultPause'>, elapsed: () => number) {
  const ofAll = new Circuit(elapsed);
  const byCredentials = new LRUCache<string, Circuit>({ max: 10_000 });
  const circuitOf = (credentialKey: string): Circuit => {
    const circuit = byCredentials.get(credentialKey) ?? new Circuit(elapsed);
    byCredentials.set(credentialKey, circuit);
    return circuit;
  };

  /** Milliseconds that a response with a normalized `Retry-After` requests; null if it requests no pause. */
  const requested = ({ status, headers }: BackendResponse): number | null => {
    const seconds = headers['retry-after'];
    if (pausingStatuses.has(status) && seconds !== undefined) return Number(seconds) * 1000;
    return status === 429 ? defaultPause : null;
  };

  /** Makes the call. On trial, it ends the pause unless it is aborted or its response requests another. */
  const runIn = <Received extends BackendResponse>(
    circuit: Circuit,
    isMeant: (status: number) => boolean,
    call: () => Promise<Received>,
  ): Promise<Received> =>
    circuit.run(async (isTrial) => {
      try {
        const response = await call();
        const pause = isMeant(response.status) ? requested(response) : null;
        if (pause !== null && pause > 0) circuit.open({ refusal: response, until: elapsed() + pause });
        else if (isTrial) circuit.close();
        return response;
      } catch (error) {
        if (isTrial && error instanceof TransportFailure) circuit.close();
        throw error;
      }
    });

  return {
    requested,
    /** @throws CircuitOpenError or TrialUnderwayError while a pause applies to these credentials */
    check: (credentialKey: string): void => {
      ofAll.check();
      circuitOf(credentialKey).check();
    },
    /** Makes the call and starts the pause that its response requests; throws like `check` instead. */
    run: <Received extends BackendResponse>(credentialKey: string, call: () => Promise<Received>): Promise<Received> =>
      runIn(
        ofAll,
        (status) => status === 503,
        () => runIn(circuitOf(credentialKey), (status) => status !== 503, call),
      ),
  };
}

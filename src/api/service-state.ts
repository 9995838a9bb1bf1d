import { useSyncExternalStore } from 'react';

import { Observable } from '#lib/observable.ts';

/** State of the service behind the gateway, from the latest responses. */
export interface ServiceState {
  /** When requests resume while the circuit breaker is open, Unix milliseconds. */
  asksAgainAt: number | null;
  /** When the oldest stale response in use was sent, Unix milliseconds. */
  standsInSince: number | null;
}

const untroubled: ServiceState = { asksAgainAt: null, standsInSince: null };
const state = new Observable(untroubled);

export const serviceState = {
  /** The circuit breaker is open. */
  noteRest: (asksAgainAt: number): void => state.set({ ...state.get(), asksAgainAt }),
  /** A stale response was served. */
  noteStandIn: (givenAt: number): void =>
    state.set({ ...state.get(), standsInSince: Math.min(givenAt, state.get().standsInSince ?? givenAt) }),
  /** The service itself responded. */
  noteAnswer: (): void => state.set(untroubled),
  current: state.get,
};

export function useServiceState(): ServiceState {
  return useSyncExternalStore(state.subscribe, state.get);
}

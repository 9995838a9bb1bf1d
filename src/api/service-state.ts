import { useSyncExternalStore } from 'react';

/** How the service behind the gateway fares, by the latest answers. */
export interface ServiceState {
  /** When it is asked again, where it keeps failing and is left alone until then; Unix milliseconds. */
  asksAgainAt: number | null;
  /** When the oldest answer was given that stands in for one that could not be had; Unix milliseconds. */
  standsInSince: number | null;
}

const untroubled: ServiceState = { asksAgainAt: null, standsInSince: null };
const listeners = new Set<() => void>();
let state = untroubled;

export const serviceState = {
  /** The service is left alone. */
  noteRest: (asksAgainAt: number): void => change({ ...state, asksAgainAt }),
  /** An older answer stands in. */
  noteStandIn: (givenAt: number): void =>
    change({ ...state, standsInSince: Math.min(givenAt, state.standsInSince ?? givenAt) }),
  /** The service itself has answered. */
  noteAnswer: (): void => {
    if (state !== untroubled) change(untroubled);
  },
  current: (): ServiceState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function change(next: ServiceState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function useServiceState(): ServiceState {
  return useSyncExternalStore(serviceState.subscribe, serviceState.current);
}

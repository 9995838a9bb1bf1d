import { useSyncExternalStore } from 'react';

import { Observable } from '#lib/observable.ts';

/** How the service behind the gateway fares, by the latest answers. */
export interface ServiceState {
  /** When it is asked again, where it keeps failing and is left alone until then; Unix milliseconds. */
  asksAgainAt: number | null;
  /** When the oldest answer was given that stands in for one that could not be had; Unix milliseconds. */
  standsInSince: number | null;
}

const untroubled: ServiceState = { asksAgainAt: null, standsInSince: null };
const state = new Observable(untroubled);

export const serviceState = {
  /** The service is left alone. */
  noteRest: (asksAgainAt: number): void => state.set({ ...state.get(), asksAgainAt }),
  /** An older answer stands in. */
  noteStandIn: (givenAt: number): void =>
    state.set({ ...state.get(), standsInSince: Math.min(givenAt, state.get().standsInSince ?? givenAt) }),
  /** The service itself has answered. */
  noteAnswer: (): void => state.set(untroubled),
  current: state.get,
};

export function useServiceState(): ServiceState {
  return useSyncExternalStore(state.subscribe, state.get);
}

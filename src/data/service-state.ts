import { createAtom, useSelector } from '@tanstack/react-store';

/** State of the service behind the gateway, from the latest responses. */
export interface ServiceState {
  /** When requests resume while the circuit breaker is open, Unix milliseconds. */
  nextAttemptAt: number | null;
  /** When the oldest stale response in use was sent, Unix milliseconds. */
  staleSince: number | null;
}

const untroubled: ServiceState = { nextAttemptAt: null, staleSince: null };
const state = createAtom(untroubled);

export const serviceState = {
  /** The circuit breaker is open. */
  notePause: (nextAttemptAt: number): void => state.set({ ...state.get(), nextAttemptAt }),
  /** A stale response was served. */
  noteStale: (givenAt: number): void =>
    state.set({ ...state.get(), staleSince: Math.min(givenAt, state.get().staleSince ?? givenAt) }),
  /** The service itself responded. */
  noteResponse: (): void => state.set(untroubled),
  current: (): ServiceState => state.get(),
};

export function useServiceState(): ServiceState {
  return useSelector(state);
}

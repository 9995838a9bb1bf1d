import { useSyncExternalStore } from 'react';

let asked = false;
const listeners = new Set<() => void>();

/** A call was refused for want of a sign-in, or the person wants to sign in. */
export function askToSignIn(): void {
  change(true);
}

/** The person signed in, or put it off. */
export function endSignIn(): void {
  change(false);
}

export function useSignInAsked(): boolean {
  return useSyncExternalStore(subscribe, () => asked);
}

function change(next: boolean) {
  if (asked === next) return;
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

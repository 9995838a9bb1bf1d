import { useSyncExternalStore } from 'react';

let asked = false;
let scope: string | null = null;
const listeners = new Set<() => void>();

/** A call was refused for want of a sign-in, or the person wants to sign in. */
export function askToSignIn(): void {
  change(true);
}

/** The person signed in, or put it off. */
export function endSignIn(): void {
  change(false);
}

/** What the answers on screen hold for: that of the latest session that could ask; null before there was one. */
export function lastScope(): string | null {
  return scope;
}

/** @param next null leaves what was: who is signed out still has on screen what they saw before */
export function keepScope(next: string | null): void {
  scope = next ?? scope;
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

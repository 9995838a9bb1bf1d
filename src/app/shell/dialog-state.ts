import { useSyncExternalStore } from 'react';

import { keepTyping, takeTyping } from './typed-ahead.ts';

/** The dialogs of the shell of which one at a time is open. */
export type DialogName = 'palette' | 'keys';

let current: DialogName | null = null;
const listeners = new Set<() => void>();

export function openDialog(name: DialogName): void {
  // The palette's code may still be on its way, and its field takes the focus a moment later.
  if (name === 'palette' && current !== 'palette') keepTyping(closeDialog);
  change(name);
}

export function closeDialog(): void {
  takeTyping();
  change(null);
}

export function useOpenDialog(): DialogName | null {
  return useSyncExternalStore(subscribe, () => current);
}

function change(next: DialogName | null) {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

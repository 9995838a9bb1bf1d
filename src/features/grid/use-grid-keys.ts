import type { KeyboardEvent } from 'react';

import { commandOf } from './grid-keys.ts';
import type { GridSession } from './grid-session.ts';
import { runCommand } from './run-command.ts';

interface KeysHost {
  scroller: HTMLElement | null;
  openColumnMenu: (column: number) => void;
}

const imeKeyCode = 229;

/** Typing in a read-only cell says so, rather than reaching a shortcut of the page such as `G A`. */
function passOver(event: KeyboardEvent<HTMLElement>, session: GridSession) {
  const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isTyped || event.target instanceof HTMLInputElement) return;
  session.startEdit('typing');
  event.preventDefault();
  event.stopPropagation();
}

/** What the keys do in the cells of a grid. */
export function useGridKeys(session: GridSession, { scroller, openColumnMenu }: KeysHost) {
  return (event: KeyboardEvent<HTMLElement>) => {
    // A key that an input method still works with belongs to it alone.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === imeKeyCode;
    if (event.defaultPrevented || isComposing) return;
    const command = commandOf(event, session.editor.getState()?.mode ?? null);
    if (!command) return passOver(event, session);
    const isDone = runCommand(command, session, {
      openColumnMenu,
      focusHeader: (column) => scroller?.querySelector<HTMLElement>(`[data-header="${column}"] button`)?.focus(),
    });
    if (isDone) event.preventDefault();
  };
}

import type { KeyboardEvent, RefObject } from 'react';

import { commandOf } from './grid-keys.ts';
import type { GridSession } from './grid-session.ts';
import { runCommand } from './run-command.ts';

interface KeysHost {
  scroller: RefObject<HTMLElement | null>;
  openColumnMenu: (column: number) => void;
}

const imeKeyCode = 229;

/** What the keys do in the cells of a grid. */
export function useGridKeys(session: GridSession, { scroller, openColumnMenu }: KeysHost) {
  return (event: KeyboardEvent<HTMLElement>) => {
    // A key that an input method still works with belongs to it alone.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === imeKeyCode;
    if (event.defaultPrevented || isComposing) return;
    const command = commandOf(event, session.editor.getState()?.mode ?? null);
    if (!command) return;
    const isDone = runCommand(command, session, {
      openColumnMenu,
      focusHeader: (column) =>
        scroller.current?.querySelector<HTMLElement>(`[data-header="${column}"] button`)?.focus(),
    });
    if (isDone) event.preventDefault();
  };
}

import type { Direction, Motion } from './cell-range.ts';
import { clearCells, deleteRows, fillDown, fillRange, insertRows } from './grid-commands.ts';
import type { Editing, GridSession } from './grid-session.ts';

export type GridCommand =
  | { readonly do: 'move'; readonly motion: Motion; readonly extend: boolean }
  | { readonly do: 'tab' | 'enter'; readonly back: boolean }
  | { readonly do: 'column-menu' | keyof typeof handlers };

export type Keystroke = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Actions that need the component. */
export interface CommandHost {
  openColumnMenu(column: number): void;
  /** Focuses the heading of a column. */
  focusHeader(column: number): void;
}

const handlers = {
  edit: (session: GridSession) => void session.startEdit('caret'),
  'toggle-mode': (session: GridSession) => session.editor.toggleMode(),
  cancel: (session: GridSession) => session.editor.end(),
  leave: (session: GridSession) => session.prepareToLeave(),
  clear: (session: GridSession) => clearCells(session),
  'select-all': (session: GridSession) => session.selectAll(),
  'select-row': (session: GridSession) => session.selectRows(session.range.top, session.range.bottom),
  'select-column': (session: GridSession) => session.selectColumns(session.range.left, session.range.right),
  'fill-range': fillRange,
  'fill-down': fillDown,
  'insert-rows': (session: GridSession) => insertRows(session, 'above'),
  'delete-rows': deleteRows,
  undo: (session: GridSession) => session.store.undo(),
  redo: (session: GridSession) => session.store.redo(),
};

/** Runs the command of a key. Returns false if the browser should handle the key. */
export function runCommand(command: GridCommand, session: GridSession, host: CommandHost): boolean {
  if (command.do === 'tab') return session.commit() ? session.tab(command.back) : true;
  if (command.do === 'move') move(command, session, host);
  else if (command.do === 'enter') {
    if (session.commit()) session.enter(command.back);
  } else if (command.do === 'column-menu') host.openColumnMenu(session.selection.getState().active.column);
  else handlers[command.do](session);
  return true;
}

function move(command: Extract<GridCommand, { do: 'move' }>, session: GridSession, host: CommandHost) {
  if (!session.commit()) return;
  const { motion, extend } = command;
  const { active } = session.selection.getState();
  const isUp = 'direction' in motion && motion.by === 'cell' && motion.direction === 'up';
  if (isUp && !extend && active.row === 0) host.focusHeader(active.column);
  else session.move(motion, extend);
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Returns the command of a key, null if the browser should handle it, as for letters. */
export function commandOf(stroke: Keystroke, editing: Editing['mode'] | null): GridCommand | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = stroke;
  const held = { key, shiftKey, altKey, command: ctrlKey || metaKey };
  if (key === 'Tab') return held.command || altKey ? null : { do: 'tab', back: shiftKey };
  return editing ? whileEditing(held, editing) : whileMoving(held);
}

type PressedKey = Pick<Keystroke, 'key' | 'shiftKey' | 'altKey'> & { readonly command: boolean };

function whileEditing({ key, shiftKey, command, altKey }: PressedKey, mode: Editing['mode']): GridCommand | null {
  if (altKey) return null;
  if (key === 'Enter') return command ? { do: 'fill-range' } : { do: 'enter', back: shiftKey };
  if (key === 'Escape') return { do: 'cancel' };
  if (key === 'F2') return { do: 'toggle-mode' };
  const direction = arrows[key];
  return direction && mode === 'typing' && !command && !shiftKey
    ? { do: 'move', motion: { by: 'cell', direction }, extend: false }
    : null;
}

function whileMoving(held: PressedKey): GridCommand | null {
  const { key, shiftKey: extend, command, altKey } = held;
  const direction = arrows[key];
  if (altKey) return direction === 'down' ? { do: 'column-menu' } : null;
  if (direction) return { do: 'move', motion: { by: command ? 'edge' : 'cell', direction }, extend };
  const motion = motionOf(key, command);
  if (motion) return { do: 'move', motion, extend };
  if (key === ' ' && (command || extend)) return { do: command ? 'select-column' : 'select-row' };
  if (command) return withCommandKey(key.toLowerCase(), extend);
  if (key === 'Enter') return { do: 'enter', back: extend };
  if (key === 'F2') return { do: 'edit' };
  if (key === 'Escape') return { do: 'leave' };
  return key === 'Delete' || key === 'Backspace' ? { do: 'clear' } : null;
}

function motionOf(key: string, command: boolean): Motion | null {
  if (key === 'Home') return { to: command ? 'grid-start' : 'row-start' };
  if (key === 'End') return { to: command ? 'grid-end' : 'row-end' };
  if (key === 'PageUp') return { by: 'page', direction: 'up' };
  return key === 'PageDown' ? { by: 'page', direction: 'down' } : null;
}

function withCommandKey(key: string, shift: boolean): GridCommand | null {
  if (key === 'z') return { do: shift ? 'redo' : 'undo' };
  if (key === 'y') return { do: 'redo' };
  if (key === 'a') return { do: 'select-all' };
  if (key === 'd') return { do: 'fill-down' };
  if (key === '+' || (key === '=' && shift)) return { do: 'insert-rows' };
  return key === '-' || key === '_' ? { do: 'delete-rows' } : null;
}

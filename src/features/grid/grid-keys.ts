import type { Direction, Motion } from './cell-motion.ts';
import type { Editing } from './editor-model.ts';

/** What a key asks of a grid. */
export type GridCommand =
  | { readonly do: 'move'; readonly motion: Motion; readonly extend: boolean }
  | { readonly do: 'tab' | 'enter'; readonly back: boolean }
  | {
      readonly do:
        | 'edit'
        | 'toggle-mode'
        | 'cancel'
        | 'leave'
        | 'clear'
        | 'select-all'
        | 'select-row'
        | 'select-column'
        | 'fill-range'
        | 'fill-down'
        | 'insert-rows'
        | 'delete-rows'
        | 'undo'
        | 'redo'
        | 'column-menu';
    };

/** What is read of a keyboard event. */
export type Keystroke = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** The command of a key; null where the key is left to the browser, as letters are. */
export function commandOf(stroke: Keystroke, editing: Editing['mode'] | null): GridCommand | null {
  const held = { ...stroke, command: stroke.ctrlKey || stroke.metaKey };
  if (stroke.key === 'Tab') return held.command || held.altKey ? null : { do: 'tab', back: held.shiftKey };
  return editing ? whileEditing(held, editing) : whileMoving(held);
}

type Held = Keystroke & { readonly command: boolean };

function whileEditing({ key, shiftKey, command, altKey }: Held, mode: Editing['mode']): GridCommand | null {
  if (altKey) return null;
  if (key === 'Enter') return command ? { do: 'fill-range' } : { do: 'enter', back: shiftKey };
  if (key === 'Escape') return { do: 'cancel' };
  if (key === 'F2') return { do: 'toggle-mode' };
  const direction = arrows[key];
  return direction && mode === 'typing' && !command && !shiftKey
    ? { do: 'move', motion: { by: 'cell', direction }, extend: false }
    : null;
}

function whileMoving(held: Held): GridCommand | null {
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

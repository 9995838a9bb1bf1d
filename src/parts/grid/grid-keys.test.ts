import { describe, expect, it } from 'vitest';

import { commandOf, type Keystroke } from './grid-keys.ts';

function stroke(keys: string): Keystroke {
  const parts = keys.split(' ');
  const held = new Set(parts.slice(0, -1));
  return {
    key: (parts.at(-1) ?? '').replace('Space', ' '),
    ctrlKey: held.has('Ctrl'),
    metaKey: held.has('Cmd'),
    shiftKey: held.has('Shift'),
    altKey: held.has('Alt'),
  };
}

describe('keys while moving', () => {
  it.each([
    ['ArrowDown', { do: 'move', motion: { by: 'cell', direction: 'down' }, extend: false }],
    ['Shift ArrowLeft', { do: 'move', motion: { by: 'cell', direction: 'left' }, extend: true }],
    ['Ctrl Shift ArrowUp', { do: 'move', motion: { by: 'edge', direction: 'up' }, extend: true }],
    ['Home', { do: 'move', motion: { to: 'row-start' }, extend: false }],
    ['Ctrl End', { do: 'move', motion: { to: 'grid-end' }, extend: false }],
    ['Shift PageDown', { do: 'move', motion: { by: 'page', direction: 'down' }, extend: true }],
    ['Tab', { do: 'tab', back: false }],
    ['Shift Tab', { do: 'tab', back: true }],
    ['Shift Enter', { do: 'enter', back: true }],
    ['F2', { do: 'edit' }],
    ['Escape', { do: 'leave' }],
    ['Delete', { do: 'clear' }],
    ['Backspace', { do: 'clear' }],
    ['Ctrl a', { do: 'select-all' }],
    ['Cmd a', { do: 'select-all' }],
    ['Shift Space', { do: 'select-row' }],
    ['Ctrl Space', { do: 'select-column' }],
    ['Ctrl d', { do: 'fill-down' }],
    ['Ctrl +', { do: 'insert-rows' }],
    ['Ctrl Shift =', { do: 'insert-rows' }],
    ['Ctrl -', { do: 'delete-rows' }],
    ['Ctrl z', { do: 'undo' }],
    ['Ctrl y', { do: 'redo' }],
    ['Ctrl Shift Z', { do: 'redo' }],
    ['Alt ArrowDown', { do: 'column-menu' }],
  ])('%s', (keys, command) => {
    expect(commandOf(stroke(keys), null)).toEqual(command);
  });

  it.each(['a', '5', 'Shift A', 'Space', 'Ctrl c', 'Ctrl v', 'Ctrl Tab', 'Alt ArrowLeft', 'Dead', 'Process'])(
    'leaves %s to the browser',
    (keys) => {
      expect(commandOf(stroke(keys), null)).toBeNull();
    },
  );
});

describe('keys while editing', () => {
  it.each([
    ['Enter', { do: 'enter', back: false }],
    ['Ctrl Enter', { do: 'fill-range' }],
    ['Tab', { do: 'tab', back: false }],
    ['Escape', { do: 'cancel' }],
    ['F2', { do: 'toggle-mode' }],
  ])('%s', (keys, command) => {
    expect(commandOf(stroke(keys), 'caret')).toEqual(command);
    expect(commandOf(stroke(keys), 'typing')).toEqual(command);
  });

  it('uses arrow keys to move if typing started the edit, otherwise for the caret', () => {
    const command = { do: 'move', motion: { by: 'cell', direction: 'left' }, extend: false };
    expect(commandOf(stroke('ArrowLeft'), 'typing')).toEqual(command);
    expect(commandOf(stroke('ArrowLeft'), 'caret')).toBeNull();
  });

  it.each(['Ctrl z', 'Ctrl a', 'Home', 'Delete', 'Shift ArrowLeft', 'x'])('leaves %s to the text', (keys) => {
    expect(commandOf(stroke(keys), 'typing')).toBeNull();
  });
});

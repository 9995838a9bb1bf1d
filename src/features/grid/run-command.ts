import { clearCells, deleteRows, fillDown, fillWithText, insertRows } from './grid-commands.ts';
import type { GridCommand } from './grid-keys.ts';
import type { GridSession } from './grid-session.ts';

/** What only the component can do. */
export interface CommandHost {
  openColumnMenu(column: number): void;
  /** Gives the keyboard to a column's header. */
  focusHeader(column: number): void;
}

/** Does what a key asked for; false where the browser is to go on with the key. */
export function runCommand(command: GridCommand, session: GridSession, host: CommandHost): boolean {
  if (command.do === 'tab') return session.commit() ? session.tab(command.back) : true;
  if (command.do === 'move') move(command, session, host);
  else if (command.do === 'enter') {
    if (session.commit()) session.enter(command.back);
  } else if (command.do === 'column-menu') host.openColumnMenu(session.selection.getState().active.column);
  else deeds[command.do](session);
  return true;
}

type Simple = Exclude<GridCommand['do'], 'tab' | 'move' | 'enter' | 'column-menu'>;

const deeds: Readonly<Record<Simple, (session: GridSession) => void>> = {
  edit: (session) => session.startEdit('caret'),
  'toggle-mode': (session) => session.editor.toggleMode(),
  cancel: (session) => session.cancel(),
  leave: (session) => session.prepareToLeave(),
  clear: (session) => clearCells(session),
  'select-all': (session) => session.selectAll(),
  'select-row': (session) => session.selectRows(session.range.top, session.range.bottom),
  'select-column': (session) => session.selectColumns(session.range.left, session.range.right),
  'fill-range': fillRange,
  'fill-down': fillDown,
  'insert-rows': (session) => insertRows(session, 'above'),
  'delete-rows': deleteRows,
  undo: (session) => session.store.undo(),
  redo: (session) => session.store.redo(),
};

function move(command: Extract<GridCommand, { do: 'move' }>, session: GridSession, host: CommandHost) {
  if (!session.commit()) return;
  const { motion, extend } = command;
  const { active } = session.selection.getState();
  const isUp = 'direction' in motion && motion.by === 'cell' && motion.direction === 'up';
  if (isUp && !extend && active.row === 0) host.focusHeader(active.column);
  else session.move(motion, extend);
}

/** What is typed goes to the whole range, one cell or many. */
function fillRange(session: GridSession) {
  const { draft } = session.editor;
  session.cancel();
  fillWithText(session, session.range, draft);
}

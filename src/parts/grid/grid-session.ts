import { createAtom } from '@tanstack/react-store';
import { msg } from '@lingui/core/macro';

import { Observable } from '#stock/observable.ts';

import {
  GridSelection,
  positionAfter,
  nextEditable,
  rangeOf,
  type CellPosition,
  type CellRange,
  type Motion,
} from './cell-range.ts';
import type { GridColumn, GridRow, RowEntry, RowKey } from './grid-column.ts';
import type { GridMessage } from './grid-message.ts';
import type { GridStore, StoreEdit } from './grid-store.ts';
import { GridView, type GridTable } from './grid-view.ts';

export interface Editing {
  readonly key: RowKey;
  readonly columnId: string;
  /** `typing` starts with a character and ends with an arrow key. In `caret` mode, arrow keys move within the text. */
  readonly mode: 'typing' | 'caret';
  /** Why the text isn't valid, null if it is. */
  readonly problem: string | null;
}

/** The single editor of a grid. The input is uncontrolled; typed text is stored here without rendering. */
class GridEditor {
  readonly #editing = new Observable<Editing | null>(null);
  #original = '';
  #draft = '';

  getState = this.#editing.get;

  subscribe = this.#editing.subscribe;

  /** Current text of the input. */
  get draft(): string {
    return this.#draft;
  }

  /** Whether the text differs from the cell's. */
  get isChanged(): boolean {
    return this.#draft !== this.#original;
  }

  /** Stores the text of the input, and clears the problem of an earlier text. */
  type(text: string): void {
    this.#draft = text;
    this.fail(null);
  }

  start(key: RowKey, columnId: string, mode: Editing['mode'], original: string): void {
    this.#original = original;
    this.#draft = mode === 'caret' ? original : '';
    this.#editing.set({ key, columnId, mode, problem: null });
  }

  /** Toggles whether arrow keys move within the text. */
  toggleMode(): void {
    const editing = this.getState();
    if (editing) this.#editing.set({ ...editing, mode: editing.mode === 'caret' ? 'typing' : 'caret' });
  }

  fail(problem: string | null): void {
    const editing = this.getState();
    if (editing && editing.problem !== problem) this.#editing.set({ ...editing, problem });
  }

  end(): void {
    this.#editing.set(null);
  }
}

/**
 * State of a grid outside React: displayed rows, selection and edit. Rows are indexed as displayed. After the last row
 * is the blank row, which is stored once something is written in it.
 */
export class GridSession<Row extends GridRow = GridRow, Derived = unknown> {
  readonly store: GridStore<Row, Derived>;
  readonly view: GridView<Row, Derived>;
  readonly selection = new GridSelection();
  readonly editor = new GridEditor();
  /** Creates an empty row, for the blank row and for inserted rows. */
  readonly createRow: (key: RowKey) => Row;
  /** Last message, and its cell. */
  readonly lastMessage = createAtom<{ message: GridMessage; of: CellPosition } | null>(null);
  /** The cell that was last scrolled into view. */
  readonly revealed = new Observable<CellPosition>({ row: 0, column: 0 });
  /** Columns and number of visible rows, set by the component. */
  columns: readonly GridColumn<Row, Derived>[] = [];
  pageSize = 20;
  #activeKey: RowKey;
  /** Row to select once it is displayed. */
  #pendingRow: RowKey | null = null;
  /** Column in which a sequence of Tab presses started; Enter returns to it. */
  #tabColumn: number | null = null;
  /** Whether the next Tab leaves the grid. */
  #leavesOnTab = false;
  /** Whether the last edit filled other cells of its row too, and no other cell was selected since. */
  #fillsCells = false;

  constructor({ store, createRow }: { store: GridStore<Row, Derived>; createRow: (key: RowKey) => Row }) {
    this.store = store;
    this.createRow = createRow;
    this.view = new GridView(store);
    this.#activeKey = this.keyAt(0);
  }

  /** Subscribes to store and table, which may outlive the session. Returns the unsubscribe function. */
  attach(table: GridTable): () => void {
    const stops = [
      this.view.attach(table),
      this.view.subscribe(() => this.#keepActiveRow()),
      this.store.onEdit((edit) => this.#follow(edit)),
    ];
    this.#keepActiveRow();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Includes the blank row. */
  get rowCount(): number {
    return this.view.getState().keys.length + 1;
  }

  get range(): CellRange {
    return rangeOf(this.selection.getState());
  }

  /** The blank row's key is the one it will be stored with. */
  keyAt(row: number): RowKey {
    return this.view.getState().keys[row] ?? this.store.nextKey;
  }

  entryOf(key: RowKey): RowEntry<Row, Derived> {
    return this.store.getEntry(key) ?? { row: this.createRow(key), derived: undefined };
  }

  textAt({ row, column }: CellPosition): string {
    return this.columns[column]?.text(this.entryOf(this.keyAt(row))) ?? '';
  }

  isEditable(column: number): boolean {
    return this.columns[column]?.read !== undefined;
  }

  select(active: CellPosition, head: CellPosition = active): void {
    this.#leavesOnTab = false;
    this.#fillsCells = false;
    this.#pendingRow = null;
    this.#tabColumn = null;
    this.#activeKey = this.keyAt(active.row);
    this.selection.set(active, head);
  }

  /** Selects, and scrolls the cell into view. */
  goTo(active: CellPosition, head: CellPosition = active): void {
    this.select(active, head);
    this.reveal(head);
  }

  /** Selects a row by key. If it isn't displayed, waits until it is. */
  goToRow(key: RowKey): void {
    const row = this.view.getState().keys.indexOf(key);
    if (row >= 0) this.goTo({ row, column: 0 });
    this.#pendingRow = row >= 0 ? null : key;
  }

  /** Goes to the blank row after the last one, and edits its first cell. */
  editBlankRow(): void {
    this.goTo({ row: this.rowCount - 1, column: 0 });
    this.startEdit('caret');
  }

  /** Selects every cell except those of the blank row. */
  selectAll(): void {
    this.selectRows(0, Math.max(0, this.rowCount - 2));
  }

  selectRows(from: number, to: number): void {
    this.select({ row: from, column: 0 }, { row: to, column: this.columns.length - 1 });
  }

  selectColumns(from: number, to: number): void {
    this.select({ row: 0, column: from }, { row: Math.max(0, this.rowCount - 2), column: to });
  }

  move(motion: Motion, extend: boolean): void {
    const { active, head } = this.selection.getState();
    const to = positionAfter(extend ? head : active, motion, {
      rowCount: this.rowCount,
      columnCount: this.columns.length,
      pageSize: this.pageSize,
      isEmpty: (cell) => this.textAt(cell) === '',
    });
    this.goTo(extend ? active : to, to);
  }

  /** Moves to the next or previous editable cell. Returns false if focus should leave the grid instead. */
  tab(back: boolean): boolean {
    const { active } = this.selection.getState();
    const isEditable = (column: number) => this.isEditable(column);
    const to = nextEditable(active, back, { rowCount: this.rowCount, columnCount: this.columns.length, isEditable });
    if (!to || this.#leavesOnTab) return false;
    const began = back || to.row !== active.row ? null : (this.#tabColumn ?? active.column);
    this.goTo(to);
    this.#tabColumn = began;
    return true;
  }

  /**
   * Moves to the row above, or to the row below in the column where a sequence of Tab presses started. In a column that
   * continues it moves as Tab does, unless the next cell was just filled with it.
   */
  enter(back: boolean): void {
    const { active } = this.selection.getState();
    const isFilling = this.#fillsCells;
    const continues = !back && this.columns[active.column]?.continuesOnEnter === true && this.tab(false);
    if (continues && !(isFilling && this.textAt(this.selection.getState().active) !== '')) return;
    const row = Math.max(0, Math.min(active.row + (back ? -1 : 1), this.rowCount - 1));
    this.goTo({ row, column: back ? active.column : (this.#tabColumn ?? active.column) });
  }

  /** Makes the next Tab leave the grid. */
  prepareToLeave(): void {
    this.#leavesOnTab = true;
    this.showMessage({ kind: 'leaving' });
  }

  /** Starts editing the active cell. Returns false, with a message, if it is read-only. */
  startEdit(mode: Editing['mode']): boolean {
    const { active } = this.selection.getState();
    const column = this.columns[active.column];
    if (!column) return false;
    if (!column.read) {
      this.showMessage({ kind: 'read-only', header: column.header });
      return false;
    }
    this.#leavesOnTab = false;
    this.selection.set(active);
    this.editor.start(this.keyAt(active.row), column.id, mode, this.textAt(active));
    return true;
  }

  /** Commits the typed text. If it isn't valid, returns false and keeps the editor open with the problem. */
  commit(): boolean {
    const editing = this.editor.getState();
    const column = this.columns.find(({ id }) => id === editing?.columnId);
    if (!editing || !column?.read || !this.editor.isChanged) {
      this.editor.end();
      return true;
    }
    const reading = column.read(this.editor.draft, this.entryOf(editing.key).row);
    if ('cells' in reading) this.commitCells(reading.cells);
    else this.editor.fail(reading.problem);
    return 'cells' in reading;
  }

  /** Ends the edit. Text that isn't valid is discarded; the returned message says so. */
  leave(): GridMessage | null {
    const editing = this.editor.getState();
    const header = this.columns.find(({ id }) => id === editing?.columnId)?.header ?? '';
    const text = this.editor.draft;
    if (this.commit()) return null;
    this.editor.end();
    return { kind: 'discarded', header, text };
  }

  /** Ends the edit with selected instead of typed values. */
  commitCells(cells: Partial<Row>): void {
    const editing = this.editor.getState();
    this.editor.end();
    if (!editing) return;
    const row = { ...this.entryOf(editing.key).row, ...cells };
    this.store.transact(msg`Edit`, () => this.store.setRows([row], msg`Edit`), 'entry');
    this.#fillsCells = Object.keys(cells).length > 1;
  }

  showMessage(message: GridMessage): void {
    this.lastMessage.set({ message, of: this.selection.getState().active });
  }

  /** Scrolls a cell into view. */
  reveal(cell: CellPosition): void {
    this.revealed.set({ ...cell });
  }

  #follow({ cause, label, rows }: StoreEdit<Row>) {
    const edited = this.editor.getState()?.key ?? 0;
    // A new row took the blank row's key, or the edited row was deleted: the text belongs to neither.
    if (rows.get(edited) === null || (rows.has(edited) && !this.store.getRow(edited))) this.editor.end();
    if (cause === 'edit' || cause === 'entry') return;
    const first = this.view.getState().keys.findIndex((key) => rows.has(key));
    const { active } = this.selection.getState();
    this.goTo({ ...active, row: first < 0 ? Math.min(active.row, this.rowCount - 1) : first });
    this.showMessage({ kind: cause === 'undo' ? 'undone' : 'redone', label });
  }

  /** Keeps the active cell in its row when rows are added, removed or reordered. */
  #keepActiveRow() {
    if (this.#pendingRow !== null) this.goToRow(this.#pendingRow);
    const { active } = this.selection.getState();
    if (this.keyAt(active.row) === this.#activeKey) return;
    const found = this.view.getState().keys.indexOf(this.#activeKey);
    this.select({ ...active, row: found >= 0 ? found : Math.min(active.row, this.rowCount - 1) });
  }
}

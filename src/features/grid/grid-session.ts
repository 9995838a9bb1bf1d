import { inReadingOrder, moved, type Motion } from './cell-motion.ts';
import { rangeOf, type CellPosition, type CellRange } from './cell-range.ts';
import type { CellChange } from './edit-step.ts';
import { EditorModel, type Editing } from './editor-model.ts';
import type { GridColumn } from './grid-column.ts';
import type { GridMessage, OperationLabels } from './grid-message.ts';
import type { GridStore } from './grid-store.ts';
import { GridView } from './grid-view.ts';
import type { GridRow, RowEntry, RowKey } from './row-entry.ts';
import { SelectionModel } from './selection-model.ts';
import type { StoreEdit } from './store-edit.ts';

interface SessionOptions<Row extends GridRow, Derived> {
  readonly store: GridStore<Row, Derived>;
  /** An empty row: for the blank line at the end and for rows that are inserted. */
  readonly createRow: (key: RowKey) => Row;
}

interface SessionSettings<Row extends GridRow, Derived> {
  readonly columns: readonly GridColumn<Row, Derived>[];
  /** BCP 47: how texts sort. */
  readonly locale: string;
  readonly labels: OperationLabels;
}

/**
 * A person's work on a grid, without React: what is shown, selected and edited. Rows are counted as on screen, and the
 * one after the last is the blank row, which becomes a real one as soon as something is written in it.
 */
export class GridSession<Row extends GridRow = GridRow, Derived = unknown> {
  readonly store: GridStore<Row, Derived>;
  readonly view: GridView<Row, Derived>;
  readonly selection = new SelectionModel();
  readonly editor = new EditorModel();
  readonly createRow: (key: RowKey) => Row;
  /** Rows that fit on screen; told by the component. */
  pageSize = 20;
  #settings: SessionSettings<Row, Derived> | null = null;
  #activeKey: RowKey;
  #tabColumn: number | null = null;
  #leaves = false;
  readonly #revealListeners = new Set<(cell: CellPosition) => void>();
  readonly #messageListeners = new Set<(message: GridMessage) => void>();

  constructor({ store, createRow }: SessionOptions<Row, Derived>) {
    this.store = store;
    this.createRow = createRow;
    this.view = new GridView(store);
    this.#activeKey = this.keyAt(0);
  }

  /** Follows the store, which may outlive the session, until the function given is called. */
  attach(): () => void {
    const stops = [
      this.view.attach(),
      this.view.subscribe(() => this.#keepActiveRow()),
      this.store.onEdit((edit) => this.#follow(edit)),
    ];
    this.#keepActiveRow();
    return () => {
      for (const stop of stops) stop();
    };
  }

  configure(settings: SessionSettings<Row, Derived>): void {
    this.#settings = settings;
    this.view.setColumns(settings.columns, settings.locale);
  }

  get columns(): readonly GridColumn<Row, Derived>[] {
    return this.#settings?.columns ?? [];
  }

  /** @throws Error before {@link configure}. */
  get labels(): OperationLabels {
    if (!this.#settings) throw new Error('The grid has no columns yet');
    return this.#settings.labels;
  }

  /** With the blank row. */
  get rowCount(): number {
    return this.view.getState().keys.length + 1;
  }

  get range(): CellRange {
    return rangeOf(this.selection.getState());
  }

  /** The blank row has the key that it will have once it is real. */
  keyAt(row: number): RowKey {
    return this.view.getState().keys[row] ?? this.store.nextKey;
  }

  entryOf(key: RowKey): RowEntry<Row, Derived> {
    const row = this.store.getRow(key) ?? this.createRow(key);
    return { row, derived: this.store.getDerived(key) };
  }

  textAt({ row, column }: CellPosition): string {
    return this.columns[column]?.text(this.entryOf(this.keyAt(row))) ?? '';
  }

  select(active: CellPosition, head: CellPosition = active): void {
    this.#leaves = false;
    this.#tabColumn = null;
    this.#activeKey = this.keyAt(active.row);
    this.selection.set(active, head);
  }

  /** Selects, and brings the cell into view. */
  goTo(active: CellPosition, head: CellPosition = active): void {
    this.select(active, head);
    this.reveal(head);
  }

  /** Every cell but those of the blank row. */
  selectAll(): void {
    this.selectRows(0, Math.max(0, this.rowCount - 2));
  }

  selectRows(from: number, to: number): void {
    this.select({ row: from, column: 0 }, { row: to, column: this.columns.length - 1 });
  }

  selectColumns(from: number, to: number): void {
    this.select({ row: 0, column: from }, { row: Math.max(0, this.rowCount - 2), column: to });
  }

  /** Brings a cell into view. */
  reveal(cell: CellPosition): void {
    for (const listener of this.#revealListeners) listener(cell);
  }

  move(motion: Motion, extend: boolean): void {
    const { active, head } = this.selection.getState();
    const to = moved(extend ? head : active, motion, {
      rowCount: this.rowCount,
      columnCount: this.columns.length,
      pageSize: this.pageSize,
      isEmpty: (cell) => this.textAt(cell) === '',
    });
    this.goTo(extend ? active : to, to);
  }

  /** To the next cell, or the one before; false where the keyboard is to leave the grid instead. */
  tab(back: boolean): boolean {
    const { active } = this.selection.getState();
    const to = inReadingOrder(active, back, { rowCount: this.rowCount, columnCount: this.columns.length });
    if (!to || this.#leaves) return false;
    const began = back || to.row !== active.row ? null : (this.#tabColumn ?? active.column);
    this.goTo(to);
    this.#tabColumn = began;
    return true;
  }

  /** To the row below, where a run of tabs began, or to the row above. */
  enter(back: boolean): void {
    const { active } = this.selection.getState();
    const row = Math.max(0, Math.min(active.row + (back ? -1 : 1), this.rowCount - 1));
    this.goTo({ row, column: back ? active.column : (this.#tabColumn ?? active.column) });
  }

  /** Lets the next Tab leave the grid. */
  prepareToLeave(): void {
    this.#leaves = true;
    this.say({ kind: 'leaving' });
  }

  startEdit(mode: Editing['mode']): boolean {
    const { active } = this.selection.getState();
    const column = this.columns[active.column];
    if (!column) return false;
    if (!column.read) {
      this.say({ kind: 'read-only', header: column.header });
      return false;
    }
    this.#leaves = false;
    this.selection.set(active);
    this.editor.start(this.keyAt(active.row), column.id, mode, this.textAt(active));
    return true;
  }

  /** Takes what was typed; false where it can't be read, and the editor stays open with the reason. */
  commit(): boolean {
    const editing = this.editor.getState();
    if (!editing) return true;
    const column = this.columns.find(({ id }) => id === editing.columnId);
    if (!column?.read || !this.editor.isChanged) return this.#endEdit();
    const reading = column.read(this.editor.draft, this.entryOf(editing.key).row);
    if ('cells' in reading) return this.commitCells(reading.cells);
    this.editor.fail(reading.problem);
    return false;
  }

  /** Ends the edit with values that were picked rather than typed. */
  commitCells(cells: Partial<Row>): true {
    const editing = this.editor.getState();
    this.#endEdit();
    if (editing) this.write(this.labels.edit, new Map([[editing.key, cells]]));
    return true;
  }

  cancel(): void {
    this.#endEdit();
  }

  /** Writes cells as one operation. A key that the store doesn't have yet makes a new row at the end. */
  write(label: string, changes: ReadonlyMap<RowKey, Partial<Row>>): void {
    const rows: Row[] = [];
    const kept: CellChange<Row>[] = [];
    for (const [key, cells] of changes) {
      if (this.store.getRow(key)) kept.push({ key, cells });
      else rows.push({ ...this.createRow(key), ...cells });
    }
    this.store.transact(label, () => {
      this.store.setCells(kept, { label });
      this.store.append(rows, { label });
    });
  }

  say(message: GridMessage): void {
    for (const listener of this.#messageListeners) listener(message);
  }

  onMessage(listener: (message: GridMessage) => void): () => void {
    this.#messageListeners.add(listener);
    return () => this.#messageListeners.delete(listener);
  }

  /** Called with the cell that must come into view. */
  onReveal(listener: (cell: CellPosition) => void): () => void {
    this.#revealListeners.add(listener);
    return () => this.#revealListeners.delete(listener);
  }

  #endEdit(): true {
    this.editor.end();
    return true;
  }

  #follow({ cause, label, rows }: StoreEdit<Row>) {
    const edited = rows.get(this.editor.getState()?.key ?? 0);
    // Another's row took the place of the blank one, or the edited row is gone: what is typed belongs to neither.
    if (edited && (edited.before === null || edited.after === null)) this.cancel();
    if (cause === 'edit') return;
    this.#showRows(rows);
    this.say({ kind: cause === 'undo' ? 'undone' : 'redone', label });
  }

  /** The active cell stays with its row when rows come, go or change places. */
  #keepActiveRow() {
    const { active } = this.selection.getState();
    if (this.keyAt(active.row) === this.#activeKey) return;
    const found = this.view.getState().keys.indexOf(this.#activeKey);
    this.select({ ...active, row: found >= 0 ? found : Math.min(active.row, this.rowCount - 1) });
  }

  /** Goes to the first of some rows that show. */
  #showRows(rows: ReadonlyMap<RowKey, unknown>) {
    const { keys } = this.view.getState();
    const { active } = this.selection.getState();
    const first = keys.findIndex((key) => rows.has(key));
    if (first < 0) return this.goTo({ ...active, row: Math.min(active.row, this.rowCount - 1) });
    this.goTo({ ...active, row: first });
  }
}

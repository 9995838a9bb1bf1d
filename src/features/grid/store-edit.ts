import type { EditStep } from './edit-step.ts';
import type { GridRow, RowKey } from './row-entry.ts';

/** What an edit did to one row: null before where the row is new, null after where it is gone. */
export interface RowEdit<Row extends GridRow> {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** One operation, undo or redo, as its listeners hear of it. */
export interface StoreEdit<Row extends GridRow> {
  readonly cause: 'edit' | 'undo' | 'redo';
  readonly label: string;
  readonly rows: ReadonlyMap<RowKey, RowEdit<Row>>;
}

/** Gathers what happens between the begin and the end of an operation. */
export class EditRecord<Row extends GridRow> {
  readonly label: string;
  /** Those to undo, in order. */
  readonly steps: EditStep<Row>[] = [];
  readonly #rows = new Map<RowKey, RowEdit<Row>>();

  constructor(label: string) {
    this.label = label;
  }

  note(key: RowKey, before: Row | null, after: Row | null): void {
    const earlier = this.#rows.get(key);
    this.#rows.set(key, { before: earlier ? earlier.before : before, after });
  }

  /** Whether nothing happened at all. */
  get isEmpty(): boolean {
    return this.steps.length === 0 && this.#rows.size === 0;
  }

  /** The rows that ended otherwise than they began. */
  get rows(): ReadonlyMap<RowKey, RowEdit<Row>> {
    for (const [key, { before, after }] of this.#rows) if (before === after) this.#rows.delete(key);
    return this.#rows;
  }
}

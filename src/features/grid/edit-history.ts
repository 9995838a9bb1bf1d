import { inverse, type EditStep } from './edit-step.ts';
import type { GridRow } from './row-entry.ts';

/** What one act of a person changed, however many cells and rows it took. */
export interface Operation<Row extends GridRow> {
  /** What the person did, in their language: `Paste`. */
  readonly label: string;
  readonly steps: readonly EditStep<Row>[];
}

/** What can be undone and redone next, by its label; null where there is nothing. */
export interface HistoryState {
  readonly undo: string | null;
  readonly redo: string | null;
}

const longest = 200;

/** The operations that can be undone, the latest first, and those undone since. Holds the last 200. */
export class EditHistory<Row extends GridRow> {
  #done: Operation<Row>[] = [];
  #undone: Operation<Row>[] = [];
  #state: HistoryState = { undo: null, redo: null };

  /** The same object until it changes. */
  get state(): HistoryState {
    return this.#state;
  }

  /** Adds an operation that was just done; what was undone before can't be redone any more. */
  push(operation: Operation<Row>): void {
    this.#done.push(operation);
    if (this.#done.length > longest) this.#done.shift();
    this.#undone = [];
    this.#renew();
  }

  /** The steps that take the latest operation back; null where there is none. */
  takeUndo(): Operation<Row> | null {
    const operation = this.#done.pop();
    if (!operation) return null;
    this.#undone.push(operation);
    this.#renew();
    return { label: operation.label, steps: operation.steps.toReversed().map(inverse) };
  }

  takeRedo(): Operation<Row> | null {
    const operation = this.#undone.pop();
    if (!operation) return null;
    this.#done.push(operation);
    this.#renew();
    return operation;
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
    this.#renew();
  }

  #renew() {
    this.#state = { undo: this.#done.at(-1)?.label ?? null, redo: this.#undone.at(-1)?.label ?? null };
  }
}

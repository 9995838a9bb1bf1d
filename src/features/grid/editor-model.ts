import type { RowKey } from './row-entry.ts';

/** The cell that is being edited. */
export interface Editing {
  readonly key: RowKey;
  readonly columnId: string;
  /** `typing` began with a character and ends with an arrow key; in `caret` the arrows move within the text. */
  readonly mode: 'typing' | 'caret';
  /** Why the text could not be taken. */
  readonly problem: string | null;
}

/** The one editor of a grid. Its text lives in the input; what is typed is noted here without rendering anything. */
export class EditorModel {
  #editing: Editing | null = null;
  #original = '';
  #draft = '';
  readonly #listeners = new Set<() => void>();

  getState = (): Editing | null => this.#editing;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The text as it stands in the input. */
  get draft(): string {
    return this.#draft;
  }

  /** Notes what stands in the input; the problem of an earlier text goes. */
  type(text: string): void {
    this.#draft = text;
    this.fail(null);
  }

  /** Whether the text is another than the cell's. */
  get isChanged(): boolean {
    return this.#draft !== this.#original;
  }

  start(key: RowKey, columnId: string, mode: Editing['mode'], original: string): void {
    this.#original = original;
    this.#draft = mode === 'caret' ? original : '';
    this.#set({ key, columnId, mode, problem: null });
  }

  /** Lets the arrows move within the text, or the other way round. */
  toggleMode(): void {
    if (this.#editing) this.#set({ ...this.#editing, mode: this.#editing.mode === 'caret' ? 'typing' : 'caret' });
  }

  fail(problem: string | null): void {
    if (this.#editing && this.#editing.problem !== problem) this.#set({ ...this.#editing, problem });
  }

  end(): void {
    if (this.#editing) this.#set(null);
  }

  #set(editing: Editing | null) {
    this.#editing = editing;
    for (const listener of this.#listeners) listener();
  }
}

import type { RowKey } from './row-entry.ts';

type Listener = () => void;

/** What one can listen to besides a single row. */
type Topic = 'rows' | 'structure' | 'history';

/** Tells those who listen, once a microtask however much changed. */
export class StoreSignals {
  readonly #byRow = new Map<RowKey, Set<Listener>>();
  readonly #byTopic = { structure: new Set<Listener>(), rows: new Set<Listener>(), history: new Set<Listener>() };
  #rows = new Set<RowKey>();
  #topics = new Set<Topic>();

  onRow(key: RowKey, listener: Listener): () => void {
    const listeners = this.#byRow.get(key) ?? new Set();
    this.#byRow.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byRow.get(key) === listeners) this.#byRow.delete(key);
    };
  }

  on(topic: Topic, listener: Listener): () => void {
    this.#byTopic[topic].add(listener);
    return () => this.#byTopic[topic].delete(listener);
  }

  row(key: RowKey): void {
    this.#rows.add(key);
    this.raise('rows');
  }

  raise(topic: Topic): void {
    if (this.#topics.size === 0) queueMicrotask(() => this.#flush());
    this.#topics.add(topic);
  }

  #flush() {
    const rows = this.#rows;
    const topics = this.#topics;
    this.#rows = new Set();
    this.#topics = new Set();
    for (const topic of ['structure', 'rows', 'history'] as const) if (topics.has(topic)) tell(this.#byTopic[topic]);
    // Few rows are on screen, many may have changed.
    for (const [key, listeners] of this.#byRow) if (rows.has(key)) tell(listeners);
  }
}

function tell(listeners: Iterable<Listener>) {
  for (const listener of listeners) listener();
}

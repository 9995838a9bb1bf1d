import type { EditStep } from './edit-step.ts';
import type { GridRow, RowEntry, RowKey } from './row-entry.ts';

/** Hears of each row that a step changed; null before where it is new, null after where it is gone. */
export type RowWitness<Row extends GridRow> = (key: RowKey, before: Row | null, after: Row | null) => void;

/** Rows in order and by key, and the one way to change them: a step. */
export class RowTable<Row extends GridRow, Derived> {
  // By key, which counts from 1: for many rows an array takes a fraction of a map's time and garbage.
  readonly #rows: (Row | undefined)[] = [];
  readonly #derived: (Derived | undefined)[] = [];
  readonly #entries = new WeakMap<Row, RowEntry<Row, Derived>>();
  #keys: readonly RowKey[] = [];
  #nextKey = 1;

  /** A new array whenever rows come, go or change places. */
  get keys(): readonly RowKey[] {
    return this.#keys;
  }

  /** Above every key that was ever here. */
  get nextKey(): RowKey {
    return this.#nextKey;
  }

  takeKey(): RowKey {
    return this.#nextKey++;
  }

  row(key: RowKey): Row | undefined {
    return this.#rows[key];
  }

  derived(key: RowKey): Derived | undefined {
    return this.#derived[key];
  }

  /** Both together; the same object until either changes. */
  entry(key: RowKey): RowEntry<Row, Derived> | undefined {
    const row = this.#rows[key];
    if (!row) return undefined;
    const derived = this.#derived[key];
    const known = this.#entries.get(row);
    if (known && Object.is(known.derived, derived)) return known;
    const entry = { row, derived };
    this.#entries.set(row, entry);
    return entry;
  }

  /** @throws Error where a key of `keys` has no row: a fault of this class. */
  rowsOf(keys: readonly RowKey[]): Row[] {
    return keys.map((key) => {
      const row = this.#rows[key];
      if (!row) throw new Error(`No row has the key ${key}`);
      return row;
    });
  }

  /** Whether it was another value. */
  setDerived(key: RowKey, derived: Derived | undefined): boolean {
    if (!this.#rows[key] || Object.is(this.#derived[key], derived)) return false;
    this.#derived[key] = derived;
    return true;
  }

  apply(step: EditStep<Row>, witness: RowWitness<Row>): void {
    if (step.kind === 'splice') return this.#splice(step.at, step.removed, step.inserted, witness);
    for (const { key, after } of step.swaps) {
      const before = this.#rows[key];
      if (!before) continue;
      const row = { ...before, ...after };
      this.#rows[key] = row;
      witness(key, before, row);
    }
  }

  #splice(at: number, removed: readonly Row[], inserted: readonly Row[], witness: RowWitness<Row>) {
    const keys = inserted.map(({ key }) => key);
    const stays = new Set(removed.length > 0 ? keys : []);
    for (const { key } of removed) {
      const before = this.#rows[key];
      if (!before || stays.has(key)) continue;
      this.#rows[key] = undefined;
      this.#derived[key] = undefined;
      witness(key, before, null);
    }
    for (const row of inserted) {
      // A row that only changed places keeps what it holds by now.
      if (this.#rows[row.key]) continue;
      this.#rows[row.key] = row;
      this.#nextKey = Math.max(this.#nextKey, row.key + 1);
      witness(row.key, null, row);
    }
    this.#keys = this.#keys.slice(0, at).concat(keys, this.#keys.slice(at + removed.length));
  }
}

import type { EditStep } from './edit-step.ts';
import type { GridRow, RowEntry, RowKey } from './row-entry.ts';

/** Hears of each row that a step changed; null before where it is new, null after where it is gone. */
export type RowWitness<Row extends GridRow> = (key: RowKey, before: Row | null, after: Row | null) => void;

/** Rows in order and by key, and the one way to change them: a step. */
export class RowTable<Row extends GridRow, Derived> {
  readonly #entries = new Map<RowKey, RowEntry<Row, Derived>>();
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

  get(key: RowKey): RowEntry<Row, Derived> | undefined {
    return this.#entries.get(key);
  }

  /** @throws Error where a key of `keys` has no row: a fault of this class. */
  rowsOf(keys: readonly RowKey[]): Row[] {
    return keys.map((key) => {
      const entry = this.#entries.get(key);
      if (!entry) throw new Error(`No row has the key ${key}`);
      return entry.row;
    });
  }

  /** Whether it was another value. */
  setDerived(key: RowKey, derived: Derived | undefined): boolean {
    const entry = this.#entries.get(key);
    if (!entry || Object.is(entry.derived, derived)) return false;
    this.#entries.set(key, { row: entry.row, derived });
    return true;
  }

  apply(step: EditStep<Row>, witness: RowWitness<Row>): void {
    if (step.kind === 'splice') return this.#splice(step.at, step.removed, step.inserted, witness);
    for (const { key, after } of step.swaps) {
      const entry = this.#entries.get(key);
      if (!entry) continue;
      const row = { ...entry.row, ...after };
      this.#entries.set(key, { row, derived: entry.derived });
      witness(key, entry.row, row);
    }
  }

  #splice(at: number, removed: readonly Row[], inserted: readonly Row[], witness: RowWitness<Row>) {
    const keys = inserted.map(({ key }) => key);
    const stays = new Set(removed.length > 0 ? keys : []);
    for (const { key } of removed) {
      const entry = this.#entries.get(key);
      if (!entry || stays.has(key)) continue;
      this.#entries.delete(key);
      witness(key, entry.row, null);
    }
    for (const row of inserted) {
      // A row that only changed places keeps what it holds by now.
      if (this.#entries.has(row.key)) continue;
      this.#entries.set(row.key, { row, derived: undefined });
      this.#nextKey = Math.max(this.#nextKey, row.key + 1);
      witness(row.key, null, row);
    }
    this.#keys = this.#keys.slice(0, at).concat(keys, this.#keys.slice(at + removed.length));
  }
}

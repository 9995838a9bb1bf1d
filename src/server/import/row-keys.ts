import type { Thousandths } from '#stock/thousandths.ts';
import { toDayNumber } from '#server/store/day-number.ts';
import type { StockRow } from '#server/store/stock-store.ts';

/** An earlier row with the same key. */
export interface EarlierRow {
  line: number;
  /** Whether it has the same available quantity, or both are deleted. */
  isSame: boolean;
}

const initialRows = 1 << 11;
const initialSlots = 1 << 12;
/** Maximum load factor; a fuller table needs long probe sequences. */
const maxLoad = 0.6;
/** Makes days before 1970 positive. */
const dayOffset = 1_000_000;

/**
 * The rows of one market in a file, by key, in typed arrays: 20 bytes a row, and 7 to 14 in the hash table of their
 * places. Ten million rows take 300 to 400 MB, where a Map of strings would take gigabytes.
 */
export class RowKeys {
  /** Place of a row plus 1; 0 for a free slot. */
  #slots = new Uint32Array(initialSlots);
  #products = new Uint32Array(initialRows);
  #days = new Uint32Array(initialRows);
  #lines = new Uint32Array(initialRows);
  /** NaN for a deleted row. */
  #quantities = new Float64Array(initialRows);
  #size = 0;

  /** Adds a row. If there is one with its key already, that one stays and is returned. */
  add({ productId, isMaxLeadTime, stockDate, isDeleted, stockQuantity }: StockRow, line: number): EarlierRow | null {
    const product = ((productId << 1) | Number(isMaxLeadTime)) >>> 0;
    return this.put(product, toDayNumber(stockDate) + dayOffset, line, isDeleted ? Number.NaN : stockQuantity);
  }

  /** Adds a row by the two halves of its key. */
  put(product: number, day: number, line: number, quantity: Thousandths): EarlierRow | null {
    const mask = this.#slots.length - 1;
    let slot = hashOf(product, day) & mask;
    for (let held = this.#slots[slot]; held !== undefined && held !== 0; held = this.#slots[slot]) {
      const place = held - 1;
      if (this.#products[place] === product && this.#days[place] === day)
        return { line: this.#lines[place] ?? 0, isSame: Object.is(this.#quantities[place], quantity) };
      slot = (slot + 1) & mask;
    }
    if (this.#size === this.#lines.length) this.#growRows();
    this.#products[this.#size] = product;
    this.#days[this.#size] = day;
    this.#lines[this.#size] = line;
    this.#quantities[this.#size] = quantity;
    this.#size++;
    this.#slots[slot] = this.#size;
    if (this.#size > this.#slots.length * maxLoad) this.#growSlots();
    return null;
  }

  #growRows(): void {
    const count = Math.ceil(this.#size * 1.5);
    this.#products = grown(this.#products, new Uint32Array(count));
    this.#days = grown(this.#days, new Uint32Array(count));
    this.#lines = grown(this.#lines, new Uint32Array(count));
    this.#quantities = grown(this.#quantities, new Float64Array(count));
  }

  #growSlots(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let place = 0; place < this.#size; place++) {
      let slot = hashOf(this.#products[place] ?? 0, this.#days[place] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = place + 1;
    }
    this.#slots = slots;
  }
}

function grown<Values extends Uint32Array | Float64Array>(values: Values, into: Values): Values {
  into.set(values);
  return into;
}

/** Hash that spreads consecutive products and days. */
function hashOf(product: number, day: number): number {
  const mixed = Math.imul(product ^ Math.imul(day, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

import type { ProductId } from '#contract/product-id.ts';

import type { DayNumber } from './day-number.ts';

/** Key of a row within one market. */
export interface RowKey {
  productId: ProductId;
  isMaxLeadTime: boolean;
  day: DayNumber;
}

const initialSize = 1 << 12;
/** Maximum load factor; a fuller table needs long probe sequences. */
const maxLoad = 0.6;
/** Makes days before 1970 positive; 0 marks a free slot. */
const dayOffset = 1_000_000;

/**
 * Keys that an import has written to one market, in a hash table of eight bytes per slot: ten million rows take 130 to
 * 270 MB. A Set of strings would take gigabytes.
 */
export class RowKeys {
  #products = new Uint32Array(initialSize);
  #days = new Uint32Array(initialSize);
  #size = 0;

  /** Adds the key. Returns false if it was there already. */
  add({ productId, isMaxLeadTime, day }: RowKey): boolean {
    if (this.#size >= this.#products.length * maxLoad) this.#grow();
    const isNew = this.#put(((productId << 1) | Number(isMaxLeadTime)) >>> 0, day + dayOffset);
    if (isNew) this.#size++;
    return isNew;
  }

  #put(product: number, day: number): boolean {
    const products = this.#products;
    const days = this.#days;
    const mask = products.length - 1;
    let place = hashOf(product, day) & mask;
    while (days[place] !== 0) {
      if (days[place] === day && products[place] === product) return false;
      place = (place + 1) & mask;
    }
    products[place] = product;
    days[place] = day;
    return true;
  }

  #grow(): void {
    const products = this.#products;
    const days = this.#days;
    this.#products = new Uint32Array(products.length * 2);
    this.#days = new Uint32Array(products.length * 2);
    for (const [index, day] of days.entries()) if (day !== 0) this.#put(products[index] ?? 0, day);
  }
}

/** Hash that spreads consecutive products and days. */
function hashOf(product: number, day: number): number {
  const mixed = Math.imul(product ^ Math.imul(day, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
